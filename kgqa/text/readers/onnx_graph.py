"""The layers of the extractive reader as a model of ONNX, written as bytes.

The format is Protocol Buffers; the few messages that are needed are written by hand, because the
package onnx would only be needed for them. The weights stay in the file that they are in: the model
says where.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa.text.readers.shape import Shape

    Message = list[bytes]
    """The pieces of a message, which are joined once."""

IR_VERSION, OPERATORS, EXTRA_OPERATORS = 9, 18, 1
EXTRA = "com.microsoft"
"""The domain of what onnxruntime has beyond the standard: maps in int8, and attention."""
KINDS = {"F32": 1, "I8": 3}
EXTERNAL = 1  # a weight that lies in another file
WEIGHTS, SCALE = "reader.safetensors", "|scale"
IN, OUT = "before", "after"
NARROW = 1e-12  # what is added to a variance, as in BERT


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a weight lies in the file of weights: its kind, its sizes, and its bytes."""

    kind: str
    sizes: tuple[int, ...]
    begin: int
    end: int


def layers(
    weights: Mapping[str, Placed], shape: Shape, begin: int, end: int, *, file: str = WEIGHTS
) -> bytes:
    """Return a model of the layers [begin, end), from states to states, rows × tokens × width.

    Before the first layer the states are normed. A linear map `name` has its matrix, outputs ×
    inputs, in `name.weight`, and its scales in `name.weight|scale`. They lie in `file`.
    """
    graph = _Graph(weights, file)
    states = graph.normed("normed", IN) if begin == 0 else IN
    for number in range(begin, end):
        states = graph.layer(f"layers.{number}", states, shape.heads)
    graph.nodes.append(_node("Identity", [states], OUT))
    sizes = ("rows", "tokens", shape.width)
    return _model(graph, _value(IN, sizes), _value(OUT, sizes))


class _Graph:
    """Nodes in their order, and the weights that they use."""

    def __init__(self, weights: Mapping[str, Placed], file: str) -> None:
        self.weights, self.file = weights, file
        self.nodes: list[Message] = []
        self.used: list[str] = []

    def layer(self, name: str, states: str, heads: int) -> str:
        """Add a layer; return the name of what comes out of it."""
        mixed = self.mapped(f"{name}.mixed", states)
        parts = [f"{mixed}.{part}" for part in ("query", "key", "value")]
        self.nodes.append(_node("Split", [mixed], *parts, axis=2, num_outputs=3))
        seen = f"{name}.seen"
        self.nodes.append(_node("MultiHeadAttention", parts, seen, domain=EXTRA, num_heads=heads))
        states = self.added(f"{name}.attended", states, self.mapped(f"{name}.joined", seen))
        wide = self.mapped(f"{name}.wide", states)
        self.nodes.append(_node("Gelu", [wide], f"{wide}.gelu", domain=EXTRA))
        return self.added(f"{name}.mapped", states, self.mapped(f"{name}.narrow", f"{wide}.gelu"))

    def mapped(self, name: str, states: str) -> str:
        """Add a linear map with weights in int8; what comes in is rounded as it comes."""
        matrix, scales, bias = f"{name}.weight", f"{name}.weight{SCALE}", f"{name}.bias"
        self.used += [matrix, scales, bias]
        # It is turned once, when the model is opened.
        self.nodes.append(_node("Transpose", [matrix], f"{matrix}.turned"))
        parts = [states, f"{matrix}.turned", scales, "", bias]
        self.nodes.append(_node("DynamicQuantizeMatMul", parts, name, domain=EXTRA))
        return name

    def added(self, name: str, states: str, more: str) -> str:
        """Add a sum that is normed."""
        # The operator for both at once, SkipLayerNormalization, takes five times as long.
        self.nodes.append(_node("Add", [states, more], f"{name}.sum"))
        return self.normed(name, f"{name}.sum")

    def normed(self, name: str, states: str) -> str:
        """Add a norm over the width of a state."""
        parts = [f"{name}.weight", f"{name}.bias"]
        self.used += parts
        self.nodes.append(
            _node("LayerNormalization", [states, *parts], name, axis=-1, epsilon=NARROW)
        )
        return name


def _model(graph: _Graph, before: Message, after: Message) -> bytes:
    body = [
        *(_part(1, node) for node in graph.nodes),
        _text(2, "layers"),
        *(_part(5, _tensor(name, graph.weights[name], graph.file)) for name in graph.used),
        _part(11, before),
        _part(12, after),
    ]
    return b"".join(
        [
            *_whole(1, IR_VERSION),
            *_part(7, _joined(body)),
            *_part(8, _whole(2, OPERATORS)),
            *_part(8, _joined([_text(1, EXTRA), _whole(2, EXTRA_OPERATORS)])),
        ]
    )


def _node(
    kind: str, inputs: Iterable[str], *outputs: str, domain: str = "", **settings: float
) -> Message:
    return _joined(
        [
            *(_text(1, name) for name in inputs),
            *(_text(2, name) for name in outputs),
            _text(4, kind),
            *(_part(5, _setting(name, value)) for name, value in settings.items()),
            _text(7, domain),
        ]
    )


def _setting(name: str, value: float) -> Message:
    if isinstance(value, int):
        return _joined([_text(1, name), _whole(3, value), _whole(20, 2)])
    return _joined([_text(1, name), [b"\x15", struct.pack("<f", value)], _whole(20, 1)])


def _tensor(name: str, placed: Placed, file: str) -> Message:
    length = placed.end - placed.begin
    where = {"location": file, "offset": str(placed.begin), "length": str(length)}
    # Scales are a column in the file, and a row here.
    sizes = [size for size in placed.sizes if not name.endswith(SCALE) or size > 1] or [1]
    return _joined(
        [
            *(_whole(1, size) for size in sizes),
            _whole(2, KINDS[placed.kind]),
            _text(8, name),
            *(_part(13, _joined([_text(1, key), _text(2, one)])) for key, one in where.items()),
            _whole(14, EXTERNAL),
        ]
    )


def _value(name: str, sizes: Sequence[int | str]) -> Message:
    """Return what comes in or goes out: floats of sizes that are known or have a name."""
    each = [
        _part(1, _whole(1, size) if isinstance(size, int) else _text(2, size)) for size in sizes
    ]
    tensor = _joined([_whole(1, KINDS["F32"]), _part(2, _joined(each))])
    return _joined([_text(1, name), _part(2, _part(1, tensor))])


def _joined(parts: Iterable[Message]) -> Message:
    return [piece for part in parts for piece in part]


def _whole(field: int, value: int) -> Message:
    return [_varint(field << 3), _varint(value & (1 << 64) - 1)]


def _text(field: int, value: str) -> Message:
    return _part(field, [value.encode()])


def _part(field: int, message: Message) -> Message:
    return [_varint(field << 3 | 2), _varint(sum(map(len, message))), *message]


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)

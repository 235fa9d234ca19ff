"""The extractive reader run by torch: on a graphics card, on Apple's devices, or a processor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import torch
from torch.nn.utils.rnn import pad_sequence

from kgqa.text.readers.batches import Batch, stacked
from kgqa.text.readers.devices import device, in_batches, number_kind
from kgqa.text.readers.quantised import quicken
from kgqa.text.readers.rows import Halfway, Judged, Row
from kgqa.text.readers.spans import Scored, best_spans

if TYPE_CHECKING:
    from kgqa.text.readers.encoder import Encoder

Item = TypeVar("Item", Row, Halfway)
Result = TypeVar("Result")
TOKENS_AT_ONCE = 4_096


class TorchNetwork:
    """Rows of like length are read at once; on a processor the layers count in int8."""

    def __init__(self, encoder: Encoder, *, quick: bool = True) -> None:
        self._device = device()
        self.encoder = encoder.eval().to(self._device, number_kind(self._device))
        self.in_int8 = quick and self._device.type == "cpu" and quicken(self.encoder)

    def to_the_gate(self, rows: Sequence[Row]) -> list[Halfway]:
        """Return the rows after the first layers."""
        return _in_batches(rows, self._to_the_gate, len)

    def from_the_gate(self, halfway: Sequence[Halfway], spans: int) -> list[list[Scored]]:
        """Return the best spans of each row, eight times as many as can be told apart."""

        def read_on(part: Sequence[Halfway]) -> list[list[Scored]]:
            return self._from_the_gate(part, spans)

        return _in_batches(halfway, read_on, lambda each: len(each.row))

    def judged(self, rows: Sequence[Row]) -> list[Judged]:
        """Return what each passage says of a statement."""
        return _in_batches(rows, self._judge, len)

    def _to_the_gate(self, rows: Sequence[Row]) -> list[Halfway]:
        batch = self._batch(rows)
        states = self.encoder.embedded(batch.tokens, batch.groups, batch.places)
        states = self.encoder.through(states, batch.groups, 0, self.encoder.shape.gate)
        promise = self.encoder.promise(states, batch.groups, batch.rows, batch.heads).tolist()
        return [
            Halfway(row, told, own[: len(row)])
            for row, told, own in zip(rows, promise, states, strict=True)
        ]

    def _from_the_gate(self, part: Sequence[Halfway], spans: int) -> list[list[Scored]]:
        rows = [each.row for each in part]
        batch = self._batch(rows)
        states = pad_sequence([each.states for each in part], batch_first=True)
        shape = self.encoder.shape
        states = self.encoder.through(states, batch.groups, shape.gate, shape.layers)
        scores = self.encoder.spans(states, batch.groups, batch.rows, batch.heads)
        found = scores.float().cpu().numpy()
        ties = self.encoder.ties(states).float().cpu().numpy()
        return [
            best_spans(own[: 1 + len(row)], row.passage, spans, tie[: len(row)])
            for own, tie, row in zip(found, ties, rows, strict=True)
        ]

    def _judge(self, rows: Sequence[Row]) -> list[Judged]:
        batch = self._batch(rows)
        states = self.encoder.states(batch.tokens, batch.groups, batch.places)
        scores = self.encoder.entails(states, batch.rows, batch.heads).float()
        return [(yes, open_, no) for yes, open_, no in scores.softmax(dim=1).tolist()]

    def _batch(self, rows: Sequence[Row]) -> Batch:
        return stacked(rows).on(self._device)


def _in_batches(
    items: Sequence[Item],
    run: Callable[[Sequence[Item]], list[Result]],
    length: Callable[[Item], int],
) -> list[Result]:
    """Run over items, the longest first, as many at once as are about so many tokens."""

    def once(part: Sequence[Item]) -> list[Result]:
        with torch.inference_mode():
            return run(part)

    longest = max(map(length, items), default=1)
    return in_batches(items, once, max(1, TOKENS_AT_ONCE // longest))

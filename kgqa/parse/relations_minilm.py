"""What a sentence encoder of the MiniLM kind says of single pieces of words, computed with numpy.

The folder of the model is read as data: `vocab.txt`, `config.json` and `model.safetensors`; no
code that comes with it is run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations_pieces import UNKNOWN
from kgqa.parse.relations_words import OTHER, PLACEHOLDER

FILES = ("vocab.txt", "config.json", "model.safetensors")
_START, _END = "[CLS]", "[SEP]"
_BATCH = 256

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PieceVectors:
    """Pieces of words, and a vector for each."""

    pieces: tuple[str, ...]
    vectors: Floats


def read_tensors(path: Path) -> dict[str, Floats]:
    """Return the tensors of 32-bit floats in a safetensors file."""
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header: dict[str, Any] = json.loads(data[8 : 8 + size])
    found = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = (8 + size + place for place in entry["data_offsets"])
            found[name] = np.frombuffer(data[start:end], np.float32).reshape(entry["shape"])
    return found


def piece_vectors(folder: Path, dimensions: int) -> PieceVectors:
    """Return what the model in `folder` says of each piece alone, in so many dimensions.

    The directions are those in which the vectors differ most. Pieces of other scripts are left out.
    """
    known = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
    wanted = [
        place
        for place, piece in enumerate(known)
        if piece.removeprefix("##").isascii() and piece.removeprefix("##").isalnum()
    ]
    marks = [known.index(UNKNOWN), known.index("[MASK]"), known.index("[MASK]")]
    said = _encoded(folder, np.array([*marks, *wanted]), known)
    said /= np.linalg.norm(said, axis=1, keepdims=True)
    said -= said.mean(axis=0)
    _, directions = np.linalg.eigh(said.T @ said)
    turned = said @ directions[:, ::-1][:, :dimensions]
    turned /= np.sqrt((turned**2).sum(axis=1).mean())
    pieces = (UNKNOWN, PLACEHOLDER, OTHER, *(known[place] for place in wanted))
    return PieceVectors(pieces, turned.astype(np.float32))


def _encoded(folder: Path, ids: NDArray[np.int64], known: list[str]) -> Floats:
    """Return the mean of the last layer over each piece between the marks of a sentence."""
    tensors = read_tensors(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_bytes())
    around = known.index(_START), known.index(_END)
    found = []
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        sentences = np.stack(
            [np.full_like(batch, around[0]), batch, np.full_like(batch, around[1])], axis=1
        )
        found.append(_layers(sentences, tensors, config).mean(axis=1))
    return np.concatenate(found)


def _layers(ids: NDArray[np.int64], tensors: dict[str, Floats], config: dict[str, Any]) -> Floats:
    known = "embeddings.{}_embeddings.weight".format
    length = ids.shape[1]
    said = tensors[known("word")][ids] + tensors[known("position")][:length]
    said = _normal(said + tensors[known("token_type")][0], "embeddings", tensors)
    for number in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{number}"
        attended = _attention(said, f"{layer}.attention", tensors, config["num_attention_heads"])
        said = _normal(said + attended, f"{layer}.attention.output", tensors)
        inner = _gelu(_linear(said, f"{layer}.intermediate.dense", tensors))
        outer = _linear(inner, f"{layer}.output.dense", tensors)
        said = _normal(said + outer, f"{layer}.output", tensors)
    return said


def _attention(said: Floats, name: str, tensors: dict[str, Floats], heads: int) -> Floats:
    batch, length, width = said.shape
    query, key, value = (
        _linear(said, f"{name}.self.{part}", tensors)
        .reshape(batch, length, heads, -1)
        .transpose(0, 2, 1, 3)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 1, 3, 2) / np.float32((width / heads) ** 0.5)
    likely = np.exp(scores - scores.max(axis=-1, keepdims=True))
    likely /= likely.sum(axis=-1, keepdims=True)
    mixed = (likely @ value).transpose(0, 2, 1, 3).reshape(batch, length, width)
    return _linear(mixed, f"{name}.output.dense", tensors)


def _linear(said: Floats, name: str, tensors: dict[str, Floats]) -> Floats:
    found: Floats = said @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
    return found


def _normal(said: Floats, name: str, tensors: dict[str, Floats]) -> Floats:
    centred = said - said.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    found: Floats = (
        centred / spread * tensors[f"{name}.LayerNorm.weight"] + tensors[f"{name}.LayerNorm.bias"]
    )
    return found


def _gelu(said: Floats) -> Floats:
    # The form with tanh: it differs from the one with erf, which numpy lacks, by less than 0.001.
    inner = np.float32(0.7978845608) * (said + np.float32(0.044715) * said**3)
    found: Floats = np.float32(0.5) * said * (1 + np.tanh(inner))
    return found

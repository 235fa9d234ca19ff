"""What was learned about words and relations: weights of n-grams, and how to keep them in a file.

A column of the lexicon is a relation or a kind of relation (`relations_schema.KINDS`); a row is an
n-gram. The weights of the rows of a question are added up, column by column.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.relations_schema import EVIDENCE, KINDS

FILE = "relations.npz"
FORMAT = 1

Relation = tuple[str, bool]
"""A property, and whether it is read as `^P57(e)`: from subjects to objects."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Weights of n-grams for kinds and relations, and the weights of what the schema says."""

    rows: dict[str, int]
    starts: NDArray[np.int64]
    columns: NDArray[np.uint16]
    weights: Floats
    relations: tuple[Relation, ...]
    """What the columns after those of the kinds stand for."""
    evidence: Floats
    """One weight for each direction and each column of `relations_schema.EVIDENCE`."""

    def totals(self, grams: Iterable[str]) -> Floats:
        """Return the sum of the rows of `grams`, each taken once."""
        found = {row for gram in grams if (row := self.rows.get(gram)) is not None}
        spans = [slice(self.starts[row], self.starts[row + 1]) for row in sorted(found)]
        width = len(KINDS) + len(self.relations)
        if not spans:
            return np.zeros(width, dtype=np.float32)
        columns = np.concatenate([self.columns[span] for span in spans])
        weights = np.concatenate([self.weights[span] for span in spans])
        return np.bincount(columns, weights, minlength=width).astype(np.float32)

    def row(self, gram: str) -> Floats:
        """Return the weights of one n-gram."""
        return self.totals([gram])


def from_dense(
    grams: Sequence[str],
    weights: Floats,
    relations: Sequence[Relation],
    evidence: Floats,
    *,
    smallest: float,
) -> Lexicon:
    """Return a lexicon of those weights that are at least `smallest` from zero."""
    kept = np.abs(weights) >= smallest
    used = np.flatnonzero(kept.any(axis=1))
    places, columns = np.nonzero(kept[used])
    starts = np.searchsorted(places, np.arange(len(used) + 1))
    return Lexicon(
        rows={grams[row]: number for number, row in enumerate(used.tolist())},
        starts=starts.astype(np.int64),
        columns=columns.astype(np.uint16),
        weights=weights[used][places, columns].astype(np.float32),
        relations=tuple(relations),
        evidence=evidence.astype(np.float32),
    )


def save(lexicon: Lexicon, path: Path) -> None:
    """Write a lexicon, its weights in one byte each."""
    scale = float(np.abs(lexicon.weights).max(initial=1e-6)) / 127
    named = "\n".join(f"{'^' if inverse else ''}{name}" for name, inverse in lexicon.relations)
    np.savez_compressed(
        path,
        format=np.array([FORMAT]),
        grams=_letters("\n".join(lexicon.rows)),
        lengths=np.diff(lexicon.starts).astype(np.uint16),
        columns=lexicon.columns,
        weights=np.rint(lexicon.weights / scale).astype(np.int8),
        scale=np.array([scale], dtype=np.float32),
        relations=_letters(named),
        kinds=_letters("\n".join(KINDS)),
        signs=_letters("\n".join(EVIDENCE)),
        evidence=lexicon.evidence,
    )


def load(path: Path) -> Lexicon:
    """Return the lexicon in a file that `save` has written."""
    with np.load(path, allow_pickle=False) as file:
        kinds, signs = _text(file["kinds"]), _text(file["signs"])
        if (*kinds.split("\n"),) != KINDS or (*signs.split("\n"),) != EVIDENCE:
            message = f"{path} was made for other kinds of relations: train it again"
            raise ValueError(message)
        return Lexicon(
            rows={gram: row for row, gram in enumerate(_text(file["grams"]).split("\n"))},
            starts=np.concatenate([[0], np.cumsum(file["lengths"], dtype=np.int64)]),
            columns=file["columns"],
            weights=file["weights"].astype(np.float32) * file["scale"][0],
            relations=tuple(_relation(name) for name in _text(file["relations"]).split("\n")),
            evidence=file["evidence"],
        )


@cache
def shipped() -> Lexicon:
    """Return the lexicon that comes with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.parse") / "data" / FILE) as path:
        return load(path)


def _relation(name: str) -> Relation:
    return name.removeprefix("^"), name.startswith("^")


def _letters(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _text(letters: NDArray[Any]) -> str:
    return letters.tobytes().decode()

"""Of which kind a question is, by its words: a linear model over n-grams, learned from questions.

The kinds are those of Mintaka, the sorts of answers too. Names are masked before, so that the model
knows how people ask and not what they ask about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FILE = "question_kinds.npz"
KINDS = (
    "comparative",
    "count",
    "difference",
    "generic",
    "intersection",
    "multihop",
    "ordinal",
    "superlative",
    "yesno",
)
SORTS = ("boolean", "date", "entity", "numerical", "string")
"""What the answers are."""
_TOKEN = re.compile(r"\w+(?:['’]\w+)*|\$|%|,")
_NAME, _YEAR, _NUMBER = "_N", "_Y", "_D"

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Guess:
    """How likely a question is of each kind, and its answer of each sort: logarithms."""

    kinds: Mapping[str, float]
    sorts: Mapping[str, float]

    @property
    def kind(self) -> str:
        """The likeliest kind."""
        return max(self.kinds, key=lambda kind: self.kinds[kind])


@dataclass(frozen=True, slots=True)
class KindModel:
    """Weights of n-grams: a row for each, a column for each kind, then one for each sort."""

    rows: Mapping[str, int]
    weights: Floats

    def guess(self, question: str) -> Guess:
        """Return how likely a question is of each kind."""
        found = [row for gram in grams(question) if (row := self.rows.get(gram)) is not None]
        totals = self.weights[found].sum(axis=0)
        kinds, sorts = totals[: len(KINDS)], totals[len(KINDS) :]
        return Guess(_logarithms(KINDS, kinds), _logarithms(SORTS, sorts))


def _logarithms(names: Sequence[str], totals: Floats) -> dict[str, float]:
    shifted = totals - totals.max()
    logs = shifted - np.log(np.exp(shifted).sum())
    return dict(zip(names, logs.tolist(), strict=True))


def masked_words(question: str) -> list[str]:
    """Return the words of a question in small letters, names and numbers masked."""
    found: list[str] = []
    for place, match in enumerate(_TOKEN.finditer(question)):
        text = match[0]
        if place and text[:1].isupper():
            if not found or found[-1] != _NAME:
                found.append(_NAME)
        elif text.isdigit():
            found.append(_YEAR if len(text) == 4 else _NUMBER)
        else:
            found.append(text.lower().replace("’", "'"))
    return found


def grams(question: str) -> frozenset[str]:
    """Return the n-grams of a question: up to three words, one word left out, first words."""
    words = ["<", *masked_words(question), ">"]
    return frozenset(_grams(words))


def _grams(words: Sequence[str]) -> Iterator[str]:
    for size in (1, 2, 3):
        yield from (" ".join(words[i : i + size]) for i in range(len(words) - size + 1))
    yield from (f"{words[i]} * {words[i + 2]}" for i in range(len(words) - 2))
    yield from (f"@{i} {word}" for i, word in enumerate(words[:3]))
    yield f"#{min(9, len(words) // 3)}"


def save(model: KindModel, path: Path) -> None:
    """Write a model, its weights in one byte each."""
    scale = float(np.abs(model.weights).max(initial=1e-6)) / 127
    np.savez_compressed(
        path,
        grams=np.frombuffer("\n".join(model.rows).encode(), dtype=np.uint8),
        columns=np.frombuffer("\n".join((*KINDS, *SORTS)).encode(), dtype=np.uint8),
        weights=np.rint(model.weights / scale).astype(np.int8),
        scale=np.array([scale], dtype=np.float32),
    )


def load(path: Path) -> KindModel:
    """Return the model in a file that `save` has written."""
    with np.load(path, allow_pickle=False) as file:
        if _lines(file["columns"]) != (*KINDS, *SORTS):
            message = f"{path} was made for other kinds of questions: train it again"
            raise ValueError(message)
        rows = {gram: row for row, gram in enumerate(_lines(file["grams"]))}
        return KindModel(rows, file["weights"].astype(np.float32) * file["scale"][0])


def _lines(letters: NDArray[np.uint8]) -> tuple[str, ...]:
    return tuple(letters.tobytes().decode().split("\n"))


@cache
def shipped() -> KindModel:
    """Return the model that comes with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.parse") / "data" / FILE) as path:
        return load(path)


def words_in(questions: Iterable[str], *, least: int) -> list[str]:
    """Return the n-grams that occur in at least so many questions, in order."""
    counts: dict[str, int] = {}
    for question in questions:
        for gram in grams(question):
            counts[gram] = counts.get(gram, 0) + 1
    return sorted(gram for gram, count in counts.items() if count >= least)

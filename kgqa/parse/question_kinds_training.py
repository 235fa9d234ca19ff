"""Learns of which kind questions are, from questions whose kinds are known, and measures it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.question_kinds import KINDS, SORTS, KindModel, grams, words_in

LEAST = 4
"""An n-gram of fewer questions is left out."""
PASSES = 4
RATE = 0.1
SHRINK = 0.002
SIMPLE = frozenset(("generic", "intersection", "multihop"))
"""Kinds that differ in how many facts are joined, not in the operator."""


@dataclass(frozen=True, slots=True)
class KindExample:
    """A question with its kind and the sort of its answer."""

    question: str
    kind: str
    sort: str


@dataclass(frozen=True, slots=True)
class KindFigures:
    """Shares of questions whose kind, operator and sort of answer are guessed right."""

    questions: int
    kinds: float
    operators: float
    sorts: float


def read_kinds(path: Path) -> list[KindExample]:
    """Return the questions of a file of Mintaka: its own JSON, or a record on each line."""
    text = path.read_text(encoding="utf-8")
    is_list = text.lstrip().startswith("[")
    rows = json.loads(text) if is_list else [json.loads(line) for line in text.splitlines()]
    return [
        KindExample(
            row["question"],
            row["complexityType"],
            row["answer"]["answerType"] if "answer" in row else row["answerType"],
        )
        for row in rows
    ]


def learn_kinds(examples: Sequence[KindExample], *, seed: int = 1) -> KindModel:
    """Return the model that `examples` teach: two softmaxes, learned together with Adagrad."""
    names = words_in((one.question for one in examples), least=LEAST)
    rows = {gram: row for row, gram in enumerate(names)}
    weights = np.zeros((len(rows), len(KINDS) + len(SORTS)), dtype=np.float32)
    seen = np.full_like(weights, 0.01)
    known = [
        (np.array([rows[g] for g in sorted(grams(one.question)) if g in rows]), _targets(one))
        for one in examples
    ]
    random = Random(seed)
    for _ in range(PASSES):
        random.shuffle(known)
        for found, (kind, sort) in known:
            _learn(weights, seen, found, kind, sort)
    return KindModel(rows, weights)


def _targets(example: KindExample) -> tuple[int, int]:
    sort = example.sort if example.sort in SORTS else "string"
    return KINDS.index(example.kind), SORTS.index(sort)


def _learn(
    weights: NDArray[np.float32],
    seen: NDArray[np.float32],
    rows: NDArray[np.int64],
    kind: int,
    sort: int,
) -> None:
    totals = weights[rows].sum(axis=0)
    wrong = np.concatenate([_softmax(totals[: len(KINDS)]), _softmax(totals[len(KINDS) :])])
    wrong[kind] -= 1
    wrong[len(KINDS) + sort] -= 1
    steps = wrong[None] + SHRINK * weights[rows]
    seen[rows] += steps * steps
    weights[rows] -= RATE * steps / np.sqrt(seen[rows])


def _softmax(totals: NDArray[np.float32]) -> NDArray[np.float32]:
    found: NDArray[np.float32] = np.exp(totals - totals.max())
    found /= found.sum()
    return found


def measure_kinds(model: KindModel, examples: Sequence[KindExample]) -> KindFigures:
    """Return how often `model` is right."""
    guesses = [model.guess(one.question) for one in examples]
    pairs = [(guess.kind, one.kind) for guess, one in zip(guesses, examples, strict=True)]
    sorts = [
        max(guess.sorts, key=lambda sort: guess.sorts[sort]) == one.sort
        for guess, one in zip(guesses, examples, strict=True)
    ]
    same = [a == b or (a in SIMPLE and b in SIMPLE) for a, b in pairs]
    count = max(1, len(examples))
    right = sum(a == b for a, b in pairs)
    return KindFigures(len(examples), right / count, sum(same) / count, sum(sorts) / count)

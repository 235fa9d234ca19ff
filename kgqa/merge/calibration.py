"""How well the confidence of answers with text holds, and the weights that make it hold.

Questions with known answers are asked; what texts propose for them is written down with what speaks
for it and whether it is right. Weights are fitted on one half of the questions, and all that is
reported is about the other half.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from kgqa.merge.text_confidence import Weights, chance_of, needed, weights

BINS = 10
STEPS = 400
RATE = 0.3
PULL = 0.02
"""How strongly weights are pulled towards those that are given."""
LEAST = 8
"""A model is fitted only where there are so many examples of it."""
LIMITS = tuple(round(0.02 * step, 2) for step in range(5, 46))


@dataclass(frozen=True, slots=True)
class Proposed:
    """What texts proposed: how, what speaks for it, and whether the first answer is right."""

    kind: str
    features: Mapping[str, float]
    is_right: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """A question, what the graph alone said, and what texts proposed."""

    id: str
    graph: float | None
    """The confidence of the graph's answer; None where it has none."""
    graph_right: bool
    proposed: tuple[Proposed, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What is answered in the end: how sure, whether it is right, and whether text entered."""

    confidence: float
    is_right: bool
    from_text: bool


@dataclass(frozen=True, slots=True)
class Report:
    """How good answers and their confidence are over some questions."""

    questions: int
    graph_hits: float
    graph_precision: float
    hits: float
    precision: float
    from_text: int
    error: float
    """The expected calibration error: by how much confidence and share of right ones differ."""
    bins: tuple[tuple[float, float, int], ...]
    """Of each tenth of confidence that has answers: mean confidence, share right, how many."""
    limits: Mapping[str, float] = field(default_factory=dict)


def halves(seen: Sequence[Observation]) -> tuple[list[Observation], list[Observation]]:
    """Return what is fitted on and what is reported on, by the ids of the questions."""
    first = [one for one in seen if zlib.crc32(one.id.encode()) % 2]
    return first, [one for one in seen if not zlib.crc32(one.id.encode()) % 2]


def fitted(
    seen: Sequence[Observation], start: Weights | None = None
) -> dict[str, dict[str, float]]:
    """Return the weights under which what is right is likely and what is wrong is not."""
    found = {kind: dict(model) for kind, model in (start or weights()).items()}
    for kind, model in found.items():
        rows = [one for each in seen for one in each.proposed if one.kind == kind]
        if kind != "limits" and len(rows) >= LEAST:
            found[kind] = _fitted(rows, model)
    found["limits"] |= {"answer": best_limit(seen, found)}
    return found


def _fitted(rows: Sequence[Proposed], model: Mapping[str, float]) -> dict[str, float]:
    names = [name for name in model if name != "bias"]
    x = np.array([[*(row.features.get(name, 0.0) for name in names), 1.0] for row in rows])
    y = np.array([float(row.is_right) for row in rows])
    prior = np.array([*(model[name] for name in names), model["bias"]])
    w = prior.copy()
    pull = np.full(len(w), PULL)
    pull[-1] = 0.0
    scale = 1 + np.abs(x).max(axis=0)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        w -= RATE / scale * (x.T @ (chance - y) / len(y) + pull * (w - prior))
    w[:-1] = np.maximum(w[:-1], np.where(prior[:-1] >= 0, 0.0, -np.inf))
    return {"bias": round(float(w[-1]), 3)} | {
        name: round(float(v), 3) for name, v in zip(names, w[:-1], strict=True)
    }


def chosen(one: Observation, given: Weights) -> Choice | None:
    """Return what is answered to a question; None where nothing is."""
    graph = Choice(one.graph, one.graph_right, False) if one.graph is not None else None
    likely = [
        Choice(chance, proposed.is_right, True)
        for proposed in one.proposed
        if (chance := chance_of(proposed.kind, proposed.features, given))
        >= max(needed(proposed.kind, overrules=graph is not None, given=given), one.graph or 0.0)
    ]
    return max(likely, key=lambda choice: choice.confidence, default=graph)


def best_limit(seen: Sequence[Observation], given: Weights) -> float:
    """Return the highest limit that gives most right answers at no loss of precision."""
    plain = [one.graph_right for one in seen if one.graph is not None]
    floor = sum(plain) / len(plain) if plain else 0.0
    best, found = -1.0, max(LIMITS)
    for limit in LIMITS:
        models = {**given, "limits": {**given["limits"], "answer": limit}}
        answers = [c for one in seen if (c := chosen(one, models)) is not None]
        right = sum(answer.is_right for answer in answers)
        if answers and right / len(answers) >= floor and right >= best:
            best, found = right, limit
    return found


def report(seen: Sequence[Observation], given: Weights) -> Report:
    """Return how good the answers to some questions are, with text and without."""
    graph = [one for one in seen if one.graph is not None]
    answers = [choice for one in seen if (choice := chosen(one, given)) is not None]
    right = sum(answer.is_right for answer in answers)
    graph_right = sum(one.graph_right for one in graph)
    bins = list(_bins(answers))
    error = sum(n * abs(sure - share) for sure, share, n in bins) / max(1, len(answers))
    return Report(
        len(seen),
        graph_right / max(1, len(seen)),
        graph_right / max(1, len(graph)),
        right / max(1, len(seen)),
        right / max(1, len(answers)),
        sum(answer.from_text for answer in answers),
        error,
        tuple(bins),
        given["limits"],
    )


def _bins(answers: Sequence[Choice]) -> Iterator[tuple[float, float, int]]:
    for number in range(BINS):
        inside = [a for a in answers if min(BINS - 1, math.floor(a.confidence * BINS)) == number]
        if inside:
            sure = sum(a.confidence for a in inside) / len(inside)
            yield sure, sum(a.is_right for a in inside) / len(inside), len(inside)

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
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kgqa.merge.text_confidence import Weights, chance_of, needed, weights

BINS = 10
STEPS = 25
PULL = 0.004
"""How strongly weights are pulled towards those that are given."""
LEAST = 30
"""A model is fitted only where there are so many examples of it."""
LIMITS = tuple(round(0.04 * step, 2) for step in range(6, 21))
SPARE = 0.01
"""By so much precision must rise on the questions that limits are chosen by, to hold on others."""


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


def is_fitted_on(id_: str) -> bool:
    """Whether a question is of the half that weights are fitted on."""
    return bool(zlib.crc32(id_.encode()) % 2)


def halves(seen: Sequence[Observation]) -> tuple[list[Observation], list[Observation]]:
    """Return what is fitted on and what is reported on, by the ids of the questions."""
    first = [one for one in seen if is_fitted_on(one.id)]
    return first, [one for one in seen if not is_fitted_on(one.id)]


def fitted(
    seen: Sequence[Observation], start: Weights | None = None
) -> dict[str, dict[str, float]]:
    """Return the weights under which what is right is likely and what is wrong is not."""
    found = {kind: dict(model) for kind, model in (start or weights()).items()}
    for kind, model in found.items():
        rows = [one for each in seen for one in each.proposed if one.kind == kind]
        if kind != "limits" and len(rows) >= LEAST:
            found[kind] = fitted_model(rows, model)
    found["limits"] |= best_limits(seen, found)
    return found


def fitted_model(rows: Sequence[Proposed], model: Mapping[str, float]) -> dict[str, float]:
    """Return the weights of one model; what speaks for an answer never comes to speak against it.

    A weight that would change its sign is left out, and the others are fitted anew.
    """
    names = [name for name in model if name != "bias"]
    prior = np.array([*(model[name] for name in names), model["bias"]])
    x = np.array([[*(row.features.get(name, 0.0) for name in names), 1.0] for row in rows])
    y = np.array([float(row.is_right) for row in rows])
    used = np.ones(len(prior), bool)
    while True:
        w = np.zeros(len(prior))
        w[used] = _logistic(x[:, used], y, prior[used])
        turned = used & (w < 0) & (prior >= 0) | used & (w > 0) & (prior < 0)
        turned[-1] = False
        if not turned.any():
            break
        used &= ~turned
    return {"bias": round(float(w[-1]), 3)} | {
        name: round(float(v), 3) for name, v in zip(names, w[:-1], strict=True)
    }


def _logistic(
    x: NDArray[np.float64], y: NDArray[np.float64], prior: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return weights near `prior` under which `y` is likely; the last one, the bias, is free."""
    w = prior.copy()
    pull = np.full(len(w), PULL)
    pull[-1] = 1e-6
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (chance - y) / len(y) + pull * (w - prior)
        curve = (x * (chance * (1 - chance))[:, None]).T @ x / len(y) + np.diag(pull)
        w -= np.linalg.solve(curve, slope)
    return w


def chosen(one: Observation, given: Weights) -> Choice | None:
    """Return what is answered to a question; None where nothing is."""
    return _choice(one, _chances(one, given), given)


def _chances(one: Observation, given: Weights) -> list[float]:
    return [chance_of(proposed.kind, proposed.features, given) for proposed in one.proposed]


def _choice(one: Observation, chances: Sequence[float], given: Weights) -> Choice | None:
    graph = Choice(one.graph, one.graph_right, False) if one.graph is not None else None
    likely = [
        Choice(chance, proposed.is_right, True)
        for proposed, chance in zip(one.proposed, chances, strict=True)
        if chance
        >= max(needed(proposed.kind, overrules=graph is not None, given=given), one.graph or 0.0)
    ]
    return max(likely, key=lambda choice: choice.confidence, default=graph)


def best_limits(seen: Sequence[Observation], given: Weights) -> dict[str, float]:
    """Return the limits that give most right answers at no loss of precision, the highest ones.

    `through` is for what is read on the way of a reading, `answer` for what is read as it stands.
    """
    plain = [one.graph_right for one in seen if one.graph is not None]
    floor = sum(plain) / len(plain) + SPARE if plain else 0.0
    told = [(one, _chances(one, given)) for one in seen]
    best, found = -1, {"through": max(LIMITS), "answer": max(LIMITS)}
    for through, answer in product(LIMITS, LIMITS):
        limits = {"through": through, "answer": answer}
        models = {"limits": {**given["limits"], **limits}}
        answers = [c for one, chances in told if (c := _choice(one, chances, models)) is not None]
        right = sum(one.is_right for one in answers)
        if answers and right / len(answers) >= floor and right >= best:
            best, found = right, limits
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

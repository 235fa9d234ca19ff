"""Learns which readings are right, from questions of which only the answers are known.

Every reading whose answers are the gold ones may be the right one. The model is taught that one of
them is better than all others, and finds out itself which: those that are said by the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.scoring import ADDED, MARGIN, ReadingModel

UNITS = 16
RATE = 0.01
PASSES = 30
SHRINK = 3e-3
BATCH = 64
UNANSWERED = 0.2
"""What a question that no reading answers counts, beside one that some reading does."""
RIGHT = 0.6
"""Answers with so large an F1 are taken as right."""

START = {
    **{"link": 0.9, "first": 2.5, "names": 1.7, "relation": 5.5, "weakest": 2.2, "covered": 3.0},
    **{"told": 0.5, "uncovered": -0.5, "missing_operator": -1.5, "passed_over": -0.75},
    **{"misfit": -1.1, "wrong": -1.1, "joined": 1.7, "many": -1.0, "hops": -0.7, "size": -0.4},
    **{"unknown": -0.5, "shape": 0.4, "sort": 0.3, "denied": -0.6, "generic": 1.0},
    **{"ordinal": 0.8, "numbered": 3.0, "stated": 1.0, "still": 0.5, "aged": 3.0},
    **{"turn": 2.5, "named": 1.0, "lacking": 1.0, "often": 0.5, "called": 2.0},
}
"""The linear weights that learning begins with; those of features that no question has stay."""
OF_THE_STORE = frozenset(
    (
        *("generic", "superlative", "ordinal", "count", "difference", "comparative", "yesno"),
        *("joined", "size", "many", "unknown", "numbered", "stated", "still", "aged", "dated"),
        *("turn", "named", "lacking", "often", "called"),
    )
)
"""Features that confidence does not rest on."""

Floats = NDArray[np.float32]
Taught = tuple[Floats, Floats, float]
"""Features of readings, how likely each is right, and what the question counts."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The readings of a question: a row of features for each, and how right its answers are."""

    question: str
    features: Floats
    right: Floats
    said: Floats
    """How well the words say each reading, between 0 and 1: what a right answer by chance lacks."""
    fits: Floats
    """Whether each reading is of the question's kind: 1, or a little; all 1 where it is unknown."""


@dataclass(slots=True)
class _Net:
    hidden: Floats
    linear: Floats
    top: Floats

    def parts(self) -> tuple[Floats, Floats, Floats]:
        return self.hidden, self.linear, self.top


def fit_readings(names: Sequence[str], judged: Sequence[Judged], *, seed: int = 1) -> ReadingModel:
    """Return the model that `judged` teach."""
    every = np.concatenate([one.features for one in judged])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-3
    random = np.random.default_rng(seed)
    width = len(names)
    net = _Net(
        hidden=random.normal(0, 0.3, (width + 1, UNITS)).astype(np.float32),
        linear=(np.array([START.get(name, 0.0) for name in names]) * spread).astype(np.float32),
        top=np.zeros(UNITS, np.float32),
    )
    scaled = [
        ((one.features - mean) / spread, worth, weight)
        for one in judged
        if len(one.right) > 1
        for worth, weight in (_worth(one),)
        if worth.max() > 0.02
    ]
    _descend(net, scaled, random)
    hidden = net.hidden.copy()
    hidden[-1] -= (mean / spread) @ net.hidden[:-1]
    hidden[:-1] /= spread[:, None]
    sure = np.zeros(width + len(ADDED) + 1, np.float32)
    return ReadingModel(tuple(names), hidden, net.linear / spread, net.top, sure)


def _worth(one: Judged) -> tuple[Floats, float]:
    """Return how likely each reading is the right one before anything is learned, and the weight.

    Where none is right, those of the question's kind are at least better than the others.
    """
    right = np.where(one.right >= RIGHT, one.right**2 * one.said * one.fits, 0.0)
    if right.max(initial=0.0) > 0.02:
        return right.astype(np.float32), 1.0
    return np.where(one.fits >= 1, one.said, 0.0).astype(np.float32), UNANSWERED


def _descend(net: _Net, known: Sequence[Taught], random: np.random.Generator) -> None:
    """Change `net` so that right readings come first: Adam on batches of questions."""
    first = [np.zeros_like(part) for part in net.parts()]
    second = [np.zeros_like(part) for part in net.parts()]
    step = 0
    for turn in range(PASSES):
        rate = RATE * (1 - turn / PASSES)
        order = random.permutation(len(known))
        for at in range(0, len(order), BATCH):
            step += 1
            slopes = _slopes(net, [known[i] for i in order[at : at + BATCH]])
            for part, slope, m, v in zip(net.parts(), slopes, first, second, strict=True):
                slope += SHRINK * part
                m *= 0.9
                m += 0.1 * slope
                v *= 0.99
                v += 0.01 * slope * slope
                scale = rate / (1 - 0.9**step)
                part -= scale * m / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)


def _slopes(net: _Net, batch: Sequence[Taught]) -> list[Floats]:
    rows = np.concatenate([features for features, _, _ in batch])
    with_bias = np.concatenate([rows, np.ones((len(rows), 1), np.float32)], axis=1)
    units = np.tanh(with_bias @ net.hidden)
    scores = rows @ net.linear + units @ net.top
    wrong, at = np.empty_like(scores), 0
    for features, worth, weight in batch:
        part = slice(at, at + len(features))
        chances = np.exp(scores[part] - scores[part].max())
        chances /= chances.sum()
        wanted = chances * worth
        wrong[part] = weight * (chances - wanted / (wanted.sum() + 1e-9))
        at += len(features)
    wrong /= len(batch)
    back = (wrong[:, None] * net.top) * (1 - units * units)
    return [with_bias.T @ back, rows.T @ wrong, units.T @ wrong]


# --- Confidence -----------------------------------------------------------------------------------


def ranked(model: ReadingModel, one: Judged) -> tuple[Floats, NDArray[np.int64]]:
    """Return the scores of the readings of a question, and their order, best first."""
    ones = np.ones((len(one.features), 1), np.float32)
    units = np.tanh(np.concatenate([one.features, ones], axis=1) @ model.hidden)
    scores = (one.features @ model.linear + units @ model.top).astype(np.float32)
    return scores, np.argsort(-scores, kind="stable")


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """How often the first reading is right, how often some reading is, and how sure one may be."""

    first: float
    any: float
    error: float
    """The expected calibration error over ten steps of confidence."""
    answered: dict[float, tuple[float, float]]
    """For a least confidence: the share of questions that have it, and how many are right."""


def measure_readings(model: ReadingModel, judged: Sequence[Judged]) -> ReadingFigures:
    """Return how good a model is on questions that it was not learned from."""
    sure, right, some = [], [], []
    for one in judged:
        scores, order = ranked(model, one)
        best = int(order[0])
        features = dict(zip(model.names, one.features[best].tolist(), strict=True))
        ahead = float(scores[best] - scores[order[1]]) if len(order) > 1 else MARGIN
        sure.append(model.confidence(features, ahead))
        right.append(float(one.right[best] >= 0.5))
        some.append(float(one.right.max() >= 0.5))
    chances, hits = np.array(sure), np.array(right)
    steps = np.minimum(9, (chances * 10).astype(int))
    error = sum(
        abs(chances[steps == step].mean() - hits[steps == step].mean()) * (steps == step).mean()
        for step in np.unique(steps)
    )
    answered = {
        least: (float((chances >= least).mean()), float(hits[chances >= least].mean()))
        for least in (0.2, 0.3, 0.4, 0.5, 0.6)
        if (chances >= least).any()
    }
    return ReadingFigures(float(hits.mean()), float(np.mean(some)), float(error), answered)


def fit_confidence(
    model: ReadingModel, judged: Iterable[Judged], *, shrink: float = 3.0
) -> ReadingModel:
    """Return `model` with a confidence that tells how often its best reading is right."""
    rows, right = [], []
    for one in judged:
        if len(one.right):
            scores, order = ranked(model, one)
            best = int(order[0])
            ahead = float(scores[best] - scores[order[1]]) if len(order) > 1 else MARGIN
            rows.append([*one.features[best].tolist(), min(MARGIN, ahead), float(scores[best])])
            right.append(float(one.right[best] >= 0.5))
    told = np.array(rows)
    # Which operators find an answer is a matter of what a store has, and not of the reading.
    told[:, [i for i, name in enumerate(model.names) if name in OF_THE_STORE]] = 0.0
    sure = _logistic(told, np.array(right), shrink)
    return ReadingModel(model.names, model.hidden, model.linear, model.top, sure)


def _logistic(rows: NDArray[np.float64], right: NDArray[np.float64], shrink: float) -> Floats:
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    scaled = np.concatenate([(rows - mean) / spread, np.ones((len(rows), 1))], axis=1)
    weights = np.zeros(scaled.shape[1])
    penalty = shrink * np.eye(len(weights))
    penalty[-1, -1] = 1e-3
    for _ in range(30):
        chances = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        curve = (scaled * (chances * (1 - chances))[:, None]).T @ scaled + penalty
        weights += np.linalg.solve(curve, scaled.T @ (right - chances) - penalty @ weights)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - plain @ mean).astype(np.float32)

"""Learning how likely readings are right, from questions whose answers are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgqa.judge.certainty import FALLING, MOST, NAMES, RISING, UNSEEN, beside_each_other
from kgqa.judge.certainty_measure import told_apart
from kgqa.judge.second_look import LOOKED_AT
from kgqa.parse.growing import trees_of
from kgqa.parse.trees import Trees, probability
from kgqa.train.readings import RIGHT, Read

READINGS = LOOKED_AT
"""Readings of a question that teach, those that the second look has seen."""
ROUNDS = 450
"""How many trees are grown."""
PLAN = {
    **{"objective": "binary", "learning_rate": 0.03, "num_leaves": 24, "min_data_in_leaf": 30},
    **{"lambda_l2": 5.0, "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1},
    **{"seed": 1, "num_threads": 1, "verbose": -1, "deterministic": True},
}

Floats = NDArray[np.float32]
Look = Callable[[str, Sequence[str]], Sequence[float]]
"""Tells how well readings fit a question, by what they say and give."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The evidence for the best readings of a question, and how right each is."""

    question: str
    rows: Floats
    f1: Floats
    weight: float = 1.0
    is_hidden: bool = False
    """Whether the graph was asked as if it lacked what the question asks for."""


def outcome(one: Read, ranks: Trees, look: Look) -> Outcome:
    """Return what speaks for the best readings of a question, as they are ranked and looked at."""
    scores = ranks.totals(one.features)
    best = np.argsort(-scores, kind="stable")[:MOST]
    fits = _fits(one, best[:LOOKED_AT], look)
    rows = beside_each_other(
        *(one.features[best], scores[best], fits[best]),
        *(one.groups[best], one.own[best], one.asked),
    )
    f1 = one.f1[best][:READINGS]
    return Outcome(one.question, rows[:READINGS], f1, one.weight * one.times, one.is_hidden)


def _fits(one: Read, places: NDArray[np.integer], look: Look) -> Floats:
    """Return how well the readings at some places fit, of those that are told in English."""
    told = dict(zip(one.told.tolist(), one.texts, strict=True))
    seen = {place: told[place] for place in places.tolist() if place in told}
    different = [*dict.fromkeys(seen.values())]
    by_text = dict(zip(different, look(one.question, different), strict=True))
    fits = np.full(len(one.f1), UNSEEN, np.float32)
    for place, text in seen.items():
        fits[place] = by_text[text]
    return fits


def fit(outcomes: Sequence[Outcome]) -> Trees:
    """Return trees that tell how likely a reading is right, by the evidence for it."""
    import lightgbm

    rows = np.concatenate([one.rows for one in outcomes])
    right = np.concatenate([one.f1 >= RIGHT for one in outcomes]).astype(np.float32)
    weights = np.concatenate([np.full(len(one.f1), one.weight) for one in outcomes])
    signs = [int(name in RISING) - int(name in FALLING) for name in NAMES]
    data = lightgbm.Dataset(rows, right, weight=weights)
    grown = lightgbm.train({**PLAN, "monotone_constraints": signs}, data, ROUNDS)
    return trees_of(grown.dump_model(), NAMES)


# --- Measuring ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CertaintyFigures:
    """How well certainty orders readings, and tells right from wrong."""

    count: int
    f1: float
    """The mean F1 of the first readings."""
    best: float
    """The mean F1 of the best of those that were judged."""
    area: float
    """How often a right first reading is surer than a wrong one."""
    error: float
    """The expected calibration error over ten steps."""
    answered: dict[float, tuple[float, float, float]]
    """For a least certainty: the share that has it, the mean F1 of these, and over all."""


def measure(parts: Iterable[tuple[Trees, Sequence[Outcome]]]) -> CertaintyFigures:
    """Return how good trees are, each on questions that they were not grown from."""
    told = [_first(trees, one) for trees, part in parts for one in part]
    sure, f1, best = (np.array(column) for column in zip(*told, strict=True))
    right = (f1 >= RIGHT).astype(np.float64)
    answered = {
        least: (
            float((sure >= least).mean()),
            float(f1[sure >= least].mean()),
            float((f1 * (sure >= least)).mean()),
        )
        for least in (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
        if (sure >= least).any()
    }
    area, error = told_apart(sure.tolist(), (right > 0).tolist())
    return CertaintyFigures(len(told), float(f1.mean()), float(best.mean()), area, error, answered)


def _first(trees: Trees, one: Outcome) -> tuple[float, float, float]:
    odds = trees.totals(one.rows)
    place = int(odds.argmax())
    return probability(float(odds[place])), float(one.f1[place]), float(one.f1.max())

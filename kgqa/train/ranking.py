"""Learns to rank the items of charts, from questions whose right answers are known."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kgqa.parse.features import FALLING, FEATURES, RISING
from kgqa.parse.growing import trees_of
from kgqa.parse.trees import Trees
from kgqa.train.readings import BY_CHANCE, LACKING, Read

TREES = 300
PLAN = {
    **{"objective": "lambdarank", "learning_rate": 0.06, "num_leaves": 24, "lambda_l2": 3.0},
    **{"min_data_in_leaf": 40, "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1},
    **{"label_gain": [0, 1, 3, 7], "lambdarank_truncation_level": 10},
    **{"seed": 1, "num_threads": 1, "verbose": -1, "deterministic": True},
}
STEPS = (0.1, 0.5, 0.99)
"""Answers with a larger F1 are worth one more each."""

HALVES = (0, 1)
"""The halves of all questions: what is taught by one is measured on the other."""


def half_of(question: str) -> int:
    """Return in which half a question is, by its words."""
    return hashlib.sha1(question.encode(), usedforsecurity=False).digest()[0] % len(HALVES)


def without(path: Path, half: int) -> Path:
    """Return where the trees are kept that are taught without one half, beside those of all."""
    return path.with_suffix(f".without{half}{path.suffix}")


def is_told(one: Read) -> bool:
    """Whether a question tells which of its items are right: the store has what it asks for."""
    return one.is_known and not one.is_hidden and one.weight not in {BY_CHANCE, LACKING}


def fit(reads: Sequence[Read]) -> Trees:
    """Return trees that order items; questions that none answers teach nothing."""
    import lightgbm

    known = [one for one in reads if is_told(one) and one.f1.max(initial=0.0) > STEPS[0]]
    rows = np.concatenate([one.features for one in known])
    worth = np.digitize(np.concatenate([one.f1 for one in known]), STEPS)
    counts = np.concatenate([np.full(len(one.f1), one.times, np.float32) for one in known])
    data = lightgbm.Dataset(rows, worth, group=[len(one.f1) for one in known], weight=counts)
    signs = [int(name in RISING) - int(name in FALLING) for name in FEATURES]
    grown = lightgbm.train({**PLAN, "monotone_constraints": signs}, data, TREES)
    return trees_of(grown.dump_model(), FEATURES)


@dataclass(frozen=True, slots=True)
class Figures:
    """How good an order of items is: the mean F1 of the first, and of the best of some."""

    count: int
    first: float
    of_eight: float
    of_sixteen: float
    of_all: float


def measure(trees: Trees, reads: Sequence[Read]) -> Figures:
    """Return how well trees order the items of questions whose answers the store has."""
    told = []
    for one in reads:
        if one.is_known and not one.is_hidden:
            found = one.f1[np.argsort(-trees.totals(one.features), kind="stable")]
            told.append([found[:most].max(initial=0.0) for most in (1, 8, 16, len(found))])
    return Figures(len(told), *(float(mean) for mean in np.mean(told or [[0.0] * 4], axis=0)))

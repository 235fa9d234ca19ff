"""Learns to rank the items of charts, from questions whose right answers are known."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgqa.parse.denoted_members import members_of
from kgqa.parse.features import FALLING, FEATURES, RISING, Features, row
from kgqa.parse.growing import trees_of
from kgqa.parse.parser import RANKED, Parser
from kgqa.parse.question_kinds import shipped
from kgqa.parse.trees import Trees
from kgqa.train.gold import gold
from kgqa.train.questions import Asked

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

Floats = NDArray[np.float32]


def half_of(question: str) -> int:
    """Return in which half a question is, by its words."""
    return hashlib.sha1(question.encode(), usedforsecurity=False).digest()[0] % len(HALVES)


def without(path: Path, half: int) -> Path:
    """Return where the trees are kept that are taught without one half, beside those of all."""
    return path.with_suffix(f".without{half}{path.suffix}")


@dataclass(frozen=True, slots=True)
class Ranked:
    """The items of a question: a row of features for each, and the F1 of what it gives."""

    question: str
    features: Floats
    f1: Floats


def ranked(parser: Parser, asked: Asked) -> Ranked | None:
    """Return the items of a question with their worth; None where the store has no answer."""
    right = gold(asked, parser)
    if right is None:
        return None
    charted = parser.chart(asked.question)
    features = Features(charted.scene, shipped().guess(asked.question))
    items = charted.items[:RANKED]
    rows = [row(features.of(item)) for item in items]
    told = [right.worth(item.query, members_of(item.value, parser.graph), parser) for item in items]
    shape = (-1, len(FEATURES))
    return Ranked(
        asked.question,
        np.array(rows, np.float32).reshape(shape),
        np.array(told, np.float32),
    )


def fit(lessons: Sequence[Ranked]) -> Trees:
    """Return trees that order items; questions that none answers teach nothing."""
    import lightgbm

    known = [one for one in lessons if one.f1.max(initial=0.0) > STEPS[0]]
    rows = np.concatenate([one.features for one in known])
    worth = np.digitize(np.concatenate([one.f1 for one in known]), STEPS)
    data = lightgbm.Dataset(rows, worth, group=[len(one.f1) for one in known])
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


def measure(trees: Trees, lessons: Sequence[Ranked]) -> Figures:
    """Return how well trees order items."""
    told = []
    for one in lessons:
        order = np.argsort(-trees.totals(one.features), kind="stable")
        found = one.f1[order].tolist() or [0.0]
        told.append([max(found[:most]) for most in (1, 8, 16, len(found))])
    return Figures(len(told), *(float(mean) for mean in np.mean(told or [[0.0] * 4], axis=0)))

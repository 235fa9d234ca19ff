"""Learning how likely answers are right, from questions whose answers are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from kgqa_store.names import NameIndex
from numpy.typing import NDArray

from kgqa.algebra import Entity
from kgqa.merge.certainty import FALLING, NAMES, RISING
from kgqa.merge.certainty_measure import told_apart
from kgqa.merge.choose import Tried, best_known_first
from kgqa.parse.growing import trees_of
from kgqa.parse.members import Member
from kgqa.parse.readings_training_data import Asked, forms_of, member_forms
from kgqa.parse.trees import Trees

ROUNDS = 160
"""How many trees are grown."""
PLAN = {
    **{"objective": "binary", "learning_rate": 0.05, "num_leaves": 8, "min_data_in_leaf": 30},
    **{"lambda_l2": 5.0, "feature_fraction": 0.6, "bagging_fraction": 0.8, "bagging_freq": 1},
    **{"seed": 1, "num_threads": 1, "verbose": -1, "deterministic": True},
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The evidence for the best reading of a question, and whether its first answer is right."""

    question: str
    evidence: dict[str, float]
    is_right: bool


def is_right(
    tried: Tried, asked: Asked, gold: Sequence[str], names: NameIndex, popularity: dict[str, float]
) -> bool:
    """Whether the first answer that a reading would give is a gold one; any, if one will do."""
    wanted = [forms_of(text) for text in gold]
    if asked.is_one_of_many:
        values = [answer.value for answer in tried.result.answers]
        return bool({one.id for one in values if isinstance(one, Entity)} & {*gold})
    first = best_known_first(tried.result.answers, popularity)[0].value
    found: Member | None = first.id if isinstance(first, Entity) else None
    if found is None:
        found = next(iter(tried.candidate.members or ()), None)
    return found is not None and any(member_forms(found, names) & one for one in wanted)


def fit(outcomes: Sequence[Outcome]) -> Trees:
    """Return trees that tell how likely an answer is right, by the evidence for it."""
    import lightgbm

    rows, right = matrix(outcomes)
    signs = [int(name in RISING) - int(name in FALLING) for name in NAMES]
    data = lightgbm.Dataset(rows, right)
    grown = lightgbm.train({**PLAN, "monotone_constraints": signs}, data, ROUNDS)
    return trees_of(grown.dump_model(), NAMES)


def matrix(outcomes: Sequence[Outcome]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the evidence as rows, and which are right."""
    rows = [[one.evidence.get(name, 0.0) for name in NAMES] for one in outcomes]
    right = [float(one.is_right) for one in outcomes]
    return np.array(rows, np.float32), np.array(right, np.float32)


# --- Measuring ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CertaintyFigures:
    """How well certainty tells right from wrong."""

    count: int
    right: float
    """The share of all best readings that are right."""
    area: float
    """How often a right one is surer than a wrong one."""
    error: float
    """The expected calibration error over ten steps."""
    answered: dict[float, tuple[float, float]]
    """For a least certainty: the share of questions that have it, and how many are right."""


def measure(parts: Iterable[tuple[Trees, Sequence[Outcome]]]) -> CertaintyFigures:
    """Return how good trees are, each on questions that they were not grown from."""
    told = [(trees.chance(one.evidence), one.is_right) for trees, part in parts for one in part]
    sure = np.array([chance for chance, _ in told])
    right = np.array([float(good) for _, good in told])
    answered = {
        least: (float((sure >= least).mean()), float(right[sure >= least].mean()))
        for least in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
        if (sure >= least).any()
    }
    count, share = len(told), float(right.mean())
    area, error = told_apart(sure.tolist(), (right > 0).tolist())
    return CertaintyFigures(count, share, area, error, answered)

"""Learning how likely answers are right, from questions whose answers are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from kgqa_store.names import NameIndex
from numpy.typing import NDArray

from kgqa.algebra import Entity
from kgqa.merge.certainty import FALLING, NAMES, RISING
from kgqa.merge.choose import Tried, best_known_first
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


def trees_of(model: dict[str, Any], names: Sequence[str]) -> Trees:
    """Return the trees that a model of LightGBM tells when it is dumped."""
    nodes: list[tuple[int, float, int, int, float]] = []

    def add(node: dict[str, Any]) -> int:
        place = len(nodes)
        if "leaf_value" in node:
            nodes.append((-1, 0.0, place, place, float(node["leaf_value"])))
            return place
        nodes.append((0, 0.0, 0, 0, 0.0))
        left, right = add(node["left_child"]), add(node["right_child"])
        nodes[place] = (int(node["split_feature"]), float(node["threshold"]), left, right, 0.0)
        return place

    roots = [add(tree["tree_structure"]) for tree in model["tree_info"]]
    feature, threshold, left, right, value = zip(*nodes, strict=True)
    return Trees(
        tuple(names),
        np.array(roots, np.int32),
        np.array(feature, np.int32),
        np.array(threshold, np.float32),
        np.array(left, np.int32),
        np.array(right, np.int32),
        np.array(value, np.float32),
    )


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
    steps = np.minimum(9, (sure * 10).astype(int))
    error = sum(
        abs(sure[steps == step].mean() - right[steps == step].mean()) * (steps == step).mean()
        for step in np.unique(steps)
    )
    answered = {
        least: (float((sure >= least).mean()), float(right[sure >= least].mean()))
        for least in (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
        if (sure >= least).any()
    }
    count, share = len(told), float(right.mean())
    return CertaintyFigures(count, share, _area(sure, right), float(error), answered)


def _area(sure: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return how often what is right is surer than what is wrong; half of the ties count."""
    good, bad = sure[right > 0], sure[right == 0]
    if not len(good) or not len(bad):
        return 1.0
    above = (good[:, None] > bad).mean() + 0.5 * (good[:, None] == bad).mean()
    return float(above)


def folds(outcomes: Sequence[Outcome], count: int) -> Iterator[tuple[list[Outcome], list[Outcome]]]:
    """Yield the outcomes in two parts, so that each is in the second, smaller part once."""
    for fold in range(count):
        yield (
            [one for place, one in enumerate(outcomes) if place % count != fold],
            [one for place, one in enumerate(outcomes) if place % count == fold],
        )

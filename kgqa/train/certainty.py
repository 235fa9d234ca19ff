"""Learning how likely readings are right, from questions whose answers are known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgqa.judge.certainty import FALLING, NAMES, RISING, evidence
from kgqa.judge.certainty_measure import told_apart
from kgqa.judge.judge import Judge
from kgqa.parse.growing import trees_of
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import Trees, probability
from kgqa.train.gold import Gold, gold
from kgqa.train.questions import Asked

READINGS = 16
"""Readings of a question that teach, those that the second look has seen."""
RIGHT = 0.6
"""Answers with so large an F1 are taken as right."""
BY_CHANCE = 0.25
"""What a truth or a number counts where only answers are known: many readings give the same."""
LACKING = 0.2
"""What a question counts whose right answers the store has not: none of its readings is right."""
HIDDEN = 0.3
"""What a question counts of which a property is hidden."""
UNANSWERABLE, ASKED_IN_VAIN = "unanswerable", 5.0
"""The kind of a question that was written to have no answer, and what it counts: there are few of
them in question sets, and many among what people ask of a store that is not complete."""
ROUNDS = 260
"""How many trees are grown."""
PLAN = {
    **{"objective": "binary", "learning_rate": 0.05, "num_leaves": 12, "min_data_in_leaf": 40},
    **{"lambda_l2": 5.0, "feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1},
    **{"seed": 1, "num_threads": 1, "verbose": -1, "deterministic": True},
}

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The evidence for the best readings of a question, and how right each is."""

    question: str
    rows: Floats
    f1: Floats
    weight: float = 1.0
    is_hidden: bool = False
    """Whether the graph was asked as if it lacked what the question asks for."""


def outcomes(judge: Judge, asked: Asked) -> list[Outcome]:
    """Return what speaks for the readings of a question, as it is and where a fact is lacking.

    Of every second question a property of its gold query is hidden: what is then read is wrong,
    whatever it gives. Who wrote a film is not who directed it, though it may be the same man.
    """
    right = gold(asked, judge.parser)
    found = [_outcome(judge, asked, right)]
    if right is not None and right.properties and _is_drawn(asked.question):
        hidden = right.properties[len(asked.question) % len(right.properties)]
        found.append(_outcome(judge, asked, right, frozenset({hidden})))
    return [one for one in found if one is not None]


def _is_drawn(question: str) -> bool:
    return hashlib.sha1(question.encode(), usedforsecurity=False).digest()[1] % 2 == 0


def _outcome(
    judge: Judge,
    asked: Asked,
    right: Gold | None,
    hidden: frozenset[str] = frozenset(),
) -> Outcome | None:
    """Return what speaks for the best readings of a question; None where it has none."""
    parsed = judge.seen(judge.parser.parse(asked.question, hidden=hidden))
    if not parsed.candidates:
        return None
    rows = evidence(parsed, judge.unknown(parsed))[:READINGS]
    if right is None:
        weight = ASKED_IN_VAIN if asked.kind == UNANSWERABLE else LACKING
        return Outcome(asked.question, rows, np.zeros(len(rows), np.float32), weight)
    told = [
        right.worth(one.query, one.members or (), judge.parser)
        for one in parsed.candidates[:READINGS]
    ]
    is_weak = not right.members and _is_closed(parsed, told)
    if hidden:
        return Outcome(asked.question, rows, np.zeros(len(rows), np.float32), HIDDEN, True)
    f1 = np.array(told, np.float32)
    return Outcome(asked.question, rows, f1, BY_CHANCE if is_weak else 1.0)


def _is_closed(parsed: Parsed, told: Sequence[float]) -> bool:
    """Whether the right readings give a truth or a number, which several may by chance."""
    right = [one for one, f1 in zip(parsed.candidates, told, strict=False) if f1 >= RIGHT]
    return any(not isinstance(one.members[0], str) for one in right if one.members)


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

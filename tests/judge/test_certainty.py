from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kgqa.engine import Engine
from kgqa.judge.certainty import NAMES, RISING, evidence, shipped
from kgqa.judge.certainty_measure import folds
from kgqa.parse.growing import trees_of
from kgqa.parse.trees import load, save
from kgqa.train.certainty import Outcome, fit, measure

Floats = NDArray[np.float32]
STUMP = {
    "split_feature": 1,
    "threshold": 0.5,
    "left_child": {"leaf_value": -2.0},
    "right_child": {
        "split_feature": 0,
        "threshold": 3.0,
        "left_child": {"leaf_value": 1.0},
        "right_child": {"leaf_value": 4.0},
    },
}
MODEL = {
    "tree_info": [{"tree_structure": STUMP}, {"tree_structure": {"leaf_value": 0.25}}],
}


@pytest.mark.parametrize(
    ("numbers", "total"),
    [
        ({}, -1.75),
        ({"a": 9.0, "b": 0.5}, -1.75),
        ({"a": 3.0, "b": 0.6}, 1.25),
        ({"a": 3.1, "b": 0.6}, 4.25),
    ],
)
def test_trees_add_up_what_their_leaves_say(numbers: dict[str, float], total: float) -> None:
    assert trees_of(MODEL, ("a", "b")).total(numbers) == pytest.approx(total)


def test_trees_that_are_saved_are_loaded(tmp_path: Path) -> None:
    trees = trees_of(MODEL, ("a", "b"))
    save(trees, tmp_path / "trees.npz")

    assert load(tmp_path / "trees.npz").total({"b": 1.0}) == trees.total({"b": 1.0})


def outcomes(count: int, seed: int) -> list[Outcome]:
    """Return outcomes of one reading that is right as often as it fits, whatever else is told."""
    random = np.random.default_rng(seed)
    found = []
    for number in range(count):
        fit_, noise = (float(one) for one in random.random(2))
        right = np.array([random.random() < fit_], np.float32)
        found.append(Outcome(str(number), row(fit_, noise), right))
    return found


def row(fit_: float, content: float) -> Floats:
    told = {"fit": fit_, "content": content}
    return np.array([[told.get(name, 0.0) for name in NAMES]], np.float32)


def test_what_is_learned_is_as_sure_as_it_is_right() -> None:
    trees = fit(outcomes(800, 1))

    figures = measure([(trees, outcomes(800, 2))])

    assert figures.area > 0.75
    assert figures.error < 0.08


def test_a_better_fit_never_makes_a_reading_less_certain() -> None:
    trees = fit(outcomes(400, 1))

    sure = [float(trees.totals(row(step / 20, 0.5))[0]) for step in range(21)]

    assert "fit" in RISING
    assert sure == sorted(sure)


def test_every_outcome_is_held_out_once() -> None:
    known = outcomes(23, 1)

    parts = list(folds(known, 5))

    assert sorted(one.question for _, few in parts for one in few) == sorted(
        one.question for one in known
    )
    assert all(not {one.question for one in most} & {one.question for one in few}
               for most, few in parts)  # fmt: skip


def test_the_shipped_trees_know_the_evidence_there_is(
    sample_store: Path,
) -> None:
    with Engine(sample_store) as engine:
        parsed, tried = engine.tried("Who directed Inception?")

    assert shipped().names == NAMES
    assert tried[0].confidence > 0.7
    rows = evidence(parsed, [0] * len(parsed.candidates))
    assert rows.shape == (len(parsed.candidates), len(NAMES))


def test_readings_with_the_same_answers_agree(sample_store: Path) -> None:
    with Engine(sample_store) as engine:
        parsed = engine.parser.parse("Who directed Inception?")

    agreed = evidence(parsed, [0] * len(parsed.candidates))[:, NAMES.index("agreed")]
    by_answers: dict[object, set[float]] = {}
    for one, share in zip(parsed.candidates, agreed.tolist(), strict=True):
        by_answers.setdefault(one.members, set()).add(round(share, 5))

    assert all(len(shares) == 1 for shares in by_answers.values())
    assert sum(next(iter(shares)) for shares in by_answers.values()) == pytest.approx(1, abs=1e-3)

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from kgqa_store.sample import ensure_sample_store

from kgqa.engine import Engine
from kgqa.merge.certainty import GRAVE, NAMES, certainty, shipped
from kgqa.merge.certainty_measure import folds
from kgqa.merge.certainty_training import Outcome, fit, measure
from kgqa.parse.growing import trees_of
from kgqa.parse.trees import load, save

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
    """Return outcomes that are right as often as their relation is high, whatever else is told."""
    random = np.random.default_rng(seed)
    found = []
    for number in range(count):
        said, noise = (float(one) for one in random.random(2))
        evidence = {"relation": said, "content": noise}
        found.append(Outcome(str(number), evidence, bool(random.random() < said)))
    return found


def test_what_is_learned_is_as_sure_as_it_is_right() -> None:
    trees = fit(outcomes(800, 1))

    figures = measure([(trees, outcomes(800, 2))])

    assert figures.area > 0.75
    assert figures.error < 0.08


def test_better_words_never_make_an_answer_less_certain() -> None:
    trees = fit(outcomes(400, 1))

    sure = [trees.total({"relation": step / 20, "content": 0.5}) for step in range(21)]

    assert sure == sorted(sure)


def test_every_outcome_is_held_out_once() -> None:
    known = outcomes(23, 1)

    parts = list(folds(known, 5))

    assert sorted(one.question for _, few in parts for one in few) == sorted(
        one.question for one in known
    )
    assert all(not {one.question for one in most} & {one.question for one in few}
               for most, few in parts)  # fmt: skip


def test_grave_doubts_outweigh_all_other_evidence() -> None:
    best = dict.fromkeys(NAMES, 1.0)

    for kind, factor in GRAVE.items():
        assert certainty({**best, f"doubt: {kind}": 1.0}) == pytest.approx(factor * certainty(best))


def test_the_shipped_trees_know_the_evidence_there_is(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Engine(ensure_sample_store(tmp_path_factory.mktemp("home"))) as engine:
        _, tried = engine.tried("Who directed Inception?")

    assert shipped().names == NAMES
    assert tried[0].confidence > 0.7
    assert set(tried[0].evidence) >= {"ahead", "apart", "agreed", "relation"}

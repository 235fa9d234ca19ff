from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from functools import partial
from typing import cast

import numpy as np
import pytest

from kgqa.algebra import (
    Apply,
    Comparison,
    Count,
    Difference,
    Filter,
    Intersection,
    Membership,
    Ordinal,
    Superlative,
    Type,
    Typed,
)
from kgqa.generate import closed, drawing, sets
from kgqa.generate.drawn import Drawn, Pool
from kgqa.generate.plan import KINDS, Plan
from kgqa.generate.simple import FEWEST, MOST, members, offers
from kgqa.generate.world import World

EACH = 25


@pytest.fixture(scope="module")
def drawn(world: World) -> dict[str, list[Drawn]]:
    found, _ = drawing.draw(world, Plan(store="", each=EACH))
    return {kind: [one for one in found if one.kind == kind] for kind in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_as_many_of_each_kind_are_drawn_as_are_wanted(
    drawn: dict[str, list[Drawn]], kind: str
) -> None:
    assert len(drawn[kind]) == EACH


@pytest.mark.parametrize("kind", ["simple", "typed", "intersection", "comp", "difference"])
def test_a_set_has_at_least_five_answers_with_names(
    drawn: dict[str, list[Drawn]], world: World, kind: str
) -> None:
    for one in drawn[kind]:
        nodes = members(world, one.query)  # type: ignore[arg-type]
        assert FEWEST <= len(nodes) <= MOST
        assert world.are_named(nodes).all()


def test_neither_side_of_an_intersection_is_within_the_other(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["intersection"]:
        assert isinstance(one.query, Intersection)
        sides = [members(world, side) for side in one.query.operands if not isinstance(side, Type)]
        shared = members(world, one.query)
        assert all(len(shared) < len(side) for side in sides)


def test_a_difference_takes_something_away(drawn: dict[str, list[Drawn]], world: World) -> None:
    for one in drawn["difference"]:
        assert isinstance(one.query, Difference)
        assert len(members(world, one.query)) < len(members(world, one.query.left))


def test_a_composition_has_two_different_relations(drawn: dict[str, list[Drawn]]) -> None:
    for one in drawn["comp"]:
        assert isinstance(one.query, Apply)
        assert isinstance(one.query.things, Apply)
        assert len(set(one.relations)) == 2


def test_a_typed_query_names_a_class_of_its_answers(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["typed"]:
        assert isinstance(one.query, Apply)
        assert isinstance(one.query.relation, Typed)
        assert world.noun_of(one.query.relation.type.id)


def test_superlatives_and_ordinals_have_one_answer(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["superlative"] + drawn["ordinal"]:
        assert isinstance(one.query, Superlative | Ordinal)
        assert len(members(world, one.query)) == 1


def test_two_are_compared_that_differ(drawn: dict[str, list[Drawn]], world: World) -> None:
    for one in drawn["comparative"]:
        if isinstance(one.query, Comparison):
            turned = Comparison(one.query.right, one.query.comparator, one.query.left)
            assert world.denote(one.query) != world.denote(turned)


def test_half_of_the_yes_or_no_questions_are_answered_with_no(world: World) -> None:
    found, _ = drawing.draw(world, Plan(store="", each=100, kinds=("yesno",)))
    truths = Counter(world.denote(one.query) for one in found)

    assert 0.3 < truths[False] / len(found) < 0.7


def test_a_wrong_answer_is_of_the_class_of_a_right_one_and_has_the_relation_elsewhere(
    world: World,
) -> None:
    pool = Pool(world, offers(world), random.Random(1))
    seen = 0
    for one in iter(partial(pool.one), None):
        answers = pool.answers(one)
        near = closed.near_misses(pool, one, answers)
        assert not np.isin(near, answers).any()
        for node in near.tolist():
            own = world.classes_of(np.array([node], dtype=np.int32))
            assert np.isin(own, world.classes_of(answers)).any()
            seen += 1
        if seen > 50:
            break


def test_what_is_tested_holds_of_some_and_not_of_all(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["filter"]:
        tested = one.query.things if isinstance(one.query, Count) else one.query
        assert isinstance(tested, Filter)
        assert 1 <= len(members(world, tested)) < len(members(world, tested.things))


def test_questions_of_extremes_and_amounts_are_true_and_false(world: World) -> None:
    found, _ = drawing.draw(world, Plan(store="", each=100, kinds=("truth",)))
    truths = Counter(world.denote(one.query) for one in found)

    assert 0.25 < truths[False] / len(found) < 0.75


def test_one_of_two_has_more_than_the_other_by_an_amount_above_nothing(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["excess"]:
        (amount,) = cast("tuple[Decimal, ...]", world.denote(one.query))
        assert amount > 0


def test_what_held_in_a_year_and_ages_have_answers(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["time"] + drawn["age"] + drawn["fact"] + drawn["value"]:
        assert len(cast("tuple[Decimal, ...]", world.denote(one.query)))


def test_no_relation_has_more_than_its_share(world: World) -> None:
    found, refused = drawing.draw(world, Plan(store="", each=40, per_relation=2))
    capped = [one for one in found if one.kind not in drawing.UNCAPPED]
    by_kind = Counter((one.kind, relation) for one in capped for relation in set(one.relations))

    assert max(by_kind.values()) == 2
    assert refused["of a relation that has enough"] > 0


def test_the_same_seed_draws_the_same(world: World) -> None:
    plan = Plan(store="", each=10, seed=3)

    assert drawing.draw(world, plan)[0] == drawing.draw(world, plan)[0]
    assert drawing.draw(world, plan)[0] != drawing.draw(world, Plan(store="", each=10, seed=4))[0]


def test_what_is_asked_for_by_name_is_the_best_known_of_that_name(
    drawn: dict[str, list[Drawn]], world: World
) -> None:
    for one in drawn["yesno"]:
        assert isinstance(one.query, Membership)
        label = world.label(one.query.term.id)  # type: ignore[union-attr]
        assert world.names.exact(label, "en", limit=1)[0].id == one.query.term.id  # type: ignore[union-attr]


def test_every_simple_query_that_is_offered_has_its_answers(world: World) -> None:
    for offer in offers(world):
        for one in list(offer.simple())[:3]:
            assert FEWEST <= len(one.answers(world)) <= MOST


def test_simple_queries_of_all_relations_come_in_turn(world: World) -> None:
    pool = Pool(world, offers(world), random.Random(1))
    first = [one.relations[0] for one, _ in zip(sets.simple(pool), range(20), strict=False)]

    assert len(set(first)) > 10

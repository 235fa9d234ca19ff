"""Each rule of `kgqa.algebra.rewrite` as a law, by the name of the rule."""

from __future__ import annotations

import sys
from decimal import Decimal

import pytest
from compositions import Composer
from expressions import expressions
from graphs import Graph
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reference import Reference
from strategies import graphs, scenes

from kgqa.algebra import (
    Apply,
    Comparison,
    Condition,
    Count,
    Difference,
    Entity,
    Existence,
    Filter,
    Intersection,
    Inverse,
    Named,
    Number,
    Ordinal,
    Property,
    Query,
    Sign,
    Superlative,
    Tally,
    Text,
    Type,
    Typed,
    Union,
    parse_expression,
    rewrite,
    to_text,
)
from kgqa.algebra.rewrite import RULES, simplify

Scene = tuple[Graph, Composer]
FEW = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=100)


@st.composite
def stages(draw: st.DrawFn) -> Scene:
    """Draw a graph, and what composes sets about it."""
    graph = draw(graphs())
    return graph, Composer(draw, graph)


def holds(graph: Graph, rule: rewrite.Rule, before: Query) -> None:
    """Assert that the rule has something to do, and keeps the meaning."""
    after = rule(before)
    assert after != before
    assert Reference(graph).denote(after) == Reference(graph).denote(before)  # type: ignore[arg-type]


# --- The laws --------------------------------------------------------------------------------


@FEW
@given(stages())
def test_remove_double_inverses(stage: Scene) -> None:
    graph, composer = stage
    way, things = Property("P1"), composer.set()
    assert rewrite.remove_double_inverses(Inverse(Inverse(way))) == way
    before = Apply(Inverse(Inverse(way)), things)
    assert simplify(before) == simplify(Apply(way, things))
    assert Reference(graph).denote(before) == Reference(graph).denote(Apply(way, things))


@FEW
@given(stages())
def test_untype_relations(stage: Scene) -> None:
    graph, composer = stage
    before = Apply(Typed(Property("P1"), composer.item()), composer.part())
    holds(graph, rewrite.untype_relations, before)


@FEW
@given(stages())
def test_flatten_intersections(stage: Scene) -> None:
    graph, composer = stage
    inner = Intersection((composer.set(), composer.part()))
    holds(graph, rewrite.flatten_intersections, Intersection((composer.part(), inner)))


@FEW
@given(stages())
def test_flatten_unions(stage: Scene) -> None:
    graph, composer = stage
    inner = Union((composer.set(), composer.part()))
    holds(graph, rewrite.flatten_unions, Union((composer.part(), inner)))


@FEW
@given(stages())
def test_remove_duplicates(stage: Scene) -> None:
    graph, composer = stage
    things, tests = composer.set(), composer.tests()
    holds(graph, rewrite.remove_duplicates, Intersection((things, composer.part(), things)))
    holds(graph, rewrite.remove_duplicates, Union((things, composer.part(), things)))
    holds(graph, rewrite.remove_duplicates, Filter(things, tests + tests))


@FEW
@given(stages())
def test_absorb(stage: Scene) -> None:
    graph, composer = stage
    things, other = composer.set(), composer.part()
    holds(graph, rewrite.absorb, Intersection((things, Union((things, other)))))
    holds(graph, rewrite.absorb, Union((Intersection((other, things)), things)))


@FEW
@given(stages())
def test_gather_applications(stage: Scene) -> None:
    graph, composer = stage
    way = composer.way()
    both = (Apply(way, composer.item()), composer.set(), Apply(way, composer.item()))
    holds(graph, rewrite.gather_applications, Union(both))


@FEW
@given(stages())
def test_merge_differences(stage: Scene) -> None:
    graph, composer = stage
    first = Type(composer.item())
    before = Difference(Difference(first, composer.set()), composer.set())
    holds(graph, rewrite.merge_differences, before)


@FEW
@given(stages())
def test_lift_differences(stage: Scene) -> None:
    graph, composer = stage
    inner = Difference(Type(composer.item()), composer.set())
    before = Intersection((composer.part(), inner, composer.part()))
    holds(graph, rewrite.lift_differences, before)


@FEW
@given(stages())
def test_merge_filters(stage: Scene) -> None:
    graph, composer = stage
    before = Filter(Filter(composer.part(), composer.tests()), composer.tests())
    holds(graph, rewrite.merge_filters, before)


@FEW
@given(stages())
def test_apply_equalities(stage: Scene) -> None:
    graph, composer = stage
    for bound in (composer.item(), Type(composer.item())):
        test = Condition(composer.way(), "=", bound)
        before = Filter(composer.set(), (*composer.tests(), test))
        holds(graph, rewrite.apply_equalities, before)


@FEW
@given(stages())
def test_push_filters_into_intersections(stage: Scene) -> None:
    graph, composer = stage
    applied = Apply(composer.way(), composer.part())
    before = Filter(Intersection((composer.part(), applied)), composer.tests())
    holds(graph, rewrite.push_filters_into_intersections, before)


@FEW
@given(stages())
def test_push_filters_into_differences(stage: Scene) -> None:
    graph, composer = stage
    before = Filter(Difference(Type(composer.item()), composer.set()), composer.tests())
    holds(graph, rewrite.push_filters_into_differences, before)


@FEW
@given(stages(), st.sampled_from([1, -1]))
def test_name_extremes(stage: Scene, place: int) -> None:
    graph, composer = stage
    everything = Union(tuple(Entity(f"Q{number}") for number in range(1, 7)))
    for key in (Property("P3"), Property("P5"), Tally(Property("P1"))):
        holds(graph, rewrite.name_extremes, Ordinal(place, composer.set(), key))
        holds(graph, rewrite.name_extremes, Ordinal(place, everything, key))


@FEW
@given(stages(), st.sampled_from(["~", "^=", "="]))
def test_merge_name_tests(stage: Scene, sign: Sign) -> None:
    graph, composer = stage
    inner = Named(composer.set(), sign, Text("star"))
    holds(graph, rewrite.merge_name_tests, Named(inner, sign, Text("star")))


@FEW
@given(stages(), st.sampled_from(["max", "min"]))
def test_merge_superlatives(stage: Scene, extreme: str) -> None:
    graph, composer = stage
    for key in (Property("P3"), Property("P5"), Tally(Property("P1"))):
        inner = Superlative(extreme, composer.set(), key)  # type: ignore[arg-type]
        holds(graph, rewrite.merge_superlatives, Superlative(extreme, inner, key))  # type: ignore[arg-type]


@FEW
@given(stages())
def test_ask_for_existence(stage: Scene) -> None:
    graph, composer = stage
    count, zero, one = Count(composer.set()), Number(Decimal(0)), Number(Decimal(1))
    for before in (
        Comparison(count, ">", zero),
        Comparison(count, "!=", zero),
        Comparison(count, ">=", one),
        Comparison(zero, "<", count),
        Comparison(one, "<=", count),
    ):
        assert isinstance(rewrite.ask_for_existence(before), Existence)
        holds(graph, rewrite.ask_for_existence, before)


def test_every_rule_is_a_law_of_the_same_name() -> None:
    laws = vars(sys.modules[__name__])
    assert [rule.__name__ for rule in RULES if f"test_{rule.__name__}" not in laws] == []


# --- All rules together ----------------------------------------------------------------------


@st.composite
def compositions(draw: st.DrawFn) -> tuple[Graph, Query]:
    graph = draw(graphs())
    return graph, Composer(draw, graph).query()


@MANY
@given(compositions())
def test_simplifying_a_composition_keeps_its_meaning(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert Reference(graph).denote(simplify(query)) == Reference(graph).denote(query)


@MANY
@given(scenes())
def test_simplifying_a_question_keeps_its_meaning(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert Reference(graph).denote(simplify(query)) == Reference(graph).denote(query)


@MANY
@given(expressions())
def test_simplifying_twice_changes_nothing_more(query: Query) -> None:
    assert simplify(simplify(query)) == simplify(query)


@MANY
@given(expressions())
def test_what_is_simplified_can_be_written(query: Query) -> None:
    assert parse_expression(to_text(simplify(query))) == simplify(query)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("P57[Q11424](Q1)[P577 > 2010]", "P57(Q1)[P577 > 2010] & type(Q11424)"),
        ("^^^P57(Q1)[^^P2 = 5]", "^P57(Q1)[P2 = 5]"),
        ("(Q1 & (Q2 & Q3)) & Q1", "Q1 & Q2 & Q3"),
        ("P1(Q1) | P1(Q2) | P2(Q3)", "P1(Q1 | Q2) | P2(Q3)"),
        ("P1(Q1)[P2 = Q3, P4 > 5][P4 > 5]", "P1(Q1)[P4 > 5] & P2(Q3)"),
        (
            "(P1(Q1) & type(Q2) - P2(Q3))[P3 > 5] - P4(Q4) & P9(Q8)",
            "(P1(Q1)[P3 > 5] & type(Q2) & P9(Q8)) - (P2(Q3) | P4(Q4))",
        ),
        ("argmax(nth(-1, type(Q5), P569), P569)", "argmax(type(Q5), P569)"),
        ("1 <= count(type(Q5) | type(Q5))", "exists(type(Q5))"),
        (
            "nth(1, type(Q5), P1) | nth(-1, type(Q5), P1)",
            "argmin(type(Q5), P1) | argmax(type(Q5), P1)",
        ),
        ("Q1 & (Q1 | Q2) | Q3 & (Q4 | Q3)", "Q1 | Q3"),
        # Left alone, because the other side means something else:
        ("Q1 & (Q2 | Q3)", "Q1 & (Q2 | Q3)"),
        ("Q1 | Q2 & Q3", "Q1 | Q2 & Q3"),
        ("5 & (5 | type(Q1))", "5 & (5 | type(Q1))"),
        ("5 | type(Q1) & 5", "5 | type(Q1) & 5"),
        ("5 & (5 | type(Q1)) & type(Q2)", "5 & (5 | type(Q1)) & type(Q2)"),
        ("5 & 5 & type(Q1) & (6 & 7)", "5 & type(Q1) & (6 & 7)"),
        ("type(Q1) & (^P1(Q1) - ^P1(Q2))", "type(Q1) & ^P1(Q1) - ^P1(Q2)"),
        ("(^P1(Q1) - ^P1(Q2))[P1 > 5]", "(^P1(Q1) - ^P1(Q2))[P1 > 5]"),
        ("type(Q1) & (1999-12 - type(Q2))", "type(Q1) & 1999-12 - type(Q2)"),
        ("5[P1 = Q1]", "5[P1 = Q1]"),
        ("type(Q1)[P1 = ^P2(Q1)]", "type(Q1)[P1 = ^P2(Q1)]"),
        ("type(Q1)[P1 != Q1]", "type(Q1)[P1 != Q1]"),
        ("P1(type(Q1)) | P1(type(Q2))", "P1(type(Q1)) | P1(type(Q2))"),
        ("P1(Q1) | ^P1(Q2)", "P1(Q1) | ^P1(Q2)"),
        ("argmax(argmax(type(Q1), P1), P2)", "argmax(argmax(type(Q1), P1), P2)"),
        ("nth(2, nth(2, type(Q1), P1), P1)", "nth(2, nth(2, type(Q1), P1), P1)"),
        ("count(type(Q1)) >= 0", "count(type(Q1)) >= 0"),
        ("count(type(Q1)) < 1", "count(type(Q1)) < 1"),
        ("5 | 5", "5 | 5"),
        ("^P1(Q1) | ^P1(Q1) > 5", "^P1(Q1) | ^P1(Q1) > 5"),
        ("^P1(Q1) - ^P1(Q2) - ^P1(Q3)", "^P1(Q1) - ^P1(Q2) - ^P1(Q3)"),
        ("type(Q1) - 1999-12 - type(Q2)", "type(Q1) - 1999-12 - type(Q2)"),
        ("(type(Q1) | type(Q2))[P1 > 5]", "(type(Q1) | type(Q2))[P1 > 5]"),
        ("argmax(type(Q1), P1)[P2 > 5]", "argmax(type(Q1), P1)[P2 > 5]"),
        ("argmax(argmin(type(Q1), P1), P1)", "argmax(argmin(type(Q1), P1), P1)"),
        ("Q1 | Q1 < 5", "Q1 | Q1 < 5"),
    ],
)
def test_an_expression_becomes_simpler(before: str, after: str) -> None:
    assert to_text(simplify(parse_expression(before))) == after

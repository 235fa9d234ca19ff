"""Four evaluators, one answer: SPARQL and arrays must say what the definition says."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from adjacent_graphs import denoted
from evaluators import Denotation, ask_oxigraph, ask_rdflib, spelled
from graphs import Graph, named_triples, statistics_of, triples
from hypothesis import HealthCheck, event, given, settings
from kgqa_store.statistics import Statistics
from reference import Reference
from strategies import lacking, namings, safe_days, scenes, totals
from strategies_of_strays import strays
from strategies_of_turns import turns

from kgqa.algebra import Query, to_text
from kgqa.errors import Incomparable
from kgqa.execute.compile import compile_query

Engine = Callable[[str, str], Denotation]
"""Given a graph as N-Triples and a query, what the query denotes."""
UNHURRIED = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def agree(
    scene: tuple[Graph, Query],
    engine: Engine,
    statistics: Statistics | None,
    written: Callable[[Graph], str] = triples,
) -> None:
    graph, query = scene
    try:
        sparql = compile_query(query, statistics).sparql
    except Incomparable:
        event("refused")
        return
    expected = to_nine_digits(spelled(Reference(graph).denote(query)))
    event(f"empty: {not expected}")
    found = to_nine_digits(engine(written(graph), sparql))
    assert found == expected, f"{to_text(query)}\n{sparql}"


def to_nine_digits(denotation: Denotation) -> Denotation:
    """What is denoted, as far as engines agree where a quotient never ends."""
    if isinstance(denotation, bool):
        return denotation
    numbers = {one: one.removeprefix("number ") for one in denotation if one.startswith("number ")}
    short = {f"number {Decimal(f'{Decimal(n):.9g}').normalize():f}" for n in numbers.values()}
    return frozenset(denotation - numbers.keys() | short)


@given(scenes())
@settings(max_examples=400, **UNHURRIED)
def test_oxigraph_agrees_with_the_definition(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]))


@given(scenes(safe_days, plain=True))
@settings(max_examples=150, **UNHURRIED)
def test_oxigraph_agrees_where_nothing_is_known_of_the_graph(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, None)


@given(scenes(safe_days))
@settings(max_examples=100, **UNHURRIED)
def test_rdflib_agrees_with_the_definition(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_rdflib, statistics_of(scene[0]))


@given(turns())
@settings(max_examples=200, **UNHURRIED)
def test_oxigraph_agrees_about_orders_by_qualifiers(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]))


@given(turns(safe_days))
@settings(max_examples=60, **UNHURRIED)
def test_rdflib_agrees_about_orders_by_qualifiers(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_rdflib, statistics_of(scene[0]))


@given(strays())
@settings(max_examples=200, **UNHURRIED)
def test_oxigraph_agrees_where_numbers_stand_among_dates(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]))


@given(strays(safe_days))
@settings(max_examples=60, **UNHURRIED)
def test_rdflib_agrees_where_numbers_stand_among_dates(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_rdflib, statistics_of(scene[0]))


@given(strays())
@settings(max_examples=150, **UNHURRIED)
def test_denote_agrees_where_numbers_stand_among_dates(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert denoted(graph, query) == spelled(Reference(graph).denote(query)), to_text(query)


@given(lacking())
@settings(max_examples=150, **UNHURRIED)
def test_oxigraph_agrees_about_those_that_lack_a_property(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]))


@given(namings())
@settings(max_examples=200, **UNHURRIED)
def test_oxigraph_agrees_about_names(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]), named_triples)


@given(namings(safe_days))
@settings(max_examples=60, **UNHURRIED)
def test_rdflib_agrees_about_names(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_rdflib, statistics_of(scene[0]), named_triples)


@given(totals())
@settings(max_examples=300, **UNHURRIED)
def test_oxigraph_agrees_about_sums_and_averages(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_oxigraph, statistics_of(scene[0]))


@given(totals(safe_days))
@settings(max_examples=80, **UNHURRIED)
def test_rdflib_agrees_about_sums_and_averages(scene: tuple[Graph, Query]) -> None:
    agree(scene, ask_rdflib, statistics_of(scene[0]))


@given(scenes())
@settings(max_examples=300, **UNHURRIED)
def test_denote_agrees_with_the_definition(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert denoted(graph, query) == spelled(Reference(graph).denote(query)), to_text(query)


@given(turns())
@settings(max_examples=200, **UNHURRIED)
def test_denote_agrees_about_orders_by_qualifiers(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert denoted(graph, query) == spelled(Reference(graph).denote(query)), to_text(query)


@given(lacking())
@settings(max_examples=150, **UNHURRIED)
def test_denote_agrees_about_those_that_lack_a_property(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert denoted(graph, query) == spelled(Reference(graph).denote(query)), to_text(query)


@given(namings())
@settings(max_examples=100, **UNHURRIED)
def test_denote_agrees_about_names(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    assert denoted(graph, query) == spelled(Reference(graph).denote(query)), to_text(query)


@given(totals())
@settings(max_examples=150, **UNHURRIED)
def test_denote_agrees_about_sums_and_averages(scene: tuple[Graph, Query]) -> None:
    graph, query = scene
    expected = to_nine_digits(spelled(Reference(graph).denote(query)))
    assert to_nine_digits(denoted(graph, query)) == expected, to_text(query)

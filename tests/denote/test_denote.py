"""What only `denote` has: a cache, a limit, and terms that the graph lacks.

That it says what the definition says is tested in `execute/test_agreement.py`.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from adjacent_graphs import adjacency_of
from graphs import Day, Edge, Item, graph_of, statistics_of, triples
from kgqa_store.statistics import Statistics

from kgqa.algebra import Query, Type, parse_expression
from kgqa.algebra.terms import Entity
from kgqa.denote import Cache, Graph, TooLarge, denote

FOOT, METRE, KILOMETRE = "Q3710", "Q11573", "Q828224"
PEAKS = graph_of(
    [
        Edge(Item("Q1"), "P2044", Decimal(1000), METRE),
        Edge(Item("Q2"), "P2044", Decimal(1), KILOMETRE),
        Edge(Item("Q3"), "P2044", Decimal("3280.8"), FOOT),
        Edge(Item("Q4"), "P2044", Decimal("0.1")),
        *(Edge(Item(f"Q{n}"), "P31", Item("Q8502")) for n in range(1, 5)),
        Edge(Item("Q1"), "P571", Day(1900), precision=7),
        Edge(Item("Q2"), "P571", Day(1850)),
    ]
)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return Graph(adjacency_of(triples(PEAKS)), statistics_of(PEAKS))


def texts(graph: Graph, expression: str) -> set[str]:
    found = denote(parse_expression(expression), graph)
    assert isinstance(found, np.ndarray)
    return {graph.text(node) for node in found.tolist()}


def test_amounts_in_several_units_tie_where_they_are_equal(graph: Graph) -> None:
    assert texts(graph, "argmax(type(Q8502), P2044)") == {"Q1", "Q2"}
    assert texts(graph, "type(Q8502)[P2044 = 1000 metre]") == {"Q1", "Q2"}
    assert texts(graph, "nth(-2, type(Q8502), P2044)") == {"Q3"}
    assert texts(graph, "argmin(type(Q8502), P2044)") == {"Q4"}


def test_converted_amounts_are_equal_in_spite_of_rounding() -> None:
    peaks = graph_of(
        [
            Edge(Item("Q1"), "P2044", Decimal(3), FOOT),
            Edge(Item("Q2"), "P2044", Decimal("0.9144"), METRE),
        ]
    )
    over = Graph(adjacency_of(triples(peaks)), statistics_of(peaks))

    assert float(3) * 0.3048 != 0.9144
    assert texts(over, "argmax(Q1 | Q2, P2044)") == {"Q1", "Q2"}
    assert texts(over, "P2044(3 foot)") == {"Q1", "Q2"}


def test_a_date_of_a_century_is_not_before_a_year_of_it(graph: Graph) -> None:
    assert texts(graph, "type(Q8502)[P571 < 1850]") == set()
    assert texts(graph, "type(Q8502)[P571 = 1850]") == {"Q1", "Q2"}
    assert texts(graph, "argmin(type(Q8502), P571)") == {"Q1", "Q2"}


def test_what_the_graph_lacks_is_itself_and_nothing_leads_to_it(graph: Graph) -> None:
    assert texts(graph, "Q999") == {"Q999"}
    assert texts(graph, "Q999 | Q1") == {"Q999", "Q1"}
    assert texts(graph, "P31(Q999)") == set()
    assert texts(graph, "^P2044(Q1 | Q999) & 1000") == {"1000"}
    assert denote(parse_expression("Q999 in type(Q8502)"), graph) is False
    assert denote(parse_expression("count(Q999 | Q998)"), graph) == (Decimal(2),)


def test_numbers_that_nobody_has_are_told(graph: Graph) -> None:
    assert denote(parse_expression("count(type(Q8502)) - count(Q1)"), graph) == (Decimal(3),)
    assert texts(graph, "^P2044(Q1) - ^P2044(Q4)") == {"999.9"}


def test_a_cache_is_asked_first_and_keeps_every_part(graph: Graph) -> None:
    cache: Cache = {}
    query = parse_expression("count(argmax(type(Q8502), P2044) - Q1)")
    assert denote(query, graph, cache) == (Decimal(1),)
    assert Type(Entity("Q8502")) in cache and query in cache

    cache[Type(Entity("Q8502"))] = np.empty(0, dtype=np.int32)
    assert texts_of(graph, denote(parse_expression("type(Q8502) | Q1"), graph, cache)) == {"Q1"}


def texts_of(graph: Graph, found: object) -> set[str]:
    assert isinstance(found, np.ndarray)
    return {graph.text(node) for node in found.tolist()}


def test_a_denotation_cannot_be_changed_by_who_gets_it(graph: Graph) -> None:
    found = denote(parse_expression("type(Q8502)"), graph)
    assert isinstance(found, np.ndarray)
    with pytest.raises(ValueError, match="read-only"):
        found[0] = 0


@pytest.mark.parametrize(
    "expression",
    ["type(Q8502)", "count(type(Q8502))", "type(Q8502)[P2044 > ^P2044(Q1 | Q2)]", "P31(Q8502)"],
)
def test_what_is_too_large_is_said_and_not_kept(graph: Graph, expression: str) -> None:
    cache: Cache = {}
    query: Query = parse_expression(expression)
    with pytest.raises(TooLarge):
        denote(query, graph, cache, most=3)
    assert query not in cache
    with pytest.raises(TooLarge):
        denote(query, graph, cache, most=3)


def test_without_statistics_the_units_of_the_edges_count() -> None:
    peaks = graph_of(
        [
            Edge(Item("Q1"), "P1", Decimal(5), METRE),
            Edge(Item("Q2"), "P1", Decimal(4), METRE),
            Edge(Item("Q3"), "P1", Decimal(9), "Q11570"),
        ]
    )
    adjacency = adjacency_of(triples(peaks))
    for statistics in (None, statistics_of(peaks)):
        assert texts(Graph(adjacency, statistics), "argmax(Q1 | Q2 | Q3, P1)") == {"Q1"}
    assert texts(Graph(adjacency, Statistics()), "argmax(Q1 | Q2 | Q3, P1)") == set()


def test_names_count_in_every_language_and_where_none_are_known_nothing_is_claimed() -> None:
    adjacency = adjacency_of(triples(PEAKS))
    known = {"Q1": ["Weißhorn", "Cervin"], "Q2": ["Matterhorn"]}
    named = Graph(adjacency, None, lambda id_: known.get(id_, []))

    assert texts(named, 'type(Q8502)[name ~ "HORN"]') == {"Q1", "Q2"}
    assert texts(named, 'type(Q8502)[name ^= "cer"]') == {"Q1"}
    with pytest.raises(TooLarge, match="names"):
        texts(Graph(adjacency), 'type(Q8502)[name ~ "HORN"]')


def test_metres_and_kilograms_never_compare() -> None:
    things = graph_of(
        [
            Edge(Item("Q1"), "P1", Decimal(9), METRE),
            Edge(Item("Q2"), "P1", Decimal(9), "Q11570"),
            Edge(Item("Q3"), "P1", Decimal(9)),
        ]
    )
    over = Graph(adjacency_of(triples(things)), statistics_of(things))

    assert texts(over, "P1(9 metre)") == {"Q1", "Q3"}
    assert texts(over, "(Q1 | Q2 | Q3)[P1 > 8 kilogram]") == {"Q2", "Q3"}
    assert texts(over, "P1(9)") == {"Q1", "Q2", "Q3"}

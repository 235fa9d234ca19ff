"""Places in the order of a qualifier are turns, however often it is stated when one began."""

from __future__ import annotations

import pytest
from graphs import Day, Edge, Graph, Item, Qualifier, graph_of
from memory_store import MemoryStore

from kgqa.algebra import Entity, parse_expression
from kgqa.execute.compile import compile_query
from kgqa.execute.run import execute

OFFICE = Item("Q9")


def held(by: str, *starts: Day) -> Edge:
    return Edge(Item(by), "P39", OFFICE, qualifiers=tuple(Qualifier("P580", s) for s in starts))


def graph() -> Graph:
    """Return an office that Q1 held, then Q2, then Q1 again, and then Q3, elected twice."""
    return graph_of(
        [
            held("Q1", Day(1885), Day(1885, 3, 4), Day(1893, 3, 4)),
            held("Q2", Day(1889, 3, 4)),
            held("Q3", Day(1897, 3, 4)),
            held("Q3", Day(1901, 3, 4)),
        ]
    )


@pytest.mark.parametrize(
    ("place", "who"),
    [(1, "Q1"), (2, "Q2"), (3, "Q1"), (4, "Q3"), (-1, "Q3"), (-2, "Q1"), (-3, "Q2"), (-4, "Q1")],
)
def test_what_is_stated_in_a_row_is_one_turn(place: int, who: str) -> None:
    query = parse_expression(f"nth({place}, P39(Q9), P39(Q9)@P580)")

    found = execute(query, MemoryStore(graph()))  # type: ignore[arg-type]

    assert [answer.value for answer in found.answers] == [Entity(who)]


def test_beyond_the_last_turn_is_nobody() -> None:
    query = parse_expression("nth(5, P39(Q9), P39(Q9)@P580)")

    assert execute(query, MemoryStore(graph())).answers == ()  # type: ignore[arg-type]


def test_all_qualifiers_are_found_before_the_first_is_tested() -> None:
    decades = [Qualifier(name, Day(1900), precision=8) for name in ("P580", "P582")]
    coarse = Edge(Item("Q4"), "P39", OFFICE, qualifiers=tuple(decades))
    statistics = MemoryStore(graph_of([coarse])).statistics
    query = parse_expression("argmax(P39(Q9), P39{P580 <= 1914, P582 >= 1918}(Q9)@P580)")

    sparql = compile_query(query, statistics).sparql

    body = sparql[sparql.index("SELECT") :]
    assert "OPTIONAL" in body
    for part in body.split("SELECT ?x")[1:]:
        head = part.split("OPTIONAL")[0]
        assert "pq:P580" in head and "pq:P582" in head

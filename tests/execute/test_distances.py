"""Distances: SPARQL without sines, the arrays and the definition agree who is near to whom."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from adjacent_graphs import denoted
from evaluators import ask_oxigraph, ask_rdflib, spelled
from graphs import Edge, Graph, Item, graph_of, statistics_of, triples
from reference import Reference

from kgqa.algebra import Difference, Entity, Near, Property, Quantity, Query, Union, to_text
from kgqa.algebra.errors import IllFormed
from kgqa.execute.compile import compile_query

LATITUDE, LONGITUDE = "P41", "P42"
KILOMETRE = Entity("Q828224")


def scene(seed: int) -> tuple[Graph, Query]:
    """Draw things all over the globe, some next to each other, and those near to some of them."""
    chance = random.Random(seed)
    edges = []
    for number in range(1, 9):
        spread = chance.choice((90.0, 2.0, 0.05))
        for property_, half in ((LATITUDE, 1.0), (LONGITUDE, 2.0)):
            degrees = Decimal(str(round(chance.uniform(-spread, spread) * half, 5)))
            edges.append(Edge(Item(f"Q{number}"), property_, degrees))
    everybody = Union(tuple(Entity(f"Q{n}") for n in range(1, 10)))
    center = Union((Entity("Q1"), Entity("Q2"))) if chance.random() < 0.5 else Entity("Q3")
    far = Decimal(chance.choice((1, 5, 12, 150, 900, 7000, 19000)))
    pair = Property(LATITUDE), Property(LONGITUDE)
    near = Near(everybody, *pair, center, Quantity(far, KILOMETRE))
    return graph_of(edges), Difference(everybody, near) if chance.random() < 0.2 else near


@pytest.mark.parametrize("seed", range(60))
def test_all_agree_who_is_near(seed: int) -> None:
    graph, query = scene(seed)
    expected = spelled(Reference(graph).denote(query))
    sparql = compile_query(query, statistics_of(graph)).sparql

    assert denoted(graph, query) == expected, to_text(query)
    assert ask_oxigraph(triples(graph), sparql) == expected, sparql
    assert seed % 6 or ask_rdflib(triples(graph), sparql) == expected, sparql


def test_most_scenes_have_somebody_near_and_somebody_far() -> None:
    found = [(graph, query) for graph, query in map(scene, range(60))]
    sizes = [len(Reference(graph).denote(query)) for graph, query in found]  # type: ignore[arg-type]
    assert sum(1 < size < 9 for size in sizes) > 40


def test_the_date_line_is_no_wall() -> None:
    places = {"Q1": ("0", "179.9"), "Q2": ("0", "-179.9"), "Q3": ("0", "0")}
    graph = graph_of(
        Edge(Item(item), property_, Decimal(degrees))
        for item, place in places.items()
        for property_, degrees in zip((LATITUDE, LONGITUDE), place, strict=True)
    )
    everybody = Union(tuple(map(Entity, places)))
    pair = Property(LATITUDE), Property(LONGITUDE)
    near = Near(everybody, *pair, Entity("Q1"), Quantity(Decimal(30), KILOMETRE))
    sparql = compile_query(near, statistics_of(graph)).sparql

    assert denoted(graph, near) == ask_oxigraph(triples(graph), sparql) == {"Q1", "Q2"}


def test_a_distance_is_a_length() -> None:
    weight = Quantity(Decimal(3), Entity("Q11570"))
    with pytest.raises(IllFormed, match="a distance is a length"):
        Near(Entity("Q1"), Property("P625"), None, Entity("Q2"), weight)

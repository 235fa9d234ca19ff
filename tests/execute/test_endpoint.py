"""The same expressions through a real endpoint: nothing is known of its graph but what it tells."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pyoxigraph as ox
import pytest
from graphs import Day, Edge, Item, graph_of, triples
from kgqa_store.endpoint import Endpoint
from kgqa_store.vocabulary import WD, WIKIBASE
from real_server import serving

from kgqa.algebra import parse_expression
from kgqa.answers import value_text
from kgqa.errors import Incomparable
from kgqa.execute.run import execute

MOUNTAIN = Item("Q8502")
WORLD = graph_of(
    [
        *(Edge(Item(f"Q{n}"), "P31", MOUNTAIN) for n in (1, 2, 3)),
        Edge(Item("Q1"), "P2044", Decimal(4000), "Q11573"),
        Edge(Item("Q2"), "P2044", Decimal(14000), "Q3710"),
        Edge(Item("Q3"), "P2044", Decimal(2), "Q828224"),
        Edge(Item("Q1"), "P571", Day(1999, 1, 1), None, 9),
        Edge(Item("Q2"), "P571", Day(1999, 5, 1)),
        Edge(Item("Q3"), "P571", Day(2001, 1, 1)),
    ]
)
LABELS = {"Q1": "Alpha", "Q2": "Beta", "Q3": "Gamma"}
DATATYPES = {"P2044": "Quantity", "P571": "Time", "P31": "WikibaseItem"}


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    rdf = triples(WORLD, LABELS)
    for name, kind in DATATYPES.items():
        rdf += f"<{WD}{name}> <{WIKIBASE}propertyType> <{WIKIBASE}{kind}> .\n"
    place = tmp_path_factory.mktemp("endpoint") / "graph"
    store = ox.Store(place)
    store.bulk_load(rdf.encode(), format=ox.RdfFormat.N_TRIPLES)
    store.flush()
    del store
    with serving(place) as address, Endpoint(address) as opened:
        yield opened


@pytest.mark.parametrize(
    ("expression", "answers"),
    [
        ("type(Q8502)", ["Alpha", "Beta", "Gamma"]),
        ("argmax(type(Q8502), P2044)", ["Beta"]),
        ("nth(1, type(Q8502), P2044)", ["Gamma"]),
        ("type(Q8502)[P2044 > 3 kilometre]", ["Alpha", "Beta"]),
        ("type(Q8502)[P571 > 1999-04-01]", ["Gamma", "Beta"]),
        ("argmin(type(Q8502), P571)", ["Alpha", "Beta"]),
        ("nth(2, type(Q8502), P571)", ["Gamma"]),
        ("count(type(Q8502))", ["3"]),
        ("^P2044(Q1) < ^P2044(Q2)", ["yes"]),
        ("years(^P571(Q1), ^P571(Q3))", ["2"]),
    ],
)
def test_an_endpoint_answers_as_a_store_does(
    endpoint: Endpoint, expression: str, answers: list[str]
) -> None:
    result = execute(parse_expression(expression), endpoint)

    assert sorted(value_text(a.value, result.labels) for a in result.answers) == sorted(answers)
    assert all(answer.proofs[0].facts for answer in result.answers)


def test_an_endpoint_refuses_a_length_beside_a_mass(endpoint: Endpoint) -> None:
    with pytest.raises(Incomparable):
        execute(parse_expression("type(Q8502)[P2044 > 3 kilogram]"), endpoint)

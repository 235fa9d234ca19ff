"""Over a graph in RDF of its own, the arrays, Oxigraph and rdflib find the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
import rdflib
from kgqa_store.local import LocalStore

from kgqa.algebra import (
    Apply,
    Condition,
    Difference,
    Entity,
    Filter,
    Having,
    Intersection,
    Inverse,
    Number,
    Property,
    Superlative,
    Tally,
    Text,
    Things,
    Type,
    Union,
    parse_expression,
    to_text,
)
from kgqa.denote import Evaluator, Graph
from kgqa.execute.compile import compile_query

QUERIES = 250
BY_RDFLIB = 40


class Walker:
    """Draws expressions about a graph by walking it."""

    def __init__(self, graph: Graph, seed: int) -> None:
        self.graph, self.chance = graph, random.Random(seed)
        self.adjacency = graph.adjacency

    def query(self) -> Things:
        """Return an expression."""
        adjacency, chance = self.adjacency, self.chance
        things: Things = Entity(adjacency.text(chance.randrange(adjacency.entities)))
        if chance.random() < 0.4:
            classes = adjacency.objects(adjacency.classes[0], _nodes(self.graph, things))
            if len(classes):
                things = Type(Entity(adjacency.text(int(chance.choice(classes.tolist())))))
        for _ in range(chance.randrange(1, 4)):
            things = self.larger(things)
        return things

    def larger(self, things: Things) -> Things:
        """Return an expression about what stands around the members of another."""
        nodes = _nodes(self.graph, things)
        nodes = nodes[nodes < self.adjacency.entities]
        if not len(nodes):
            return things
        # That a class is an owl:Class is told by the graph, and left out of the arrays.
        kinds = [self.adjacency.place(one) for one in self.adjacency.classes]
        ways = [w for w in self.adjacency.ways_around(nodes).tolist() if w >> 1 not in kinds]
        if not ways:
            return things
        way = self.chance.choice(ways)
        property_ = Property(self.adjacency.properties[way >> 1])
        other = Apply(property_ if way & 1 else Inverse(property_), things)
        match self.chance.randrange(8):
            case 5:
                tally = Tally(property_ if not way & 1 else Inverse(property_))
                return Having(things, tally, ">", Number(Decimal(1)))
            case 0:
                return Superlative(self.chance.choice(("max", "min")), things, Tally(property_))
            case 1:
                return Union((things, other))
            case 2:
                return Difference(things, other)
            case 3:
                return Filter(things, (self.condition(nodes.tolist()),))
            case 4:
                return Intersection((things, Apply(property_, Apply(Inverse(property_), things))))
            case _:
                return other

    def condition(self, nodes: list[int]) -> Condition:
        """Return a test that a member may pass."""
        for property_ in self.chance.sample(self.adjacency.properties, 6):
            values = self.adjacency.objects(property_, _array(nodes))
            if len(values):
                term = self.graph.term(int(self.chance.choice(values.tolist())))
                sign = self.chance.choice(("=", "<", ">=", "!="))
                if term.kind in (1, 2):
                    amount = term.value if term.kind == 1 else term.value // 10_000
                    return Condition(Property(property_), sign, Number(Decimal(str(amount))))
                if term.kind == 3:
                    return Condition(Property(property_), "=", Text(term.text.partition("\0")[0]))
        return Condition(Property(self.adjacency.classes[0]), "=", Entity("av:Valve"))


def _array(nodes: list[int]):  # noqa: ANN202 - an array of numbers
    import numpy as np

    return np.array(sorted(nodes), dtype=np.int32)


def _nodes(graph: Graph, things: Things):  # noqa: ANN202 - an array of numbers
    return Evaluator(graph, {}, 1 << 20).things(things)


def queries(graph: Graph, number: int) -> Iterator[Things]:
    walker = Walker(graph, 5)
    for _ in range(number):
        yield walker.query()


def found(graph: Graph, things: Things) -> set[str]:
    """Return what the arrays find, as texts that Oxigraph and rdflib give as well."""
    texts = set()
    for node in _nodes(graph, things).tolist():
        term = graph.term(node)
        is_number = term.kind == 1
        texts.add(f"{float(term.value):.6g}" if is_number else term.text.partition("\0")[0])
    return texts


def told(store: LocalStore, node: object) -> str:
    """Return a term of SPARQL as the arrays tell it."""
    value = str(node) if isinstance(node, rdflib.term.Node) else str(getattr(node, "value", node))
    datatype = str(getattr(getattr(node, "datatype", None), "value", getattr(node, "datatype", "")))
    if datatype.endswith(("integer", "decimal")):
        return f"{float(value):.6g}"
    if datatype.endswith("gYear"):
        return f"{value[:4]}-01-01"
    assert store.statistics is not None
    is_iri = "Literal" not in type(node).__name__
    return store.statistics.vocabulary.id_of(value) or value if is_iri else value


def sparql_of(store: LocalStore, things: Things) -> str:
    return compile_query(things, store.statistics).sparql


@pytest.fixture(scope="module")
def graph(company: LocalStore) -> Graph:
    """The arrays of the company."""
    assert company.adjacency is not None
    return Graph(company.adjacency, company.statistics)


def test_arrays_and_oxigraph_find_the_same_and_mostly_something(
    company: LocalStore, graph: Graph
) -> None:
    answered = 0
    for things in queries(graph, QUERIES):
        rows = company.select(sparql_of(company, things), seconds=30).rows
        wanted = found(graph, things)
        assert {told(company, row[0]) for row in rows} == wanted, to_text(things)
        answered += bool(wanted)

    assert answered > 0.6 * QUERIES


def test_rdflib_finds_the_same_by_the_same_text(
    company: LocalStore, graph: Graph, company_turtle: Path
) -> None:
    witness = rdflib.Graph().parse(company_turtle)
    for things in queries(graph, BY_RDFLIB):
        if "[av:releaseYear" in to_text(things):
            continue  # rdflib 7.6 does not order years
        rows = witness.query(sparql_of(company, things))
        assert {told(company, row[0]) for row in rows} == found(graph, things), to_text(things)  # type: ignore[index]


def test_an_expression_is_read_as_it_is_written(graph: Graph) -> None:
    for things in queries(graph, QUERIES):
        assert parse_expression(to_text(things)) == things


def test_a_wrong_way_is_noticed(company: LocalStore, graph: Graph) -> None:
    reports = Property("av:reportsTo")
    right, wrong = (Apply(one, Entity("ac:person-2")) for one in (reports, Inverse(reports)))
    rows = company.select(sparql_of(company, wrong), seconds=30).rows

    assert {told(company, row[0]) for row in rows} != found(graph, right)

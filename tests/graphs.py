"""Small graphs as the tests see them: edges with qualifiers, and the same graph as Wikidata's RDF.

An edge leads from an item to an item, a number, a date, a text, or the mark of an unknown value.
Its unit (of a number), precision (of a date), rank and qualifiers belong to the edge, as they do in
Wikidata. A graph is a networkx multigraph, with one `Edge` as the data of each of its edges.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

import networkx as nx
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics
from kgqa_store.vocabulary import PQ, PQV, PS, PSV, RDFS, WD, WDS, WDT, WDV, WIKIBASE, XSD, P

from kgqa.algebra.printer import date_text


@dataclass(frozen=True)
class Item:
    id: str


@dataclass(frozen=True)
class Day:
    """A date literal: what RDF says of a date, without its precision."""

    year: int
    month: int = 1
    day: int = 1


@dataclass(frozen=True)
class Unknown:
    """The mark of a value that exists and is not known."""

    number: int


Node = Item | Decimal | Day | str | Unknown


@dataclass(frozen=True)
class Qualifier:
    property: str
    value: Node
    unit: str | None = None
    precision: int = 11


@dataclass(frozen=True)
class Edge:
    subject: Item
    property: str
    value: Node
    unit: str | None = None
    precision: int = 11
    qualifiers: tuple[Qualifier, ...] = ()
    rank: str = "truthy"
    """truthy; normal: a statement that a better one outranks; deprecated: one that is wrong."""


Graph = nx.MultiDiGraph


def graph_of(edges: Iterable[Edge]) -> Graph:
    graph = nx.MultiDiGraph()
    for edge in edges:
        graph.add_edge(edge.subject, edge.value, edge=edge)
    return graph


def edges_of(graph: Graph) -> list[Edge]:
    return [edge for _, _, edge in graph.edges(data="edge")]


# --- As RDF ----------------------------------------------------------------------------------


def literal(node: Node) -> str:
    match node:
        case Item(id_):
            return f"<{WD}{id_}>"
        case Unknown(number):
            return f"_:unknown{number}"
        case Day(year, month, day):
            return f'"{date_text(year, month, day)}T00:00:00Z"^^<{XSD}dateTime>'
        case str():
            return '"' + node.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return f'"{node:+f}"^^<{XSD}decimal>'


NAMES = ("Star Wars", "starling", "North Star", "Ünder", None, 'a "star" \\ sign')
"""The names of the items Q1 to Q6; one has none."""


def label_of(node: Node) -> str | None:
    """The name of an item, if it has one."""
    number = int(node.id[1:]) if isinstance(node, Item) else 0
    return NAMES[number - 1] if 1 <= number <= len(NAMES) else None


def named_triples(graph: Graph) -> str:
    """A graph with the names of its items."""
    items = dict.fromkeys(node for node in graph.nodes if isinstance(node, Item))
    names = {item: name for item in items if (name := label_of(item)) is not None}
    lines = [f"{literal(i)} <{RDFS}label> {literal(name)}@en .\n" for i, name in names.items()]
    return triples(graph) + "".join(lines)


def triples(graph: Graph, labels: dict[str, str] | None = None) -> str:
    lines = [line for edge in edges_of(graph) for line in _edge_lines(edge)]
    lines += [f'<{WD}{id_}> <{RDFS}label> "{text}"@en' for id_, text in (labels or {}).items()]
    return "".join(f"{line} .\n" for line in dict.fromkeys(lines))


def _edge_lines(edge: Edge) -> Iterator[str]:
    subject, value = literal(edge.subject), literal(edge.value)
    if edge.rank == "truthy":
        yield f"{subject} <{WDT}{edge.property}> {value}"
    full = edge.rank != "truthy" or edge.qualifiers or edge.unit or edge.precision != 11
    if not full:
        return
    statement = f"<{WDS}{edge.subject.id}-{_hash(repr(edge))}>"
    yield f"{subject} <{P}{edge.property}> {statement}"
    yield f"{statement} <{PS}{edge.property}> {value}"
    rank = "DeprecatedRank" if edge.rank == "deprecated" else "NormalRank"
    yield f"{statement} <{WIKIBASE}rank> <{WIKIBASE}{rank}>"
    yield from _node_lines(statement, PSV + edge.property, edge.value, edge.unit, edge.precision)
    for q in edge.qualifiers:
        yield f"{statement} <{PQ}{q.property}> {literal(q.value)}"
        yield from _node_lines(statement, PQV + q.property, q.value, q.unit, q.precision)


def _node_lines(
    statement: str, predicate: str, value: Node, unit: str | None, precision: int
) -> Iterator[str]:
    node = f"<{WDV}{_hash(repr((value, unit, precision)))}>"
    if isinstance(value, Decimal) and unit:
        yield f"{statement} <{predicate}> {node}"
        yield f"{node} <{WIKIBASE}quantityAmount> {literal(value)}"
        yield f"{node} <{WIKIBASE}quantityUnit> <{WD}{unit}>"
    if isinstance(value, Day):
        yield f"{statement} <{predicate}> {node}"
        yield f"{node} <{WIKIBASE}timeValue> {literal(value)}"
        yield f'{node} <{WIKIBASE}timePrecision> "{precision}"^^<{XSD}integer>'


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# --- Its statistics --------------------------------------------------------------------------


def statistics_of(graph: Graph) -> Statistics:
    """Count what `kgqa_store.collect` counts, by looking at every edge."""
    edges = edges_of(graph)
    truthy: dict[str, set[tuple[Item, Node]]] = defaultdict(set)
    details: dict[str, list[tuple[Node, str | None, int]]] = defaultdict(list)
    qualifiers: dict[str, list[tuple[Node, str | None, int]]] = defaultdict(list)
    for edge in edges:
        if edge.rank == "truthy":
            truthy[edge.property].add((edge.subject, edge.value))
        details[edge.property].append((edge.value, edge.unit, edge.precision))
        for q in edge.qualifiers:
            qualifiers[q.property].append((q.value, q.unit, q.precision))
    return Statistics(
        edges={p: _use(truthy.get(p, set()), details[p]) for p in details},
        qualifiers={
            p: _use({(n, row[0]) for n, row in enumerate(rows)}, rows)
            for p, rows in qualifiers.items()
        },
        statements={},
        heavy={
            p: {
                value.id: n
                for value, n in Counter(o for _, o in pairs).items()
                if isinstance(value, Item) and n >= HEAVY
            }
            for p, pairs in truthy.items()
        },
        deprecated=sum(edge.rank == "deprecated" for edge in edges),
    )


def _use(
    pairs: Iterable[tuple[object, Node]], details: list[tuple[Node, str | None, int]]
) -> PropertyStatistics:
    pairs = list(pairs)
    return PropertyStatistics(
        edges=len(pairs),
        subjects=len({s for s, _ in pairs}),
        objects=len({o for _, o in pairs}),
        kinds=Counter(_kind(value) for value, _, _ in details),
        units=Counter(unit or "" for value, unit, _ in details if isinstance(value, Decimal)),
        precisions=Counter(p for value, _, p in details if isinstance(value, Day)),
    )


def _kind(node: Node) -> str:
    match node:
        case Item():
            return "entity"
        case Unknown():
            return "unknown"
        case Day():
            return "date"
        case str():
            return "text"
        case _:
            return "number"

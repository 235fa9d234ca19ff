"""A graph as plain dictionaries, from each entity to its values and back, read from N-Triples."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

ENTITY = "<http://www.wikidata.org/entity/"
PROP = "<http://www.wikidata.org/prop/"
VALUE = "<http://www.wikidata.org/value/"
ONTOLOGY = "<http://wikiba.se/ontology#"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"


class Day(NamedTuple):
    """A date with Wikidata's precision: 9 year, 10 month, 11 day."""

    year: int
    month: int
    day: int
    precision: int


class Measure(NamedTuple):
    """A number in a unit, by the unit's Q-number; "" where none is known."""

    number: Fraction | int
    unit: str


Value: TypeAlias = str | Day | Measure
"""An entity's Q-number, a date, or a quantity."""


@dataclass(slots=True)
class Edge:
    """A full statement and its qualifiers."""

    subject: str
    value: Value
    qualifiers: dict[str, list[Value]]


Neighbours: TypeAlias = defaultdict[str, dict[Value, set[Value]]]


@dataclass(slots=True)
class Adjacency:
    """Truthy edges in both directions and full statements by property, and labels by entity."""

    out: Neighbours = field(default_factory=lambda: defaultdict(dict))
    into: Neighbours = field(default_factory=lambda: defaultdict(dict))
    edges: defaultdict[str, list[Edge]] = field(default_factory=lambda: defaultdict(list))
    labels: defaultdict[Value, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, subject: str, relation: str, value: Value) -> None:
        """Add a truthy edge."""
        self.out[relation].setdefault(subject, set()).add(value)
        self.into[relation].setdefault(value, set()).add(subject)


@dataclass(slots=True)
class _Raw:
    """The lines of a file, sorted by what they say."""

    labels: list[tuple[str, str]] = field(default_factory=list)
    truthy: list[tuple[str, str, str]] = field(default_factory=list)
    claims: list[tuple[str, str, str]] = field(default_factory=list)
    simple: dict[str, str] = field(default_factory=dict)
    full: dict[tuple[str, str], str] = field(default_factory=dict)
    qualifiers: defaultdict[str, list[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    nodes: defaultdict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))


def read_adjacency(lines: Iterable[str]) -> Adjacency:
    """Return the graph of these N-Triples; values that nobody knows are left out."""
    raw = _Raw()
    for line in lines:
        _sort_in(raw, *line.rstrip(" .\n").split(" ", 2))
    graph, precise = Adjacency(), {}
    for subject, relation, statement in raw.claims:
        value = _value(raw, raw.simple[statement], raw.full.get((statement, "")))
        if value is None:
            continue
        precise[subject, relation, raw.simple[statement]] = value
        graph.edges[relation].append(Edge(subject, value, _qualifiers(raw, statement)))
    for subject, relation, object_ in raw.truthy:
        value = precise.get((subject, relation, object_)) or _value(raw, object_, None)
        if value is not None:
            graph.add(subject, relation, value)
    for subject, label in raw.labels:
        graph.labels[subject].append(label)
    return graph


def _sort_in(raw: _Raw, subject: str, predicate: str, object_: str) -> None:
    if predicate.startswith(PROP):
        *kind, relation = predicate[len(PROP) : -1].split("/")
        match kind:
            case ["direct"]:
                raw.truthy.append((_id(subject), relation, object_))
            case []:
                raw.claims.append((_id(subject), relation, object_))
            case ["statement"]:
                raw.simple[subject] = object_
            case ["statement", "value"]:
                raw.full[subject, ""] = object_
            case ["qualifier"]:
                raw.qualifiers[subject].append((relation, object_))
            case ["qualifier", "value"]:
                raw.full[subject, relation] = object_
    elif predicate == LABEL:
        # Those that are made have neither quotes nor escapes within.
        raw.labels.append((_id(subject), object_.split('"')[1]))
    elif subject.startswith(VALUE) and predicate.startswith(ONTOLOGY):
        raw.nodes[subject][predicate[len(ONTOLOGY) : -1]] = object_


def _qualifiers(raw: _Raw, statement: str) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for relation, object_ in raw.qualifiers.get(statement, ()):
        value = _value(raw, object_, raw.full.get((statement, relation)))
        if value is not None:
            found.setdefault(relation, []).append(value)
    return found


def _value(raw: _Raw, term: str, node: str | None) -> Value | None:
    details = raw.nodes[node] if node else {}
    if term.startswith(ENTITY):
        return _id(term)
    if term.endswith("#dateTime>"):
        year, month, day = term[1 : term.index("T")].rsplit("-", 2)
        precision = details.get("timePrecision", '"11"').split('"')[1]
        return Day(int(year), int(month), int(day), int(precision))
    if term.endswith("#decimal>"):
        unit = details.get("quantityUnit", ENTITY + ">")
        return Measure(_number(term.split('"')[1]), _id(unit))
    return None


def _number(text: str) -> Fraction | int:
    return Fraction(text) if "." in text else int(text)


def _id(term: str) -> str:
    return term[len(ENTITY) : -1]

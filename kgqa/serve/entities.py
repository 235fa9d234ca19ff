"""What a store says of one entity: its names, its statements with qualifiers, what leads to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyoxigraph as ox
from kgqa_store.results import Node
from kgqa_store.vocabulary import PQ, PQV, PS, PSV, WD, WDT, WIKIBASE, P

import sparql_templates as templates
from kgqa.algebra import Entity
from kgqa.answers import Fact, Measurement, Value, Words
from kgqa.as_json import fact_object, named
from kgqa.execute.reading import value_of
from kgqa.serve.desk import Desk
from kgqa.serve.own_entities import own_entity_document
from kgqa.serve.problems import nothing_about, wrong_id

_ID = re.compile(r"[QP][1-9][0-9]{0,17}")
INCOMING = 300
"""At most so many edges that lead to an entity are looked at."""


@dataclass(slots=True)
class Stated:
    """A statement as its rows come in: a value, a rank, qualifiers."""

    property: str
    id: str
    value: Node | None = None
    rank: str = "normal"
    precision: int | None = None
    unit: str | None = None
    qualifiers: list[tuple[str, Node]] = field(default_factory=list)
    nodes: dict[str, tuple[int | None, str | None]] = field(default_factory=dict)
    """For qualifiers with a node of their own: precision and unit."""

    def fact(self, subject: Value) -> Fact | None:
        """Return what the statement says; None where it has no value."""
        if self.value is None:
            return None
        qualifiers = []
        for name, node in self.qualifiers:
            precision, unit = self.nodes.get(name, (None, None))
            qualifiers.append((name, value_of(node, precision=precision, unit=unit)))
        value = value_of(self.value, unit=self.unit, precision=self.precision)
        return Fact(subject, self.property, value, tuple(qualifiers), self.id or None)


def entity_document(desk: Desk, id_: str, language: str, seconds: float) -> dict[str, Any]:
    """Return what the store says of an entity or a property, by property."""
    statistics = desk.store.statistics
    if statistics is not None and not statistics.vocabulary.is_wikidata:
        found = own_entity_document(
            desk, statistics.vocabulary, id_, language, seconds=seconds, most=INCOMING
        )
        is_property = id_ in statistics.edges
        return found | (_schema_of(desk, id_, language) if is_property else {})
    if not _ID.fullmatch(id_):
        raise wrong_id(id_, "Q42 or P31")
    entry = desk.names.describe(id_, language)
    subject = ox.NamedNode(WD + id_)
    stated = list(_statements(desk, subject, seconds))
    facts = list(_facts(stated, id_))
    incoming = _incoming(desk, subject, seconds)
    if entry is None and not facts and not incoming:
        raise nothing_about(id_)
    labels = desk.store.labels(_ids(facts, incoming, entry.types if entry else ()), language)
    document = {
        "id": id_,
        "label": entry.label if entry else id_,
        "description": entry.description if entry else "",
        "aliases": list(entry.aliases) if entry else [],
        "types": [named(one, labels) for one in (entry.types if entry else ())],
        "statements": list(_grouped(facts, stated, labels)),
        "incoming": [
            {"property": named(name, labels), "subjects": [named(one, labels) for one in subjects]}
            for name, subjects in incoming.items()
        ],
    }
    return document | (_schema_of(desk, id_, language) if id_[0] == "P" else {})


def _select(
    desk: Desk, name: str, subject: ox.NamedNode, columns: str, seconds: float, limit: str = ""
) -> tuple[tuple[Node | None, ...], ...]:
    pattern = templates.fill(name, lambda stem: f"?{stem}", {"entity": str(subject)})
    return desk.store.select(
        f"SELECT {columns} WHERE {{\n{pattern}\n}}{limit}", seconds=seconds
    ).rows


def _statements(desk: Desk, subject: ox.NamedNode, seconds: float) -> Iterable[Stated]:
    """Yield the statements of an entity, and its truthy edges that no statement says."""
    found: dict[str, Stated] = {}
    columns = "?claim ?statement ?predicate ?value ?precision ?unit"
    for row in _select(desk, "lookup/entity_statements", subject, columns, seconds):
        claim, statement, predicate, value, precision, unit = row
        if not isinstance(claim, ox.NamedNode) or not isinstance(statement, ox.NamedNode):
            continue
        id_ = statement.value.rsplit("/", 1)[-1]
        one = found.setdefault(id_, Stated(claim.value.removeprefix(P), id_))
        if isinstance(predicate, ox.NamedNode) and value is not None:
            _read(one, predicate.value, value, _number(precision), _item(unit))
    yield from found.values()
    told = {(one.property, one.value) for one in found.values()}
    for predicate, value in _select(
        desk, "lookup/entity_edges", subject, "?predicate ?value", seconds
    ):
        if isinstance(predicate, ox.NamedNode) and value is not None:
            name = predicate.value.removeprefix(WDT)
            if (name, value) not in told:
                yield Stated(name, "", value)


def _read(
    one: Stated, predicate: str, value: Node, precision: int | None, unit: str | None
) -> None:
    """Take what one triple of a statement says."""
    if predicate == f"{PSV}{one.property}":
        one.precision, one.unit = precision, unit
    elif predicate == f"{PS}{one.property}":
        one.value = value
    elif predicate == f"{WIKIBASE}rank" and isinstance(value, ox.NamedNode):
        one.rank = value.value.removeprefix(WIKIBASE).removesuffix("Rank").lower()
    elif predicate.startswith(PQV):
        one.nodes[predicate.removeprefix(PQV)] = precision, unit
    elif predicate.startswith(PQ) and "/" not in predicate.removeprefix(PQ):
        one.qualifiers.append((predicate.removeprefix(PQ), value))


def _facts(stated: Iterable[Stated], id_: str) -> Iterable[Fact]:
    subject = Entity(id_) if id_[0] == "Q" else Words(id_)
    for one in stated:
        fact = one.fact(subject)
        if fact is not None:
            yield fact


def _incoming(desk: Desk, subject: ox.NamedNode, seconds: float) -> dict[str, list[str]]:
    """Return by property which entities have this one as its value, up to a number."""
    found: dict[str, list[str]] = {}
    rows = _select(
        desk,
        "lookup/entity_incoming",
        subject,
        "?subject ?predicate",
        seconds,
        f" LIMIT {INCOMING}",
    )
    for other, predicate in rows:
        if isinstance(predicate, ox.NamedNode) and (name := _item(other)):
            found.setdefault(predicate.value.removeprefix(WDT), []).append(name)
    return {name: sorted(found[name]) for name in sorted(found)}


def _grouped(
    facts: Iterable[Fact], stated: Iterable[Stated], labels: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """Yield the statements of each property, those of the best rank first."""
    ranks = {one.id: one.rank for one in stated if one.id}
    groups: dict[str, list[dict[str, Any]]] = {}
    for fact in facts:
        told = fact_object(fact, labels)
        row = {"value": told["object"], "qualifiers": told["qualifiers"]}
        row["rank"] = ranks.get(fact.statement or "", "normal")
        groups.setdefault(fact.property, []).append(row)
    order = ("preferred", "normal", "deprecated")
    for name in sorted(groups, key=lambda one: int(one[1:])):
        values = sorted(groups[name], key=lambda row: order.index(row["rank"]))
        yield {"property": named(name, labels), "values": values}


def _schema_of(desk: Desk, id_: str, language: str) -> dict[str, Any]:
    """Return what a property joins, as far as the store counted it."""
    known = desk.schema.property(id_, language)
    if known is None:
        return {}
    shares = (known.subject_classes, known.object_classes)
    ids = [share.id for side in shares for share in side] + list(known.example)
    labels = desk.store.labels(ids, language)
    sides = [
        [named(one.id, labels) | {"share": round(one.share, 4)} for one in side] for side in shares
    ]
    return {
        "datatype": known.datatype,
        "edges": known.edges,
        "subjects": known.subjects,
        "objects": known.objects,
        "subject_classes": sides[0],
        "object_classes": sides[1],
        "example": [named(one, labels) for one in known.example],
    }


def _ids(facts: list[Fact], incoming: Mapping[str, list[str]], types: Iterable[str]) -> list[str]:
    """Return every id that is shown."""
    found = {*types, *incoming, *(one for group in incoming.values() for one in group)}
    for fact in facts:
        values: list[Value | str] = [fact.object, *(value for _, value in fact.qualifiers)]
        found |= {fact.property, *(name for name, _ in fact.qualifiers)}
        found |= {value.id for value in values if isinstance(value, Entity)}
        found |= {v.unit for v in values if isinstance(v, Measurement) and v.unit}
    return sorted(found)


def _number(node: Node | None) -> int | None:
    return int(node.value) if isinstance(node, ox.Literal) and node.value.isdigit() else None


def _item(node: Node | None) -> str | None:
    if not isinstance(node, ox.NamedNode):
        return None
    id_ = node.value.removeprefix(WD)
    return id_ if _ID.fullmatch(id_) else None

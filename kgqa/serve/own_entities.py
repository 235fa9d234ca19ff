"""What a graph of another vocabulary than Wikidata's says of one thing, and what leads to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyoxigraph as ox
from kgqa_store.graph_vocabulary import GraphVocabulary
from kgqa_store.results import Node

import sparql_templates as templates
from kgqa.algebra import Entity
from kgqa.answers import Fact
from kgqa.as_json import fact_object, named
from kgqa.execute.reading import value_of
from kgqa.serve.desk import Desk
from kgqa.serve.problems import nothing_about, wrong_id

MOST = 2_000
"""At most so many edges of a thing are told."""


def own_entity_document(
    desk: Desk, vocabulary: GraphVocabulary, id_: str, language: str, *, seconds: float, most: int
) -> dict[str, Any]:
    """Return what the store says of a thing or a property, by property; `most` lead to it."""
    iri = vocabulary.iri_of(id_)
    if iri is None:
        raise wrong_id(id_, "ex:person-7 or <http://acme.example/person-7>")
    node = ox.NamedNode(iri)
    entry = desk.names.describe(id_, language)
    facts = list(_facts(desk, vocabulary, node, id_, seconds))
    incoming = _incoming(desk, vocabulary, node, seconds, most)
    if entry is None and not facts and not incoming:
        raise nothing_about(id_)
    types = entry.types if entry else ()
    labels = desk.store.labels(sorted({*types, *_ids(facts, incoming)}), language)
    groups: dict[str, list[dict[str, Any]]] = {}
    for fact in facts:
        told = fact_object(fact, labels)
        row = {"value": told["object"], "qualifiers": [], "rank": "normal"}
        groups.setdefault(fact.property, []).append(row)
    return {
        "id": id_,
        "label": entry.label if entry else id_,
        "description": entry.description if entry else "",
        "aliases": list(entry.aliases) if entry else [],
        "types": [named(one, labels) for one in types],
        "statements": [
            {"property": named(name, labels), "values": groups[name]} for name in sorted(groups)
        ],
        "incoming": [
            {"property": named(name, labels), "subjects": [named(one, labels) for one in subjects]}
            for name, subjects in incoming.items()
        ],
    }


def _facts(
    desk: Desk, vocabulary: GraphVocabulary, node: ox.NamedNode, id_: str, seconds: float
) -> Iterator[Fact]:
    """Yield what is said of a thing by properties that are more than names of it."""
    for predicate, value in _select(
        desk, "lookup/own_edges", node, ("predicate", "value"), seconds, MOST
    ):
        name = _known(desk, vocabulary, predicate)
        if name is not None and value is not None and name != vocabulary.instance:
            yield Fact(Entity(id_), name, value_of(value, vocabulary=vocabulary))


def _incoming(
    desk: Desk, vocabulary: GraphVocabulary, node: ox.NamedNode, seconds: float, most: int
) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for other, predicate in _select(
        desk, "lookup/own_incoming", node, ("subject", "predicate"), seconds, most
    ):
        name = _known(desk, vocabulary, predicate)
        subject = vocabulary.id_of(other.value) if isinstance(other, ox.NamedNode) else None
        if name is not None and subject is not None:
            found.setdefault(name, []).append(subject)
    return {name: sorted(found[name]) for name in sorted(found)}


def _known(desk: Desk, vocabulary: GraphVocabulary, predicate: Node | None) -> str | None:
    """Return the id of a property that the store has edges of; names and the like have none."""
    id_ = vocabulary.id_of(predicate.value) if isinstance(predicate, ox.NamedNode) else None
    statistics = desk.store.statistics
    return id_ if statistics is not None and id_ in statistics.edges else None


def _select(
    desk: Desk, name: str, node: ox.NamedNode, columns: tuple[str, str], seconds: float, most: int
) -> tuple[tuple[Node | None, ...], ...]:
    pattern = templates.fill(name, lambda stem: f"?{stem}", {"entity": str(node)})
    head = " ".join(f"?{column}" for column in columns)
    query = f"SELECT {head} WHERE {{\n{pattern}\n}} LIMIT {most}"
    return desk.store.select(query, seconds=seconds).rows


def _ids(facts: list[Fact], incoming: dict[str, list[str]]) -> Iterator[str]:
    yield from incoming
    for subjects in incoming.values():
        yield from subjects
    for fact in facts:
        yield fact.property
        if isinstance(fact.object, Entity):
            yield fact.object.id

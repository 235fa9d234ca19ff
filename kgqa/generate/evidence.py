"""Sentences that may prove an edge: on the page of one side they name the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from kgqa_store.sorted_sets import intersection

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Filter,
    Intersection,
    Inverse,
    Membership,
    Ordinal,
    Property,
    Qualified,
    Query,
    Superlative,
    Typed,
    Union,
)
from kgqa.generate.pages import Page, Pages
from kgqa.generate.simple import members
from kgqa.generate.world import World
from kgqa.text.readers.verify import with_sentences_before

SHORTEST = 3
"""Letters of a name that is looked for in texts."""
MIDDLES = 3
"""Things in the middle of a composition that are tried, for an answer."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge that an answer rests on."""

    subject: str
    property: str
    object: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page that names the other side of an edge, with those before it."""

    page: Page
    text: str


def edges_of(query: Query, answer: str, world: World) -> list[list[Edge]]:
    """Return the ways in which an answer may be proved: for each, the edges it rests on."""
    match query:
        case Apply(Typed(relation, _), things):
            return edges_of(Apply(relation, things), answer, world)
        case Apply(relation, Entity(other)):
            return [[_edge(relation, answer, other)]]
        case Apply(relation, things):
            return list(_through(query, answer, world))
        case Intersection(operands):
            found: list[list[Edge]] = [[]]
            for operand in operands:
                if isinstance(operand, Apply):
                    ways = edges_of(operand, answer, world)
                    found = [[*before, *way] for before in found for way in ways]
            return found
        case Difference(left, _):
            return edges_of(left, answer, world)
        case Superlative(_, Union(), _):
            return []
        case Superlative(_, things, _) | Ordinal(_, things, _) | Filter(things, _):
            return edges_of(things, answer, world)
        case Membership(Entity(member), things):
            return edges_of(things, member, world)
        case _:
            return []


def _edge(relation: object, answer: str, other: str) -> Edge:
    if isinstance(relation, Inverse):
        return Edge(other, _property(relation.relation), answer)
    return Edge(answer, _property(relation), other)


def _property(relation: object) -> str:
    """Return the property of a relation; whether its qualifiers pass no sentence is asked."""
    return relation.property.id if isinstance(relation, Qualified) else cast(Property, relation).id


def _through(query: Apply, answer: str, world: World) -> Iterator[list[Edge]]:
    """Yield the ways through a thing in the middle."""
    relation, inner = query.relation, query.things
    node = world.adjacency.entity(answer)
    if node is None:
        return
    start = np.array([node], dtype=np.int32)
    if isinstance(relation, Inverse):
        near = world.adjacency.subjects(_property(relation.relation), start)
    else:
        near = world.adjacency.objects(_property(relation), start)
    for middle in intersection(near, members(world, inner))[:MIDDLES].tolist():
        id_ = world.id(middle)
        for way in edges_of(inner, id_, world):
            yield [_edge(relation, answer, id_), *way]


class Evidence:
    """Looks for sentences in pages."""

    def __init__(self, pages: Pages, world: World) -> None:
        """Look in `pages` for the names that `world` has."""
        self.pages, self.world = pages, world
        self._patterns: dict[str, re.Pattern[str] | None] = {}

    def sentences(self, edge: Edge) -> Iterator[Sentence]:
        """Yield the sentences of either page that name the other side."""
        for about, other in ((edge.subject, edge.object), (edge.object, edge.subject)):
            pattern = self._pattern(other)
            if pattern is None:
                continue
            for page in self.pages.of(about):
                if not pattern.search(page.text):
                    continue
                told = page.sentences()
                for number, sentence in enumerate(told):
                    if pattern.search(sentence):
                        yield Sentence(page, with_sentences_before(told, number))

    def _pattern(self, id_: str) -> re.Pattern[str] | None:
        if id_ not in self._patterns:
            names = [self.world.label(id_), *self.world.aliases(id_)]
            long = sorted({one for one in names if len(one) >= SHORTEST}, key=len, reverse=True)
            words = "|".join(map(re.escape, long))
            self._patterns[id_] = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if long else None
        return self._patterns[id_]

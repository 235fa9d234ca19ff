"""Which relations an entity has in a store: for training and measuring, many look-ups at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pyoxigraph as ox
from kgqa_store.generations import lease

from kgqa.parse.relations_lexicon import Relation

ENTITY = "http://www.wikidata.org/entity/"
DIRECT = "http://www.wikidata.org/prop/direct/"
DATE = ox.NamedNode("http://www.w3.org/2001/XMLSchema#dateTime")
MOST_EDGES = 20_000
"""Edges of an entity that are looked at; only countries and the like have more."""


class Edges:
    """The truthy edges of a graph, read without SPARQL."""

    def __init__(self, graph: ox.Store) -> None:
        self._graph = graph

    def between(self, entity: str, other: str) -> frozenset[Relation]:
        """Return the relations that lead from `entity` to `other`."""
        one, two = _node(entity), _node(other)
        backwards = self._graph.quads_for_pattern(one, None, two)
        forwards = self._graph.quads_for_pattern(two, None, one)
        return frozenset(
            (*_relations(backwards, inverse=True), *_relations(forwards, inverse=False))
        )

    def dated(self, entity: str) -> Iterator[tuple[Relation, str]]:
        """Yield the relations of `entity` that lead to dates, and the year of each."""
        quads = self._graph.quads_for_pattern(_node(entity), None, None)
        for quad in islice(quads, MOST_EDGES):
            value, name = quad.object, quad.predicate.value
            if not isinstance(value, ox.Literal) or value.datatype != DATE:
                continue
            if name.startswith(DIRECT):
                yield (name[len(DIRECT) :], True), value.value.partition("-")[0]

    def incident(self, entity: str) -> frozenset[Relation]:
        """Return the relations that `entity` has, in both directions."""
        one = _node(entity)
        backwards = self._graph.quads_for_pattern(one, None, None)
        forwards = self._graph.quads_for_pattern(None, None, one)
        return frozenset(
            (*_relations(backwards, inverse=True), *_relations(forwards, inverse=False))
        )


@contextmanager
def open_edges(location: Path) -> Iterator[tuple[Edges, Path]]:
    """Give the edges of the store in the folder `location`, and the folder of its generation."""
    with lease(location) as held:
        yield Edges(ox.Store.read_only(str(held.graph))), held.path


def _node(entity: str) -> ox.NamedNode:
    return ox.NamedNode(ENTITY + entity)


def _relations(quads: Iterator[ox.Quad], *, inverse: bool) -> Iterator[Relation]:
    for quad in islice(quads, MOST_EDGES):
        name = quad.predicate.value
        if name.startswith(DIRECT):
            yield name[len(DIRECT) :], inverse

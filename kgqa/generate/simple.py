"""All simple queries of a graph: r(e) and ^r(e) with a number of answers that people can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import as_set

from kgqa.algebra import Apply, Entity, Inverse, Property, Things
from kgqa.generate.world import World

FEWEST, MOST = 5, 200
"""Answers of a query that a question is made of, as in QAMPARI."""
WIDEST = 300
"""Edges of one property at a node beyond which they are not looked through."""


@dataclass(frozen=True, slots=True, order=True)
class Simple:
    """A relation, its direction and the node that it starts from."""

    property: str
    is_inverse: bool
    entity: int

    def query(self, world: World) -> Apply:
        """Return the expression."""
        way = Property(self.property)
        return Apply(Inverse(way) if self.is_inverse else way, Entity(world.id(self.entity)))

    def answers(self, world: World) -> Ints:
        """Return the nodes that it denotes, entities only."""
        start = np.array([self.entity], dtype=np.int32)
        if self.is_inverse:
            found = world.adjacency.objects(self.property, start)
            return found[found < world.adjacency.entities]
        return world.adjacency.subjects(self.property, start)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a relation offers in one direction: its simple queries, by the nodes they start from."""

    property: str
    is_inverse: bool
    starts: Ints

    def simple(self) -> Iterator[Simple]:
        """Yield the queries."""
        for node in self.starts.tolist():
            yield Simple(self.property, self.is_inverse, node)


def offers(world: World, fewest: int = FEWEST, most: int = MOST) -> list[Offer]:
    """Return for each relation and direction the nodes with as many answers as wanted."""
    found = []
    for property_ in sorted(world.usable):
        for is_inverse in (False, True):
            if not world.is_asked(property_, is_inverse=is_inverse):
                continue
            starts = _starts(world, property_, is_inverse, fewest, most)
            if len(starts):
                found.append(Offer(property_, is_inverse, starts))
    return found


def _starts(world: World, property_: str, is_inverse: bool, fewest: int, most: int) -> Ints:
    """Return the entities from which a relation leads to so many entities."""
    edges = world.adjacency.edges(property_)
    entities = edges.objects < world.adjacency.entities
    if not entities.any() or (is_inverse and not entities.all()):
        return np.empty(0, dtype=np.int32)
    pairs = np.unique(
        np.stack([edges.subjects[entities], edges.objects[entities]]).astype(np.int64), axis=1
    )
    nodes, counts = np.unique(pairs[0 if is_inverse else 1], return_counts=True)
    return nodes[(counts >= fewest) & (counts <= most)].astype(np.int32)


def edges_around(world: World, nodes: Ints, widest: int = WIDEST) -> Iterator[Simple]:
    """Yield simple queries that have one of some nodes among their answers, once for each."""
    for node in nodes.tolist():
        start = np.array([node], dtype=np.int32)
        for one in world.adjacency.around(node):
            asked = world.is_asked(one.property, is_inverse=one.is_backwards)
            if not asked or one.degree > widest:
                continue
            if one.is_backwards:
                others = world.adjacency.subjects(one.property, start)
            else:
                others = world.adjacency.objects(one.property, start)
            for other in others[others < world.adjacency.entities].tolist():
                yield Simple(one.property, one.is_backwards, other)


def members(world: World, things: Things) -> Ints:
    """Return what a set denotes."""
    found = world.denote(things)
    return as_set(found) if isinstance(found, np.ndarray) else np.empty(0, dtype=np.int32)

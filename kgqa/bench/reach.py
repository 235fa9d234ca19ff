"""How far answers are from the entities of a question: steps along truthy edges, either way."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pyoxigraph as ox
from kgqa_store.vocabulary import WD, WDT

KEPT = 2_000
"""Entities whose neighbours are kept in memory."""
HUB = 4_000
"""The neighbours of an entity with more of them are not listed, but asked for one by one."""

SAME = ox.NamedNode("http://www.w3.org/2002/07/owl#sameAs")


class Reach:
    """The neighbours of entities in one store, read in this process."""

    def __init__(self, graph: Path) -> None:
        """Read the database in the folder `graph`."""
        self._graph = ox.Store.read_only(str(graph))
        self._kept: OrderedDict[str, frozenset[str] | None] = OrderedDict()
        self._hubs_share = lru_cache(maxsize=KEPT)(self._hubs_meet)

    def hops(self, starts: Iterable[str], ends: Iterable[str]) -> int | None:
        """Return the least number of steps, at most 2, from a start to an end; else None."""
        first, last = sorted(set(starts)), sorted(set(ends))
        if set(first) & set(last):
            return 0
        pairs = [(start, end) for start in first for end in last]
        if any(self._are_near(start, end) for start, end in pairs):
            return 1
        return 2 if any(self._share(start, end) for start, end in pairs) else None

    def _are_near(self, one: str, other: str) -> bool:
        """Whether a truthy edge joins two entities."""
        a, b = ox.NamedNode(WD + one), ox.NamedNode(WD + other)
        return any(
            _is_edge(quad)
            for pair in ((a, b), (b, a))
            for quad in self._graph.quads_for_pattern(pair[0], None, pair[1])
        )

    def _share(self, one: str, other: str) -> bool:
        """Whether two entities have a neighbour in common."""
        near, far = self.neighbours(one), self.neighbours(other)
        if near is None and far is None:
            return self._hubs_share(*sorted((one, other)))
        if near is None or far is None:
            hub, few = (one, far) if near is None else (other, near)
            return any(self._are_near(hub, id_) for id_ in few or ())
        return not near.isdisjoint(far)

    def _hubs_meet(self, one: str, other: str) -> bool:
        """Whether two entities of many edges have a neighbour in common: all are looked at."""
        near = set(self._read(one))
        return any(id_ in near for id_ in self._read(other))

    def neighbours(self, id_: str) -> frozenset[str] | None:
        """Return the entities one truthy edge away from an entity; None of a hub."""
        if id_ not in self._kept:
            found = frozenset(islice(self._read(id_), HUB))
            self._kept[id_] = found if len(found) < HUB else None
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[id_]

    def _read(self, id_: str) -> Iterator[str]:
        node = ox.NamedNode(WD + id_)
        for quad in self._graph.quads_for_pattern(node, None, None):
            if _is_edge(quad) and isinstance(quad.object, ox.NamedNode):
                yield _text(quad.object)
        for quad in self._graph.quads_for_pattern(None, None, node):
            if _is_edge(quad):
                yield _text(quad.subject)

    def sets_at(self, starts: Iterable[str], most: int | None = None) -> dict[str, frozenset[str]]:
        """Return the entities that each property leads to from any start, `^P57` against it.

        A start that more than `most` edges lead to is left by none of these.
        """
        found = defaultdict[str, set[str]](set)
        for node in (ox.NamedNode(WD + start) for start in starts):
            for quad in self._graph.quads_for_pattern(node, None, None):
                if _is_edge(quad) and isinstance(quad.object, ox.NamedNode):
                    found[quad.predicate.value.removeprefix(WDT)].add(_text(quad.object))
            back = filter(_is_edge, self._graph.quads_for_pattern(None, None, node))
            edges = list(islice(back, None if most is None else most + 1))
            for quad in edges if most is None or len(edges) <= most else ():
                found["^" + quad.predicate.value.removeprefix(WDT)].add(_text(quad.subject))
        return {way: frozenset(ends) for way, ends in found.items()}

    def redirect(self, id_: str) -> str:
        """Return the entity that an id was merged into, or itself."""
        found = self._graph.quads_for_pattern(ox.NamedNode(WD + id_), SAME, None)
        return next((_text(quad.object) for quad in found), id_)

    def properties_at(self, id_: str) -> frozenset[str]:
        """Return the properties of the truthy edges that start or end at an entity."""
        node = ox.NamedNode(WD + id_)
        patterns = ((node, None), (None, node))
        return frozenset(
            quad.predicate.value.removeprefix(WDT)
            for subject, object_ in patterns
            for quad in islice(self._graph.quads_for_pattern(subject, None, object_), HUB)
            if _is_edge(quad)
        )

    def has(self, subject: str, property_: str, object_: str) -> bool:
        """Whether the store states that fact."""
        found = self._graph.quads_for_pattern(
            ox.NamedNode(WD + subject), ox.NamedNode(WDT + property_), ox.NamedNode(WD + object_)
        )
        return next(iter(found), None) is not None

    def objects(self, subject: str, property_: str) -> list[str]:
        """Return the entities and values that an entity has as a property."""
        found = self._graph.quads_for_pattern(
            ox.NamedNode(WD + subject), ox.NamedNode(WDT + property_), None
        )
        return [_text(quad.object) for quad in found]

    def subjects(self, property_: str, object_: str) -> list[str]:
        """Return the entities that have an entity as a property."""
        found = self._graph.quads_for_pattern(
            None, ox.NamedNode(WDT + property_), ox.NamedNode(WD + object_)
        )
        return [_text(quad.subject) for quad in found]


def _is_edge(quad: ox.Quad) -> bool:
    return quad.predicate.value.startswith(WDT)


def _text(node: object) -> str:
    return str(getattr(node, "value", "")).removeprefix(WD)

"""The edges at an item: read from the arrays beside a store, from its database, or by asking it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Protocol

import pyoxigraph as ox
from kgqa_store.store import Store
from kgqa_store.vocabulary import WD, WDT

from kgqa.parse.graph_patterns import EndpointPatterns, Patterns, patterns_of
from kgqa.parse.lookups import member_of
from kgqa.parse.property_words import ABOUT_PAGES

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.adjacency_content import Ints

READ = 8
"""So many triples are read for each item that is wanted; those of statements are among them."""


class Edges(Protocol):
    """Gives the truthy edges between items, without those that are about pages of Wikimedia."""

    def edges_from(self, id_: str) -> Iterator[tuple[str, str]]:
        """Yield the property and the item of each edge that starts at an item."""

    def subjects(self, id_: str, most: int) -> list[str]:
        """Return the starts of edges that lead to an item, `most` at most."""

    def count_into(self, id_: str) -> int:
        """Return how many edges lead to an item, as far as that is known without reading them."""


def edges_of(store: Store, deadline: float) -> Edges:
    """Return the fastest way to read the edges of `store` until `deadline`."""
    arrays = getattr(store, "adjacency", None)
    if arrays is not None:
        return ArrayEdges(arrays)
    path = getattr(store, "path", None)
    if path is not None and (path / "graph").is_dir():
        return PatternEdges(patterns_of(store, path / "graph"), store)
    seconds = lambda: max(0.05, deadline - time.monotonic())  # noqa: E731 - it is said in a line
    return PatternEdges(EndpointPatterns(store, seconds=seconds), store)


class ArrayEdges:
    """Reads adjacency arrays."""

    def __init__(self, arrays: Adjacency) -> None:
        """Read these arrays."""
        self._arrays = arrays

    def edges_from(self, id_: str) -> Iterator[tuple[str, str]]:
        """Yield the property and the item of each edge that starts at an item."""
        for property_, node in self._ways(id_, backwards=False):
            for other in self._arrays.objects(property_, node).tolist():
                if (item := self._item(other)) is not None:
                    yield property_, item

    def subjects(self, id_: str, most: int) -> list[str]:
        """Return the starts of edges that lead to an item, `most` at most."""
        starts = (
            self._item(start)
            for property_, node in self._ways(id_, backwards=True)
            for start in self._arrays.subjects(property_, node)[:most].tolist()
        )
        return list(islice((start for start in starts if start is not None), most))

    def count_into(self, id_: str) -> int:
        """Return how many edges lead to an item."""
        node = self._arrays.entity(id_)
        ways = [] if node is None else self._arrays.around(node)
        return sum(
            way.degree for way in ways if way.is_backwards and way.property not in ABOUT_PAGES
        )

    def _ways(self, id_: str, *, backwards: bool) -> Iterator[tuple[str, Ints]]:
        """Yield the properties of edges at an item, each with the item as a set."""
        import numpy as np  # it is there where arrays are

        node = self._arrays.entity(id_)
        if node is None:
            return
        itself = np.array([node], dtype=np.int32)
        for way in self._arrays.around(node):
            if way.is_backwards == backwards and way.property not in ABOUT_PAGES:
                yield way.property, itself

    def _item(self, node: int) -> str | None:
        """Return the id of a node that is an item."""
        text = self._arrays.text(node) if node < self._arrays.entities else ""
        return text if text[:1] == "Q" and text[1:].isdigit() else None


class PatternEdges:
    """Reads single patterns of triples."""

    def __init__(self, graph: Patterns, store: Store) -> None:
        """Read `graph`; the statistics of `store` tell what has very many edges."""
        self._graph = graph
        self._into: dict[str, int] = {}
        if store.statistics is not None:
            for counts in store.statistics.heavy.values():
                for id_, count in counts.items():
                    self._into[id_] = self._into.get(id_, 0) + count

    def edges_from(self, id_: str) -> Iterator[tuple[str, str]]:
        """Yield the property and the item of each edge that starts at an item."""
        for quad in self._graph.quads_for_pattern(ox.NamedNode(WD + id_), None, None):
            property_ = _property(quad.predicate)
            other = member_of(quad.object) if property_ else None
            if property_ and isinstance(other, str):
                yield property_, other

    def subjects(self, id_: str, most: int) -> list[str]:
        """Return the starts of edges that lead to an item, `most` at most."""
        quads = self._graph.quads_for_pattern(None, None, ox.NamedNode(WD + id_))
        read = (quad for quad in islice(quads, READ * most) if _property(quad.predicate))
        found = (member_of(quad.subject) for quad in read)
        return list(islice((one for one in found if isinstance(one, str)), most))

    def count_into(self, id_: str) -> int:
        """Return how many edges of frequent properties lead to an item."""
        return self._into.get(id_, 0)


def _property(predicate: ox.NamedNode) -> str | None:
    """Return the property of a truthy edge; one about pages of Wikimedia joins nothing."""
    if not predicate.value.startswith(WDT):
        return None
    property_ = predicate.value.removeprefix(WDT)
    return None if property_ in ABOUT_PAGES else property_

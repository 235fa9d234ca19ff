"""What an item is joined to by edges of either direction, read one item at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import pyoxigraph as ox
from kgqa_store.store import Store
from kgqa_store.vocabulary import WD, WDT

from kgqa.parse.graph_patterns import EndpointPatterns, patterns_of
from kgqa.parse.lookups import Kept, member_of
from kgqa.parse.property_words import ABOUT_PAGES

HUB = 500
"""What has more edges into it is a hub: it is reached, but nobody goes on from it against them."""
READ = 4 * HUB
"""So many triples that lead to an item are read; those of statements are among them."""
KEPT = 5000
"""Items whose neighbours are kept in memory."""


class Around(NamedTuple):
    """The neighbours of an item that one can go on to, and how many edges it has in all."""

    neighbours: tuple[str, ...]
    edges: int


class Neighbours:
    """Reads the neighbours of items; `read` counts the items that were looked at."""

    def __init__(self, store: Store, deadline: float) -> None:
        """Read the graph of `store` until `deadline`, a time of `time.monotonic`."""
        path = getattr(store, "path", None)
        if path is not None and (path / "graph").is_dir():
            self._graph = patterns_of(store, path / "graph")
        else:
            self._graph = EndpointPatterns(
                store, seconds=lambda: max(0.05, deadline - time.monotonic())
            )
        self._into = _edges_into(store)
        self._around: Kept[Around] = Kept(KEPT)
        self.read = 0

    def around(self, id_: str) -> Around:
        """Return what is around an item."""
        found = self._around.get(id_)
        if found is None:
            found = self._read(id_)
            self._around.put(id_, found)
            self.read += 1
        return found

    def _read(self, id_: str) -> Around:
        objects = [other for _, other in self.edges_from(id_)]
        into = self._into.get(id_, 0)
        subjects = [] if into > HUB else list(islice(self._subjects(id_), HUB + 1))
        into = max(into, len(subjects))
        reached = dict.fromkeys(objects if into > HUB else objects + subjects)
        return Around(tuple(one for one in reached if one != id_), len(objects) + into)

    def _subjects(self, id_: str) -> Iterator[str]:
        quads = self._graph.quads_for_pattern(None, None, ox.NamedNode(WD + id_))
        for quad in islice(quads, READ):
            if _property(quad.predicate) is not None:
                subject = member_of(quad.subject)
                if isinstance(subject, str):
                    yield subject

    def edges_from(self, id_: str) -> Iterator[tuple[str, str]]:
        """Yield the property and the item of each edge that starts at an item."""
        for quad in self._graph.quads_for_pattern(ox.NamedNode(WD + id_), None, None):
            property_ = _property(quad.predicate)
            if property_ is not None:
                other = member_of(quad.object)
                if isinstance(other, str):
                    yield property_, other


def _property(predicate: ox.NamedNode) -> str | None:
    """Return the property of a truthy edge; one about pages of Wikimedia joins nothing."""
    if not predicate.value.startswith(WDT):
        return None
    property_ = predicate.value.removeprefix(WDT)
    return None if property_ in ABOUT_PAGES else property_


def _edges_into(store: Store) -> dict[str, int]:
    """Return how many edges lead to the items that have many, as the statistics know it."""
    found: dict[str, int] = {}
    if store.statistics is not None:
        for counts in store.statistics.heavy.values():
            for id_, count in counts.items():
                found[id_] = found.get(id_, 0) + count
    return found

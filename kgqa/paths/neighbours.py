"""What an item is joined to by edges of either direction, kept for the next time it is met."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kgqa.parse.lookups import Kept
from kgqa.paths.edges import Edges

HUB = 500
"""What has more edges into it is a hub: it is reached, but nobody goes on from it against them."""
KEPT = 5000
"""Items whose neighbours are kept in memory."""


class Around(NamedTuple):
    """The neighbours of an item that one can go on to, and how many edges it has in all."""

    neighbours: tuple[str, ...]
    edges: int


class Neighbours:
    """Reads the neighbours of items; `read` counts the items that were looked at."""

    def __init__(self, edges: Edges) -> None:
        """Read `edges`."""
        self._edges = edges
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
        objects = [other for _, other in self._edges.edges_from(id_)]
        into = self._edges.count_into(id_)
        subjects = [] if into > HUB else self._edges.subjects(id_, HUB + 1)
        into = max(into, len(subjects))
        reached = dict.fromkeys(objects if into > HUB else objects + subjects)
        return Around(tuple(one for one in reached if one != id_), len(objects) + into)

    def edges_from(self, id_: str) -> Iterator[tuple[str, str]]:
        """Yield the property and the item of each edge that starts at an item."""
        return self._edges.edges_from(id_)

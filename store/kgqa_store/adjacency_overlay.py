"""Adjacency arrays with some more edges, which are in no file: a graph as it might be."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kgqa_store.adjacency import Adjacency, EdgeColumns
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import as_set, rows_of


class Overlaid(Adjacency):
    """A graph with added edges of properties that it has; these carry no unit and no precision."""

    def __init__(self, known: Adjacency, added: Mapping[str, tuple[Ints, Ints]]) -> None:
        """Add for each property subjects and objects, a pair for each edge."""
        self.__dict__.update(known.__dict__)
        self._known = known
        self._added = {name: pair for name, pair in added.items() if known.place(name) is not None}

    def edges(self, property_: str) -> EdgeColumns:
        """Return all edges of a property, in the order of subject and object."""
        edges = self._known.edges(property_)
        if property_ not in self._added:
            return edges
        subjects, objects = self._added[property_]
        both = EdgeColumns(
            np.concatenate([edges.subjects, subjects]),
            np.concatenate([edges.objects, objects]),
            np.concatenate([edges.details, np.zeros(len(subjects), edges.details.dtype)]),
        )
        return both.take(np.lexsort((both.objects, both.subjects)))

    def edges_to(self, property_: str, nodes: Ints) -> tuple[Ints, Ints]:
        """Return subjects and objects of the edges that lead to any of a set, by object."""
        if property_ not in self._added:
            return self._known.edges_to(property_, nodes)
        edges = self.edges(property_)
        edges = edges.take(np.lexsort((edges.subjects, edges.objects)))
        found = edges.take(rows_of(edges.objects, nodes))
        return found.subjects, found.objects

    def sorted_objects(self, property_: str) -> Ints:
        """Return the objects of all edges of a property, in order."""
        if property_ not in self._added:
            return self._known.sorted_objects(property_)
        return np.sort(self.edges(property_).objects)

    def ways_around(self, nodes: Ints) -> Ints:
        """Return the ways of any of a set, those of added edges among them."""
        ways = [self._known.ways_around(nodes[nodes < len(self._known)])]
        for name, sides in self._added.items():
            place = self._known.place(name) or 0
            for backwards, side in enumerate(sides):
                if np.isin(side, nodes).any():
                    ways.append(np.array([2 * place + backwards], np.int32))
        return as_set(np.concatenate(ways))

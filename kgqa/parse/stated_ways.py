"""Edges that a graph may state in either of two ways: by a symmetric property, or by an inverse."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TypeVar, cast

from kgqa_store.statistics import Statistics

from kgqa.algebra import Apply, Inverse, Property, Query, Things, Union

Q = TypeVar("Q")


class Stated:
    """What the ontology of a graph says of how its edges are stated."""

    def __init__(self, statistics: Statistics) -> None:
        """Look at which properties are symmetric, and which have an inverse that is used."""
        vocabulary = statistics.vocabulary
        self._other = {one: one for one in vocabulary.symmetric}
        self._other |= {
            one: other for one, other in vocabulary.inverse.items() if other in statistics.edges
        }

    def both_ways(self, query: Query) -> Query:
        """Return a query that finds edges in whichever way they are stated."""
        return cast(Query, self._rewritten(query)) if self._other else query

    def _rewritten(self, node: object) -> object:
        if isinstance(node, tuple):
            return tuple(map(self._rewritten, node))
        if not is_dataclass(node) or isinstance(node, type):
            return node
        inner = {each.name: self._rewritten(getattr(node, each.name)) for each in fields(node)}
        made = replace(node, **inner)
        return self._widened(made) if isinstance(made, Apply) else made

    def _widened(self, apply: Apply) -> Things:
        match apply.relation:
            case Property(id_) if id_ in self._other:
                other = Inverse(Property(self._other[id_]))
                return Union((apply, Apply(other, apply.things)))
            case Inverse(Property(id_)) if id_ in self._other:
                return Union((apply, Apply(Property(self._other[id_]), apply.things)))
            case _:
                return apply

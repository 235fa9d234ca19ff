"""A graph with some more edges, as the parser sees it: questions over graph and text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value
from kgqa.merge.edges import Edge
from kgqa.parse.lookups import Edges, Lookups
from kgqa.parse.members import Literal, Member
from kgqa.parse.parser import Parser


def with_edges(parser: Parser, edges: Sequence[Edge]) -> Parser:
    """Return a parser for which the edges are part of the graph."""
    other = copy(parser)
    other.lookups = Supposed(parser.lookups, edges)
    return other


class Supposed(Lookups):
    """Look-ups in a graph with some more edges; what is kept is the graph's alone."""

    def __init__(self, known: Lookups, edges: Sequence[Edge]) -> None:
        """Look up in what `known` reads, and in `edges`."""
        self.__dict__.update(known.__dict__)
        self._added: dict[str, dict[str, list[Member]]] = {}
        self._led: dict[tuple[str, str], list[Member]] = {}
        for edge in edges:
            subject, object_ = member_of(edge.subject), member_of(edge.object)
            if isinstance(subject, str):
                values = self._added.setdefault(subject, {}).setdefault(edge.property, [])
                values.append(object_)
                if isinstance(object_, str):
                    self._led.setdefault((edge.property, object_), []).append(subject)

    def out(self, ids: Iterable[str]) -> dict[str, Edges]:
        """Return the edges that start at each of `ids`, by property."""
        return {id_: self._joined(id_, edges) for id_, edges in super().out(ids).items()}

    def _joined(self, id_: str, edges: Edges) -> Edges:
        added = self._added.get(id_)
        if not added:
            return edges
        joined = dict(edges)
        for property_, values in added.items():
            joined[property_] = tuple(dict.fromkeys((*edges.get(property_, ()), *values)))
        return joined

    def into(self, ids: Iterable[str]) -> dict[str, Mapping[str, int]]:
        """Return how many edges of which property end at each of `ids`."""
        found = super().into(ids)
        for (property_, id_), subjects in self._led.items():
            if id_ in found:
                counts = dict(found[id_])
                counts[property_] = counts.get(property_, 0) + len(subjects)
                found[id_] = counts
        return found

    def subjects(
        self, pairs: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], tuple[Member, ...]]:
        """Return what has the property to the entity, for each pair of the two."""
        found = super().subjects(pairs)
        for pair in found.keys() & self._led.keys():
            found[pair] = tuple(dict.fromkeys((*found[pair], *self._led[pair])))
        return found

    def objects(self, id_: str, property_: str) -> tuple[Member, ...]:
        """Return what an entity has as a property."""
        found = super().objects(id_, property_)
        added = self._added.get(id_, {}).get(property_, ())
        return tuple(dict.fromkeys((*found, *added))) if added else found


def member_of(value: Value) -> Member:
    """Return a value as the parser has it."""
    match value:
        case Entity(id_):
            return id_
        case Time(year, month, day):
            text = f"{year:04d}-{month:02d}-{day:02d}T00:00:00Z"
            return Literal("date", text, year + (month - 1) / 12 + day / 372)
        case Measurement(amount, _):
            return Literal("number", str(amount), float(amount))
        case bool():
            return Literal("text", str(value))
        case _:
            return Literal("text", value.text)

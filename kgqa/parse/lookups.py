"""What stands around entities in the graph: looked up one by one, kept for the next question."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Generic, TypeVar

import pyoxigraph as ox
from kgqa_store.results import Node
from kgqa_store.store import Store
from kgqa_store.vocabulary import PQ, PS, PSV, UNKNOWN_VALUE, WD, WDT, WIKIBASE, P

from kgqa.parse.graph_patterns import EndpointPatterns, patterns_of
from kgqa.parse.members import Literal, Member, literal_of

KEPT = 20_000
"""Entities whose edges are kept in memory."""
HEAVY = 1000
"""Of entities with more edges into them, only the frequent properties are known."""
MOST = 3000
"""A larger set is not fetched: the query that needs it is left to the store."""

_ORDINAL = ox.NamedNode(f"{PQ}P1545")
_AMOUNT = ox.NamedNode(f"{WIKIBASE}quantityAmount")
_UNIT = ox.NamedNode(f"{WIKIBASE}quantityUnit")

V = TypeVar("V")
Edges = Mapping[str, tuple[Member, ...]]
Qualifiers = Mapping[str, Sequence[Member]]
"""What a statement says beside, by property."""


class Kept(Generic[V]):
    """The latest values, by key."""

    def __init__(self, most: int) -> None:
        self._values: OrderedDict[str, V] = OrderedDict()
        self._most = most

    def get(self, key: str) -> V | None:
        """Return what is kept for `key`."""
        found = self._values.get(key)
        if found is not None:
            with suppress(KeyError):
                self._values.move_to_end(key)
        return found

    def put(self, key: str, value: V) -> None:
        """Keep `value`; the oldest goes where there are too many."""
        self._values[key] = value
        while len(self._values) > self._most:
            with suppress(KeyError):
                self._values.popitem(last=False)


class Lookups:
    """The edges around entities of one store, read in this process: a look-up takes some 20 µs.

    Only single patterns are read here, each at most `MOST` edges; queries are the store's own.
    """

    def __init__(self, store: Store, graph: Path) -> None:
        """Read the database of `store` in the folder `graph`; without it, ask the store."""
        self._graph = patterns_of(store, graph)
        self._ahead = self._graph if isinstance(self._graph, EndpointPatterns) else None
        self._out: Kept[Edges] = Kept(KEPT)
        self._into: Kept[Mapping[str, int]] = Kept(KEPT)
        self._sets: Kept[tuple[Member, ...]] = Kept(KEPT)
        self._units: Kept[Mapping[float, frozenset[str]]] = Kept(KEPT)
        self._heavy = _heavy(store)
        self._used = {} if store.statistics is None else store.statistics.edges

    def some(self, edges: int) -> list[str]:
        """Return the entities at the start of some edges, in no order that means anything."""
        if self._ahead:
            return []
        quads = islice(self._graph.quads_for_pattern(None, None, None), edges)
        starts = (member_of(quad.subject) for quad in quads if _property(quad.predicate))
        return list(dict.fromkeys(start for start in starts if isinstance(start, str)))

    def units(self, property_: str) -> Mapping[str, int]:
        """Return how many amounts of a property are given in which unit, as far as is known."""
        return self._used[property_].units if property_ in self._used else {}

    def out(self, ids: Iterable[str]) -> dict[str, Edges]:
        """Return the truthy edges that start at each of `ids`, by property."""
        wanted = list(dict.fromkeys(ids))
        if self._ahead:
            self._ahead.expect_out(id_ for id_ in wanted if self._out.get(id_) is None)
        return {id_: self._out.get(id_) or self._read_out(id_) for id_ in wanted}

    def _read_out(self, id_: str) -> Edges:
        found: dict[str, list[Member]] = {}
        for quad in self._graph.quads_for_pattern(ox.NamedNode(WD + id_), None, None):
            if (p := _property(quad.predicate)) and (member := member_of(quad.object)) is not None:
                found.setdefault(p, []).append(member)
        edges = {p: tuple(values) for p, values in found.items()}
        self._out.put(id_, edges)
        return edges

    def into(self, ids: Iterable[str]) -> dict[str, Mapping[str, int]]:
        """Return how many truthy edges of which property end at each of `ids`."""
        wanted = list(dict.fromkeys(ids))
        if self._ahead:
            light = (i for i in wanted if sum(self._heavy.get(i, {}).values()) <= HEAVY)
            self._ahead.expect_into(id_ for id_ in light if self._into.get(id_) is None)
        return {id_: self._into.get(id_) or self._read_into(id_) for id_ in wanted}

    def _read_into(self, id_: str) -> Mapping[str, int]:
        counts: dict[str, int] = dict(self._heavy.get(id_, {}))
        if sum(counts.values()) <= HEAVY:
            counts = {}
            for quad in self._graph.quads_for_pattern(None, None, ox.NamedNode(WD + id_)):
                if p := _property(quad.predicate):
                    counts[p] = counts.get(p, 0) + 1
        self._into.put(id_, counts)
        return counts

    def subjects(
        self, pairs: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], tuple[Member, ...]]:
        """Return what has the property to the entity, for each pair of the two."""
        wanted = list(dict.fromkeys(pairs))
        if self._ahead:
            self._ahead.expect_subjects(p for p in wanted if self._sets.get(" ".join(p)) is None)
        return {p: self._sets.get(" ".join(p)) or self._read_subjects(*p) for p in wanted}

    def _read_subjects(self, property_: str, id_: str) -> tuple[Member, ...]:
        quads = self._graph.quads_for_pattern(
            None, ox.NamedNode(WDT + property_), ox.NamedNode(WD + id_)
        )
        found = (member_of(quad.subject) for quad in islice(quads, MOST))
        members = tuple(member for member in found if member is not None)
        self._sets.put(f"{property_} {id_}", members)
        return members

    def numbered(self, property_: str, id_: str, place: int) -> tuple[Member, ...]:
        """Return what has the property to the entity by a statement that is numbered `place`."""
        found: list[Member] = []
        statements = self._graph.quads_for_pattern(
            None, ox.NamedNode(PS + property_), ox.NamedNode(WD + id_)
        )
        for quad in islice(statements, MOST):
            qualifiers = self._graph.quads_for_pattern(quad.subject, _ORDINAL, None)
            if any(getattr(one.object, "value", "") == str(place) for one in qualifiers):
                owners = self._graph.quads_for_pattern(
                    None, ox.NamedNode(P + property_), quad.subject
                )
                found += [m for one in owners if (m := member_of(one.subject)) is not None]
        return tuple(dict.fromkeys(found))

    def called(self, property_: str, text: str, language: str = "en") -> tuple[str, ...]:
        """Return what has a text as a property, as France has `French`."""
        literal = ox.Literal(text, language=language)
        quads = self._graph.quads_for_pattern(None, ox.NamedNode(WDT + property_), literal)
        found = (member_of(quad.subject) for quad in islice(quads, MOST))
        return tuple(member for member in found if isinstance(member, str))

    def stated(
        self, property_: str, id_: str, *, inverse: bool
    ) -> list[tuple[Member, dict[str, list[Member]]]]:
        """Return what statements of a property join to an entity, each with its qualifiers."""
        node, value = ox.NamedNode(WD + id_), ox.NamedNode(PS + property_)
        has = ox.NamedNode(P + property_)
        if inverse:
            statements = self._graph.quads_for_pattern(node, has, None)
            nodes = [quad.object for quad in islice(statements, MOST)]
        else:
            statements = self._graph.quads_for_pattern(None, value, node)
            nodes = [quad.subject for quad in islice(statements, MOST)]
        found = []
        for one in nodes:
            if not isinstance(one, ox.NamedNode):
                continue
            qualifiers: dict[str, list[Member]] = {}
            members: list[Member] = []
            for quad in self._graph.quads_for_pattern(one, None, None):
                member = member_of(quad.object)
                if member is None:
                    continue
                if quad.predicate.value.startswith(PQ):
                    qualifiers.setdefault(quad.predicate.value.removeprefix(PQ), []).append(member)
                elif inverse and quad.predicate == value:
                    members.append(member)
            if not inverse:
                owners = self._graph.quads_for_pattern(None, has, one)
                members = [m for quad in owners if (m := member_of(quad.subject)) is not None]
            found += [(member, qualifiers) for member in members]
        return found

    def values(
        self, ids: Sequence[str], properties: Iterable[str]
    ) -> dict[str, dict[str, list[Literal]]]:
        """Return the numbers and dates that each of `ids` has as each of `properties`."""
        wanted = list(dict.fromkeys(properties))
        found: dict[str, dict[str, list[Literal]]] = {}
        if self._ahead:
            unread = [id_ for id_ in ids[:MOST] if self._out.get(id_) is None]
            self._ahead.expect_objects((id_, p) for id_ in unread for p in wanted)
        for id_ in ids[:MOST]:
            for p in wanted:
                literals = [
                    m
                    for m in self.objects(id_, p)
                    if isinstance(m, Literal) and m.number is not None
                ]
                if literals:
                    found.setdefault(id_, {})[p] = literals
        return found

    def units_of(self, id_: str, property_: str) -> Mapping[float, frozenset[str]] | None:
        """Return in which units an entity has the amounts of a property; an endpoint is not asked.

        An amount of which no statement tells a unit is not among them.
        """
        if self._ahead:
            return None
        key = f"{id_} {property_}"
        found = self._units.get(key)
        if found is None:
            found = self._read_units(id_, property_)
            self._units.put(key, found)
        return found

    def _read_units(self, id_: str, property_: str) -> Mapping[float, frozenset[str]]:
        found: dict[float, frozenset[str]] = {}
        pattern = self._graph.quads_for_pattern
        value = ox.NamedNode(PSV + property_)
        for statement in pattern(ox.NamedNode(WD + id_), ox.NamedNode(P + property_), None):
            if not isinstance(statement.object, ox.NamedNode):
                continue
            for node in pattern(statement.object, value, None):
                if not isinstance(node.object, ox.NamedNode):
                    continue
                unit = {member_of(one.object) for one in pattern(node.object, _UNIT, None)}
                for one in pattern(node.object, _AMOUNT, None):
                    amount = member_of(one.object)
                    if isinstance(amount, Literal) and amount.number is not None:
                        ids = frozenset(id_ for id_ in unit if isinstance(id_, str))
                        found[amount.number] = found.get(amount.number, frozenset()) | ids
        return found

    def unit(self, property_: str) -> str | None:
        """Return the unit in which most amounts of a property are given, if any is known."""
        known = {unit: n for unit, n in self.units(property_).items() if unit}
        return max(known, key=lambda unit: (known[unit], unit), default=None)

    def objects(self, id_: str, property_: str) -> tuple[Member, ...]:
        """Return what an entity has as a property."""
        edges = self._out.get(id_)
        if edges is not None:
            return edges.get(property_, ())
        key = f"{id_} {property_}"
        members = self._sets.get(key)
        if members is None:
            quads = self._graph.quads_for_pattern(
                ox.NamedNode(WD + id_), ox.NamedNode(WDT + property_), None
            )
            found = (member_of(quad.object) for quad in quads)
            members = tuple(member for member in found if member is not None)
            self._sets.put(key, members)
        return members


def _heavy(store: Store) -> dict[str, dict[str, int]]:
    """Return the frequent properties into entities that have many edges."""
    found: dict[str, dict[str, int]] = {}
    if store.statistics is not None:
        for property_, counts in store.statistics.heavy.items():
            for id_, count in counts.items():
                found.setdefault(id_, {})[property_] = count
    return found


def _property(node: Node | None) -> str | None:
    if isinstance(node, ox.NamedNode) and node.value.startswith(WDT):
        return node.value.removeprefix(WDT)
    return None


def member_of(node: Node | None) -> Member | None:
    """Return what a term of the graph is to us: an entity's id, a literal, or nothing."""
    if isinstance(node, ox.Literal):
        return literal_of(node)
    if (
        isinstance(node, ox.NamedNode)
        and node.value.startswith(WD)
        and UNKNOWN_VALUE not in node.value
    ):
        id_ = node.value.removeprefix(WD)
        return id_ if id_[:1] == "Q" and id_[1:].isdigit() else None
    return None

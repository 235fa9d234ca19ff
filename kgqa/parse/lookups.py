"""What stands around entities in the graph: looked up in a few queries, kept for the next question.

Every method takes many entities at once, because one query with VALUES costs a fraction of many.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

import pyoxigraph as ox
from kgqa_store.errors import LimitReached
from kgqa_store.results import Node
from kgqa_store.store import Store
from kgqa_store.vocabulary import UNKNOWN_VALUE, WD, WDT

from kgqa.parse.members import Literal, Member, literal_of

KEPT = 4096
"""Entities whose edges are kept in memory."""
HEAVY = 5000
"""Of entities with more edges into them, only the frequent properties are known."""
MOST = 3000
"""A larger set is not fetched: the query that needs it is left to the store."""

V = TypeVar("V")
Edges = Mapping[str, tuple[Member, ...]]


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
    """The edges around entities of one store."""

    def __init__(self, store: Store, *, seconds: float = 0.4) -> None:
        """Look things up in `store`, no query longer than `seconds`."""
        self.store, self.seconds = store, seconds
        self._out: Kept[Edges] = Kept(KEPT)
        self._into: Kept[Mapping[str, int]] = Kept(KEPT)
        self._sets: Kept[tuple[Member, ...]] = Kept(KEPT)
        self._heavy = _heavy(store)

    def out(self, ids: Iterable[str]) -> dict[str, Edges]:
        """Return the truthy edges that start at each of `ids`, by property."""
        wanted = list(dict.fromkeys(ids))
        missing = [id_ for id_ in wanted if self._out.get(id_) is None]
        for some in _batches(missing, 40):
            found: dict[str, dict[str, list[Member]]] = {id_: {} for id_ in some}
            rows = self._rows(
                f"SELECT ?e ?p ?o WHERE {{ VALUES ?e {{ {_terms(some)} }} ?e ?p ?o }}"
            )
            for entity, property_, value in rows:
                if (p := _property(property_)) and (member := member_of(value)) is not None:
                    found[_local(entity)].setdefault(p, []).append(member)
            for id_, edges in found.items():
                self._out.put(id_, {p: tuple(values) for p, values in edges.items()})
        return {id_: self._out.get(id_) or {} for id_ in wanted}

    def into(self, ids: Iterable[str]) -> dict[str, Mapping[str, int]]:
        """Return how many truthy edges of which property end at each of `ids`."""
        wanted = list(dict.fromkeys(ids))
        missing = [id_ for id_ in wanted if self._into.get(id_) is None]
        for id_ in missing:
            if sum(self._heavy.get(id_, {}).values()) > HEAVY:
                self._into.put(id_, self._heavy[id_])
        for some in _batches([id_ for id_ in missing if self._into.get(id_) is None], 40):
            found: dict[str, dict[str, int]] = {id_: {} for id_ in some}
            query = (
                f"SELECT ?e ?p (COUNT(*) AS ?n) WHERE {{ VALUES ?e {{ {_terms(some)} }} ?s ?p ?e }}"
                " GROUP BY ?e ?p"
            )
            for entity, property_, count in self._rows(query):
                if (p := _property(property_)) and isinstance(count, ox.Literal):
                    found[_local(entity)][p] = int(count.value)
            for id_, counts in found.items():
                self._into.put(id_, counts)
        return {id_: self._into.get(id_) or {} for id_ in wanted}

    def subjects(
        self, pairs: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], tuple[Member, ...]]:
        """Return what has the property to the entity, for each pair of the two."""
        wanted = list(dict.fromkeys(pairs))
        missing = [pair for pair in wanted if self._sets.get(" ".join(pair)) is None]
        for some in _batches(missing, 60):
            found: dict[tuple[str, str], list[Member]] = {pair: [] for pair in some}
            values = " ".join(f"(wdt:{p} wd:{id_})" for p, id_ in some)
            query = f"SELECT ?p ?e ?s WHERE {{ VALUES (?p ?e) {{ {values} }} ?s ?p ?e }}"
            for property_, entity, subject in self._rows(query):
                member = member_of(subject)
                if member is not None:
                    found[(_property(property_) or "", _local(entity))].append(member)
            for pair, members in found.items():
                self._sets.put(" ".join(pair), tuple(members))
        return {pair: self._sets.get(" ".join(pair)) or () for pair in wanted}

    def values(
        self, ids: Sequence[str], properties: Iterable[str]
    ) -> dict[str, dict[str, list[Literal]]]:
        """Return the numbers and dates that each of `ids` has as each of `properties`."""
        found: dict[str, dict[str, list[Literal]]] = {}
        wanted = " ".join(f"wdt:{p}" for p in dict.fromkeys(properties))
        for some in _batches(list(ids)[:MOST], 500):
            query = (
                f"SELECT ?e ?p ?o WHERE {{ VALUES ?e {{ {_terms(some)} }} "
                f"VALUES ?p {{ {wanted} }} ?e ?p ?o }}"
            )
            for entity, property_, value in self._rows(query):
                member, p = member_of(value), _property(property_)
                if p and isinstance(member, Literal) and member.number is not None:
                    found.setdefault(_local(entity), {}).setdefault(p, []).append(member)
        return found

    def _rows(self, sparql: str) -> tuple[tuple[Node | None, ...], ...]:
        try:
            return self.store.select(sparql, seconds=self.seconds).rows
        except LimitReached:
            return ()


def _heavy(store: Store) -> dict[str, dict[str, int]]:
    """Return the frequent properties into entities that have many edges."""
    found: dict[str, dict[str, int]] = {}
    if store.statistics is not None:
        for property_, counts in store.statistics.heavy.items():
            for id_, count in counts.items():
                found.setdefault(id_, {})[property_] = count
    return found


def _batches(ids: Sequence[V], size: int) -> list[Sequence[V]]:
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def _terms(ids: Iterable[str]) -> str:
    return " ".join(f"wd:{id_}" for id_ in ids)


def _local(node: Node | None) -> str:
    return node.value.removeprefix(WD) if isinstance(node, ox.NamedNode) else ""


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

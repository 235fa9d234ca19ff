"""What an update changed in a graph, as the triples that came and went, and who is touched by them.

Indexes that are adjusted by a difference need to know what was there before: both graphs are open
for reading, the old one and the new one, which shares most of its files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import pyoxigraph as ox

from kgqa_store.collect_lines import number_of
from kgqa_store.spool import OTHER, entity_id
from kgqa_store.vocabulary import RDFS, SCHEMA, SKOS, WD, WDT

Node: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Triple
Term: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple

MOST_LINES = 300_000
"""With more lines than this an update makes the indexes anew, which is then not much slower."""

ABOUT = ox.NamedNode(f"{SCHEMA}about")
INSTANCE_OF = ox.NamedNode(f"{WDT}P31")
SUBCLASS_OF = ox.NamedNode(f"{WDT}P279")
LABEL = ox.NamedNode(f"{RDFS}label")
ALIAS = ox.NamedNode(f"{SKOS}altLabel")
DESCRIPTION = ox.NamedNode(f"{SCHEMA}description")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A graph that is read and does not change."""

    store: ox.Store

    @classmethod
    def open(cls, graph: Path) -> Snapshot:
        """Return the finished graph in the folder `graph`."""
        return cls(ox.Store.read_only(str(graph)))

    def quads(
        self,
        subject: Node | None,
        predicate: ox.NamedNode | None,
        value: Term | None,
    ) -> Iterator[ox.Quad]:
        """Give the triples of a pattern in the default graph."""
        return self.store.quads_for_pattern(subject, predicate, value, ox.DefaultGraph())

    def has(
        self,
        subject: Node | None,
        predicate: ox.NamedNode | None,
        value: Term | None,
    ) -> bool:
        """Whether there is a triple of a pattern."""
        return next(self.quads(subject, predicate, value), None) is not None

    def numbers(self, number: int, predicate: ox.NamedNode) -> tuple[int, ...]:
        """Return the numbers of the entities that a property of an entity leads to, in order."""
        found = {number_in(quad.object) for quad in self.quads(node_of(number), predicate, None)}
        return tuple(sorted(one for one in found if one < OTHER))


@dataclass(frozen=True)
class Difference:
    """Two graphs, and the triples that only one of them has."""

    old: Snapshot
    new: Snapshot
    gone: tuple[ox.Quad, ...]
    come: tuple[ox.Quad, ...]
    """In the order of their source."""

    @property
    def triples(self) -> int:
        """How many triples the new graph has more."""
        return len(self.come) - len(self.gone)

    def signed(self, wanted: Callable[[ox.NamedNode], bool]) -> Iterator[tuple[int, ox.Quad]]:
        """Give the triples with a predicate that is `wanted`: with 1 what came, -1 what went."""
        for sign, quads in ((-1, self.gone), (1, self.come)):
            for quad in quads:
                if wanted(quad.predicate):
                    yield sign, quad

    @cached_property
    def edges(self) -> tuple[tuple[int, ox.Quad], ...]:
        """The truthy edges that came or went."""
        return tuple(self.signed(lambda one: property_in(one, WDT) is not None))

    def more(
        self, *, predicate: ox.NamedNode, subject: Node | None = None, value: Term | None = None
    ) -> int:
        """Return 1 if only the new graph has such a triple, -1 if only the old one has it."""
        is_there = self.new.has(subject, predicate, value)
        return int(is_there) - int(self.old.has(subject, predicate, value))

    def graph(self, sign: int) -> Snapshot:
        """Return the graph that has triples of a sign."""
        return self.new if sign > 0 else self.old


def difference(old: Path, new: Path, removed: Path, added: Path) -> Difference | None:
    """Return how the graph `new` differs from `old`, or nothing if that is too much.

    All triples that differ are in the files of N-Triples `removed` and `added`, and perhaps others.
    """
    if _lines(removed) + _lines(added) > MOST_LINES:
        return None
    before, after = Snapshot.open(old), Snapshot.open(new)
    gone = (quad for quad in _read(removed) if quad in before.store and quad not in after.store)
    come = (quad for quad in _read(added) if quad in after.store and quad not in before.store)
    return Difference(before, after, tuple(dict.fromkeys(gone)), tuple(dict.fromkeys(come)))


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _read(path: Path) -> Iterable[ox.Quad]:
    return ox.parse(path=str(path), format=ox.RdfFormat.N_TRIPLES, lenient=True)


def property_in(predicate: ox.NamedNode, namespace: str) -> int | None:
    """Return the number of the property that a predicate of a namespace is about."""
    start, _, digits = predicate.value.rpartition("/P")
    is_one = len(start) + 1 == len(namespace) and predicate.value.startswith(namespace)
    return int(digits) if is_one and digits.isascii() and digits.isdigit() else None


def number_in(term: object) -> int:
    """Return the number of a term, as the indexes have it."""
    return number_of(str(term).encode())


def node_of(number: int) -> ox.NamedNode:
    """Return the entity with a number."""
    return ox.NamedNode(f"{WD}{entity_id(number)}")

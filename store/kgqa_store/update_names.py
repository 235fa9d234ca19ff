"""The name index after a change: what the entities are called and how well known they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kgqa_store.changes import (
    ABOUT,
    ALIAS,
    DESCRIPTION,
    INSTANCE_OF,
    LABEL,
    Difference,
    Snapshot,
    node_of,
    number_in,
    property_in,
)
from kgqa_store.names_layout import HEADER, MOST, entity_key
from kgqa_store.names_records import Found, Spoken, found_by, hear
from kgqa_store.names_tables import NameTables
from kgqa_store.popularity import (
    EARLY,
    OUT_EDGES,
    SITELINK_EDGES,
    early_edges,
    edges_of,
    popularity,
)
from kgqa_store.spool import OTHER, PROPERTY, entity_id
from kgqa_store.statistics import Statistics
from kgqa_store.vocabulary import WD, WDT, WIKIBASE

SITELINKS = ox.NamedNode(f"{WIKIBASE}sitelinks")
DATA = ("https://www.wikidata.org/wiki/Special:EntityData/", "http://www.wikidata.org/wiki/")
WIKIPEDIA = ".wikipedia.org/wiki/"
SAID = {LABEL: b"l", ALIAS: b"a", DESCRIPTION: b"d"}

COUNTED = 300
"""Up to so many edges of an entity are counted again; a larger number is adjusted.

It is known from the popularity, exactly up to 1,400 and within a ten-thousandth above.
"""


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as the name index has it."""

    number: int
    rank: int
    types: tuple[int, ...]
    said: dict[str, Spoken]

    @property
    def is_kept(self) -> bool:
        """Whether the index has a record of it."""
        return bool(self.said or self.types)

    def found(self) -> Found:
        """Return what it is found by."""
        return found_by(self.said, self.types)


class NamesChange:
    """What becomes of the entities that a change touches."""

    def __init__(self, tables: NameTables, change: Difference, statistics: Statistics) -> None:
        """Read from `tables` what was; `statistics` are those of the new graph."""
        self._tables, self._change, self._statistics = tables, change, statistics
        self._edges: Counter[int] = Counter()
        self._renamed: set[int] = set()
        self._properties: set[int] = set()
        self._come: defaultdict[int, list[ox.Quad]] = defaultdict(list)
        self._look()

    def _look(self) -> None:
        """Find out who is touched: in quarters of an edge, and by name."""
        for sign, quad in self._change.edges:
            self._edges[number_in(quad.subject)] += sign * 4 // OUT_EDGES
            self._edges[number_in(quad.object)] += sign * 4
            self._properties.add(PROPERTY + (property_in(quad.predicate, WDT) or 0))
            if quad.predicate == INSTANCE_OF:
                self._renamed.add(number_in(quad.subject))
        for quad in self._change.come:
            if quad.predicate in SAID:
                self._come[number_in(quad.subject)].append(quad)
        for quad in (*self._change.gone, *self._change.come):
            if quad.predicate in SAID:
                self._renamed.add(number_in(quad.subject))
            elif quad.predicate == ABOUT:
                self._renamed.add(number_in(quad.object))
            elif quad.predicate == SITELINKS and isinstance(quad.subject, ox.NamedNode):
                self._renamed.add(
                    number_in(ox.NamedNode(WD + quad.subject.value.rpartition("/")[2]))
                )

    def pairs(self) -> Iterator[tuple[Named, Named]]:
        """Yield each touched entity as it was and as it is."""
        touched = self._edges.keys() | self._renamed | self._properties
        for number in sorted(one for one in touched if one < OTHER):
            before = self._before(number)
            after = self._after(number, before)
            if before.is_kept or after.is_kept:
                yield before, after

    def _before(self, number: int) -> Named:
        header = self._tables.get("entities", entity_key(number))
        rank = HEADER.unpack_from(header)[0] if header is not None else 0
        types = self._change.old.numbers(number, INSTANCE_OF)
        return Named(number, rank, types, _said(self._change.old, number))

    def _after(self, number: int, before: Named) -> Named:
        new = self._change.new
        if number not in self._renamed:
            types, said = before.types, before.said
        else:
            types = new.numbers(number, INSTANCE_OF)
            said = _said(new, number, first=self._come[number])
        return Named(number, self._rank(number, before), types, said)

    def _rank(self, number: int, before: Named) -> int:
        import numpy as np

        site = _sites(self._change.new, number)
        known = edges_of(before.rank / MOST)
        if number >= PROPERTY or known <= COUNTED:
            edges = _edges(self._change.new, number, self._statistics)
        else:
            quarters = round(4 * (known - _sites(self._change.old, number)))
            edges = (quarters + self._edges[number]) / 4
        return round(float(popularity(np.array([max(0.0, edges + site)]))[0]) * MOST)


def _said(graph: Snapshot, number: int, *, first: Sequence[ox.Quad] = ()) -> dict[str, Spoken]:
    """Return what a graph says of an entity, the names of `first` in their order."""
    node = node_of(number)
    found: dict[str, Spoken] = {}
    quads = list(first)
    seen = set(first)
    for predicate in SAID:
        quads += [quad for quad in graph.quads(node, predicate, None) if quad not in seen]
    for quad in quads:
        if isinstance(quad.object, ox.Literal):
            hear(found, SAID[quad.predicate], str(quad.object).encode())
    for quad in graph.quads(None, ABOUT, node):
        if WIKIPEDIA in str(quad.subject):
            hear(found, b"t", str(quad.subject).encode())
    return found


def _sites(graph: Snapshot, number: int) -> float:
    """Return what an entity is known by beside its edges, as so many edges."""
    import numpy as np

    if number >= PROPERTY:
        return 0.0
    name = entity_id(number)
    subjects = [ox.NamedNode(f"{start}{name}") for start in (WD, *DATA)]
    counts = {
        int(quad.object.value)
        for subject in subjects
        for quad in graph.quads(subject, SITELINKS, None)
        if isinstance(quad.object, ox.Literal) and quad.object.value.isdigit()
    }
    if counts:
        return float(SITELINK_EDGES * sum(counts))
    pages = sum(
        WIKIPEDIA in str(quad.subject) for quad in graph.quads(None, ABOUT, node_of(number))
    )
    early = early_edges(np.array([number], dtype=np.uint64))[0] if number < EARLY else 0.0
    return float(SITELINK_EDGES * pages + early)


def _edges(graph: Snapshot, number: int, statistics: Statistics) -> float:
    """Return the edges of an entity, those that start there at a quarter; all of a property."""
    node = node_of(number)
    into = sum(
        property_in(quad.predicate, WDT) is not None for quad in graph.quads(None, None, node)
    )
    out = sum(
        property_in(quad.predicate, WDT) is not None for quad in graph.quads(node, None, None)
    )
    own = statistics.edges.get(entity_id(number) or "") if number >= PROPERTY else None
    return into + out / OUT_EDGES + (own.edges if own else 0)

"""Single patterns of triples: read from a database on this machine, or asked of an endpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

import pyoxigraph as ox
from kgqa_store.results import Node
from kgqa_store.store import Store
from kgqa_store.vocabulary import WD, WDT

MOST = 3000
"""Edges of one pattern that an endpoint is asked for."""
TOGETHER = 100
"""Patterns that an endpoint is asked for in one query."""
KEPT = 20_000
"""Patterns that were asked for ahead of their use and are kept."""
SECONDS = 10.0
"""How long one query may take."""

Pattern: TypeAlias = tuple[Node | None, Node | None, Node | None]


class Edge(NamedTuple):
    """A triple of the graph."""

    subject: Node
    predicate: ox.NamedNode
    object: Node


class Patterns(Protocol):
    """Finds the triples that fit a pattern."""

    def quads_for_pattern(
        self, subject: Node | None, predicate: Node | None, object: Node | None, /
    ) -> Iterator[Edge]:
        """Yield the triples with these terms; None stands for any."""


class EndpointPatterns:
    """Asks an endpoint for patterns: one by one, or, where they are known ahead, many at once."""

    def __init__(self, store: Store, *, seconds: Callable[[], float] = lambda: SECONDS) -> None:
        """Ask `store`; `seconds` says before each query how long it may take."""
        self._store, self._seconds = store, seconds
        self._found: dict[Pattern, list[Edge]] = {}

    def quads_for_pattern(
        self, subject: Node | None, predicate: Node | None, object: Node | None, /
    ) -> Iterator[Edge]:
        """Yield the triples with these terms; None stands for any."""
        pattern = (subject, predicate, object)
        if pattern not in self._found:
            self._ask([pattern])
        return iter(self._found[pattern])

    def expect_out(self, ids: Iterable[str]) -> None:
        """Ask for all edges that start at `ids`."""
        self._expect((_entity(id_), None, None) for id_ in ids)

    def expect_into(self, ids: Iterable[str]) -> None:
        """Ask for all edges that end at `ids`."""
        self._expect((None, None, _entity(id_)) for id_ in ids)

    def expect_subjects(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Ask for what has a property to an entity, for each pair of the two."""
        self._expect((None, _truthy(p), _entity(id_)) for p, id_ in pairs)

    def expect_objects(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Ask for what an entity has as a property, for each pair of entity and property."""
        self._expect((_entity(id_), _truthy(p), None) for id_, p in pairs)

    def _expect(self, patterns: Iterable[Pattern]) -> None:
        wanted = [pattern for pattern in dict.fromkeys(patterns) if pattern not in self._found]
        for start in range(0, len(wanted), TOGETHER):
            self._ask(wanted[start : start + TOGETHER])

    def _ask(self, patterns: Sequence[Pattern]) -> None:
        """Keep the edges of patterns that have their terms in the same places."""
        if len(self._found) > KEPT:
            self._found.clear()
        places = [place for place, term in enumerate(patterns[0]) if term is not None]
        names = " ".join("?" + "spo"[place] for place in places)
        rows = " ".join(f"({' '.join(str(one[place]) for place in places)})" for one in patterns)
        limit = MOST * len(patterns)
        sparql = f"SELECT ?s ?p ?o WHERE {{ VALUES ({names}) {{ {rows} }} ?s ?p ?o }} LIMIT {limit}"
        found: dict[Pattern, list[Edge]] = {pattern: [] for pattern in patterns}
        for row in self._store.select(sparql, seconds=self._seconds()).rows:
            key: list[Node | None] = [None, None, None]
            for place in places:
                key[place] = row[place]
            subject, predicate, object_ = row
            if subject is not None and isinstance(predicate, ox.NamedNode) and object_ is not None:
                found.setdefault((key[0], key[1], key[2]), []).append(
                    Edge(subject, predicate, object_)
                )
        self._found.update(found)


class DefaultGraphPatterns:
    """Reads the default graph of a database that has named graphs, too."""

    def __init__(self, database: ox.Store) -> None:
        """Read `database`."""
        self._database = database

    def quads_for_pattern(
        self, subject: Node | None, predicate: Node | None, object: Node | None, /
    ) -> Iterator[Edge]:
        """Yield the triples with these terms; None stands for any."""
        return self._database.quads_for_pattern(  # type: ignore[return-value]  # its quads
            subject,  # type: ignore[arg-type]
            predicate,  # type: ignore[arg-type]
            object,
            ox.DefaultGraph(),
        )


def patterns_of(store: Store, graph: Path) -> Patterns:
    """Return how to read patterns: from the database in the folder `graph`, else by asking."""
    if graph.is_dir():
        database = ox.Store.read_only(str(graph))
        if next(database.named_graphs(), None) is not None:
            return DefaultGraphPatterns(database)
        local: Patterns = database  # type: ignore[assignment]  # its quads
        return local
    return EndpointPatterns(store)


def _entity(id_: str) -> ox.NamedNode:
    return ox.NamedNode(WD + id_)


def _truthy(property_: str) -> ox.NamedNode:
    return ox.NamedNode(WDT + property_)

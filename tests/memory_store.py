"""A store in memory that answers at once: for tests of what is asked, not of how."""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox
from graphs import Graph, statistics_of, triples
from kgqa_store import vocabulary
from kgqa_store.results import Table
from kgqa_store.statistics import Statistics

PREFIXES = dict(vocabulary.PREFIXES)


class MemoryStore:
    """A graph of `graphs.py`, as a store sees it."""

    location = "memory"

    def __init__(self, graph: Graph) -> None:
        self.store = ox.Store()
        self.store.load(triples(graph).encode(), format=ox.RdfFormat.N_TRIPLES)
        self.statistics: Statistics | None = statistics_of(graph)

    def select(self, sparql: str, *, seconds: float) -> Table:
        solutions = self.store.query(sparql, prefixes=PREFIXES)
        assert isinstance(solutions, ox.QuerySolutions)
        names = tuple(variable.value for variable in solutions.variables)
        return Table(names, tuple(tuple(row[name] for name in names) for row in solutions))

    def ask(self, sparql: str, *, seconds: float) -> bool:
        return bool(self.store.query(sparql, prefixes=PREFIXES))

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        return {}

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

    def run(self, sparql: str, *, seconds: float, memory: int = 0, rows: int = 0) -> Table | bool:
        solutions = self.store.query(sparql, prefixes=PREFIXES)
        if isinstance(solutions, ox.QueryBoolean):
            return bool(solutions)
        assert isinstance(solutions, ox.QuerySolutions)
        names = tuple(variable.value for variable in solutions.variables)
        try:
            found = list(solutions)
        finally:
            del solutions  # what the traceback of an error keeps may be freed by another thread
        return Table(names, tuple(tuple(row[name] for name in names) for row in found))

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        return {}

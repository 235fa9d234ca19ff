"""A generated graph in the three forms that are compared: a store, its statistics, dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import pyoxigraph as ox
import wikidata_shape
from adjacency import Day, Measure, Value, read_adjacency
from kgqa_store.collect import collect
from kgqa_store.statistics import Statistics, load_statistics
from kgqa_store.vocabulary import PREFIXES, WD
from sets import Evaluator

Answer: TypeAlias = frozenset[object] | bool
"""What a query gives, in a form in which engines can be compared."""


@dataclass(frozen=True, slots=True)
class World:
    """One graph, ready to be asked in SPARQL and by Python sets."""

    triples: int
    store: ox.Store
    statistics: Statistics
    evaluator: Evaluator

    def job(self, sparql: str) -> Callable[[], bool | list[ox.QuerySolution]]:
        """Return a function that runs a query to its end."""
        prefixes = dict(PREFIXES)

        def run() -> bool | list[ox.QuerySolution]:
            result = self.store.query(sparql, prefixes=prefixes)
            if isinstance(result, ox.QueryBoolean):
                return bool(result)
            assert isinstance(result, ox.QuerySolutions)
            return list(result)

        return run

    def answer(self, sparql: str) -> Answer:
        """Return what is in the first column of the query's solutions, or its truth."""
        found = self.job(sparql)()
        return found if isinstance(found, bool) else frozenset(_plain(row[0]) for row in found)


def prepare(folder: Path, *, triples: int, seed: int) -> World:
    """Return the world of that size, made in `folder` unless it is there already."""
    home = folder / f"{triples}-{seed}"
    graph, source, beside = home / "graph", home / "graph.nt", home / "beside"
    if not (beside / "statistics.json").exists():
        beside.mkdir(parents=True, exist_ok=True)
        wikidata_shape.write(source, triples=triples, seed=seed)
        loading = ox.Store(str(graph))
        loading.bulk_load(path=str(source), format=ox.RdfFormat.N_TRIPLES)
        loading.optimize()
        del loading
        collect(graph, beside)
    with source.open(encoding="utf-8") as lines:
        evaluator = Evaluator(read_adjacency(lines))
    store = ox.Store.read_only(str(graph))
    return World(len(store), store, load_statistics(beside / "statistics.json"), evaluator)


def plain_answer(answer: frozenset[object] | bool) -> Answer:
    """Return an answer of the evaluator in the form in which engines are compared."""
    return answer if isinstance(answer, bool) else frozenset(_plain_value(v) for v in answer)  # type: ignore[arg-type]


def _plain(term: object) -> object:
    match term:
        case ox.NamedNode(value=iri):
            return iri.removeprefix(WD)
        case ox.Literal(value=text) if _is_number(text):
            return Fraction(text)
        case _:
            return str(term)


def _is_number(text: str) -> bool:
    return text.lstrip("+-").replace(".", "", 1).isdigit()


def _plain_value(value: Value) -> object:
    match value:
        case Measure(number):
            return number
        case Day():
            return str(value)
        case _:
            return value

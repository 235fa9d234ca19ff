"""A generated graph in the forms that are compared: a store, arrays beside it, dictionaries."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyoxigraph as ox
import wikidata_shape
from adjacency import Day, Measure, Value, read_adjacency
from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_terms import NUMBER_NODE
from kgqa_store.collect import collect
from kgqa_store.names import NameIndex
from kgqa_store.statistics import Statistics, load_statistics
from kgqa_store.vocabulary import PREFIXES, WD
from sets import Evaluator

from kgqa.algebra import Query
from kgqa.denote import Graph, denote

Answer: TypeAlias = frozenset[object] | bool
"""What a query gives, in a form in which engines can be compared."""


@dataclass(frozen=True, slots=True)
class World:
    """One graph, ready to be asked in SPARQL and by Python sets."""

    triples: int
    store: ox.Store
    statistics: Statistics
    graph: Graph
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

    def denoted(self, query: Query) -> Answer:
        """Return what the arrays beside the store say of a query."""
        found = denote(query, self.graph)
        if isinstance(found, np.ndarray):
            return frozenset(self._plain_node(node) for node in found.tolist())
        return found if isinstance(found, bool) else frozenset(map(Fraction, found))

    def _plain_node(self, node: int) -> object:
        text = self.graph.text(node)
        return Fraction(text) if self.graph.term(node).kind == NUMBER_NODE else text


def prepare(folder: Path, *, triples: int, seed: int) -> World:
    """Return the world of that size, made in `folder` unless it is there already."""
    home = folder / f"{triples}-{seed}"
    graph, source, beside = home / "graph", home / "graph.nt", home / "beside"
    if not (beside / "adjacency").exists():
        shutil.rmtree(home, ignore_errors=True)
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
    statistics = load_statistics(beside / "statistics.json")
    names = NameIndex.open(beside / "names")
    arrays = Graph(Adjacency.open(beside / "adjacency"), statistics, names.labels_of)
    return World(len(store), store, statistics, arrays, evaluator)


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

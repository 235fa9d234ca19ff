"""A graph of `graphs.py` as adjacency arrays, and what a query denotes over them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from evaluators import Denotation, spelled
from graphs import Day, Graph, Item, Node, label_of, statistics_of, triples
from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_build import content_of
from kgqa_store.adjacency_terms import DATE_NODE, ENTITY_NODE, NUMBER_NODE
from kgqa_store.collect_lines import LineReader

from kgqa import denote
from kgqa.algebra import Query


def adjacency_of(rdf: str) -> Adjacency:
    with TemporaryDirectory() as folder:
        lines = LineReader(Path(folder))
        lines.feed(rdf.encode())
        lines.finish()
        return Adjacency.of(content_of(lines))


def denoted(graph: Graph, query: Query) -> Denotation:
    """What `denote` says of a query, in the form of `evaluators`."""
    over = denote.Graph(adjacency_of(triples(graph)), statistics_of(graph), labels)
    found = denote.denote(query, over)
    if isinstance(found, np.ndarray):
        assert found.tolist() == sorted(set(found.tolist()))
        return spelled(frozenset(node_of(over, node) for node in found.tolist()))
    return found if isinstance(found, bool) else spelled(frozenset(found))


def labels(id_: str) -> list[str]:
    name = label_of(Item(id_))
    return [] if name is None else [name]


def node_of(over: denote.Graph, node: int) -> Node:
    """A node as the reference has it."""
    kind = over.term(node).kind
    if kind == ENTITY_NODE:
        return Item(over.text(node))
    if kind == NUMBER_NODE:
        return over.amount(node)
    if kind == DATE_NODE:
        number = int(over.term(node).value)
        return Day(number // 10_000, number // 100 % 100, number % 100)
    return over.text(node)

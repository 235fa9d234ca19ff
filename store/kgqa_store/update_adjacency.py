"""The adjacency arrays of a generation that was made by changing another one.

All rows of an entity of which anything has changed are taken out, and put in again as the new graph
has them. The rest is renumbered where nodes came or went: the arrays are those of a new build.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np
import pyoxigraph as ox

from kgqa_store import adjacency_arrays
from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_build import content_of
from kgqa_store.adjacency_content import Content, Detail, Ints, Nodes, Rows, canonical
from kgqa_store.adjacency_terms import node_term
from kgqa_store.changes import Difference, Node, Snapshot
from kgqa_store.collect_lines import LineReader
from kgqa_store.vocabulary import WDS, WDT, WDV, WIKIBASE, P

T = TypeVar("T", str, Detail)


def update_adjacency(old: Path, new: Path, change: Difference) -> None:
    """Write the arrays of the generation `new`; a generation without arrays stays without."""
    if not (old / adjacency_arrays.FOLDER).is_dir():
        return
    before = Adjacency.open(old / adjacency_arrays.FOLDER)
    touched = set(_touched(change))
    with TemporaryDirectory(dir=new) as folder:
        lines = LineReader(Path(folder))
        lines.feed(b"".join(_triples(change.new, touched)))
        lines.finish()
        fresh = content_of(lines)
    terms = [node_term(str(one).encode()) for one in touched]
    nodes = [node for term in terms if (node := before.find(term)) is not None]
    content = merged(without(before.content(), np.array(nodes, dtype=np.int32)), fresh)
    adjacency_arrays.save(content, new / adjacency_arrays.FOLDER)


# --- What has changed ------------------------------------------------------------------------


def _touched(change: Difference) -> Iterator[Node]:
    """Give whose edges, or whose statements, may have changed."""
    seen: set[Node] = set()
    for quad in (*change.gone, *change.come):
        if quad.predicate.value.startswith((P, WIKIBASE)) and quad.subject not in seen:
            seen.add(quad.subject)
            yield from _owners(change, quad.subject)


def _owners(change: Difference, node: Node) -> Iterator[Node]:
    """Give the entity of a statement, and those of the statements with a value."""
    if not _is_in(node, WDS) and not _is_in(node, WDV):
        yield node
        return
    for graph in (change.old, change.new):
        for quad in graph.quads(None, None, node):
            yield from _owners(change, quad.subject)


def _triples(graph: Snapshot, entities: Iterable[Node]) -> Iterator[bytes]:
    """Give what a graph says of entities in N-Triples: edges, statements and their values."""
    for entity in entities:
        for quad in graph.quads(entity, None, None):
            if quad.predicate.value.startswith(WDT):
                yield _line(quad)
            elif _is_in(quad.object, WDS):
                yield _line(quad)
                yield from _described(graph, quad.object)


def _described(graph: Snapshot, statement: object) -> Iterator[bytes]:
    for quad in graph.quads(ox.NamedNode(getattr(statement, "value", "")), None, None):
        yield _line(quad)
        if isinstance(quad.object, ox.NamedNode) and _is_in(quad.object, WDV):
            yield from map(_line, graph.quads(quad.object, None, None))


def _line(quad: ox.Quad) -> bytes:
    return f"{quad.triple} .\n".encode()


def _is_in(term: object, namespace: str) -> bool:
    return isinstance(term, ox.NamedNode) and term.value.startswith(namespace)


# --- Rows ------------------------------------------------------------------------------------


def without(content: Content, nodes: Ints) -> Content:
    """Return a graph without the edges and the statements of some nodes."""
    gone = np.zeros(len(content.nodes), dtype=bool)
    gone[nodes] = True
    stays = ~gone[content.statements.subjects]
    places = np.asarray(np.cumsum(stays) - 1, dtype=np.int32)
    of = content.qualifiers.take(stays[content.qualifiers.subjects])
    return Content(
        content.nodes,
        content.properties,
        content.details,
        content.edges.take(~gone[content.edges.subjects]),
        content.statements.take(stays),
        Rows(of.properties, places[of.subjects], of.objects, of.details),
        content.classes,
    )


def merged(old: Content, new: Content) -> Content:
    """Return what two graphs, which share no statement, say together."""
    nodes, *node_places = _merged_nodes(old.nodes, new.nodes)
    properties, *property_places = _merged(old.properties, new.properties)
    details, *detail_places = _merged(old.details, new.details)
    moves = zip(node_places, property_places, detail_places, strict=True)
    first, second = (_moved(one, *places) for one, places in zip((old, new), moves, strict=True))
    second_of = second.qualifiers
    shifted = Rows(
        second_of.properties,
        second_of.subjects + np.int32(len(first.statements)),
        second_of.objects,
        second_of.details,
    )
    return canonical(
        Content(
            nodes,
            properties,
            details,
            _joined(first.edges, second.edges),
            _joined(first.statements, second.statements),
            _joined(first.qualifiers, shifted),
            old.classes,
        )
    )


def _moved(content: Content, nodes: Ints, properties: Ints, details: Ints) -> Content:
    """Return a graph in the numbers of larger tables."""

    def moved(rows: Rows, subjects: Ints) -> Rows:
        return Rows(
            properties[rows.properties], subjects, nodes[rows.objects], details[rows.details]
        )

    return replace(
        content,
        edges=moved(content.edges, nodes[content.edges.subjects]),
        statements=moved(content.statements, nodes[content.statements.subjects]),
        qualifiers=moved(content.qualifiers, content.qualifiers.subjects),
    )


def _joined(first: Rows, second: Rows) -> Rows:
    return Rows(
        np.concatenate([first.properties, second.properties]),
        np.concatenate([first.subjects, second.subjects]),
        np.concatenate([first.objects, second.objects]),
        np.concatenate([first.details, second.details]),
    )


def _merged(old: Sequence[T], new: Sequence[T]) -> tuple[list[T], Ints, Ints]:
    """Return two small tables in order as one, and where the entries of each are in it."""
    both = sorted(set(old) | set(new))
    places = {one: place for place, one in enumerate(both)}
    of_old, of_new = (np.array([places[one] for one in t], dtype=np.int32) for t in (old, new))
    return both, of_old, of_new


def _merged_nodes(old: Nodes, new: Nodes) -> tuple[Nodes, Ints, Ints]:
    """Return the nodes of two tables as one, and where those of each are in it."""
    places = np.array([_place(old, new, node) for node in range(len(new))], dtype=np.int64)
    known = np.array(
        [
            place < len(old) and _same(old, place, new, node)
            for node, place in enumerate(places.tolist())
        ],
        dtype=bool,
    )
    fresh, gaps = np.flatnonzero(~known), places[~known]
    of_old = np.arange(len(old)) + np.searchsorted(gaps, np.arange(len(old)), "right")
    of_new = np.empty(len(new), dtype=np.int64)
    of_new[known] = of_old[places[known]]
    of_new[fresh] = gaps + np.arange(len(fresh))
    texts, last = [], 0
    for node, gap in zip(fresh.tolist(), gaps.tolist(), strict=True):
        texts += [*old.texts[last:gap], new.texts[node]]
        last = gap
    texts += old.texts[last:]
    nodes = Nodes(
        texts,
        np.insert(old.values, gaps, new.values[fresh]),
        tuple(
            start + int(np.searchsorted(fresh, also))
            for start, also in zip(old.starts, new.starts, strict=True)
        ),
    )
    return nodes, of_old.astype(np.int32), of_new.astype(np.int32)


def _place(old: Nodes, new: Nodes, node: int) -> int:
    """Return where a node of another table is among the old ones, or would be."""
    kind = _kind(new, node)
    here = range(old.starts[kind], old.starts[kind + 1])
    key = float(new.values[node]), new.texts[node]
    return here.start + bisect_left(here, key, key=lambda n: (float(old.values[n]), old.texts[n]))


def _same(old: Nodes, place: int, new: Nodes, node: int) -> bool:
    """Whether two nodes are one; numbers have equal texts only if they are equal."""
    return _kind(old, place) == _kind(new, node) and old.texts[place] == new.texts[node]


def _kind(nodes: Nodes, node: int) -> int:
    return bisect_right(nodes.starts, node) - 1 if node < len(nodes) else len(nodes.starts) - 1

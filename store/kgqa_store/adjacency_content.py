"""A graph as columns of numbers: what the adjacency arrays are written from, and merged by.

A node is an entity or a literal; nodes are numbered in the order of `NodeTerm`. A detail is what a
statement says of its value: the unit of an amount, the precision of a date; detail 0 says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from kgqa_store.adjacency_terms import NO_VALUE, NODE_KINDS, NodeTerm

Ints: TypeAlias = npt.NDArray[np.int32]
Reals: TypeAlias = npt.NDArray[np.float64]
Places: TypeAlias = npt.NDArray[np.int64]
Truths: TypeAlias = npt.NDArray[np.bool_]

Detail: TypeAlias = tuple[str, int]
"""The id of a unit or nothing, and the precision of a date or 0."""
NO_DETAIL: Detail = ("", 0)


@dataclass(frozen=True, slots=True)
class Nodes:
    """All nodes in their order, as columns."""

    texts: Sequence[bytes]
    """In UTF-8."""
    values: Reals
    starts: tuple[int, ...]
    """Where the nodes of each of `NODE_KINDS` begin, and where the last of them ends."""

    def __len__(self) -> int:
        return len(self.texts)


def nodes_of(terms: Sequence[NodeTerm]) -> Nodes:
    """Return terms that are in order, and different, as nodes."""
    kinds = np.array([term.kind for term in terms], dtype=np.int8)
    starts = np.searchsorted(kinds, np.arange(len(NODE_KINDS) + 1))
    return Nodes(
        [term.text.encode() for term in terms],
        np.array([term.value for term in terms], dtype=np.float64),
        tuple(starts.tolist()),
    )


def with_entities(ids: Sequence[bytes], literals: Nodes) -> Nodes:
    """Return entities, whose ids are in order, and the nodes of literals after them."""
    return Nodes(
        [*ids, *literals.texts],
        np.concatenate([np.full(len(ids), NO_VALUE), literals.values]),
        (0, *(len(ids) + start for start in literals.starts[1:])),
    )


@dataclass(frozen=True, slots=True)
class Rows:
    """Edges, or qualifiers of statements whose rows are the subjects, as four columns."""

    properties: Ints
    subjects: Ints
    objects: Ints
    details: Ints

    def __len__(self) -> int:
        return len(self.properties)

    def take(self, rows: Places | Truths) -> Rows:
        """Return some of the rows, in that order."""
        return Rows(
            self.properties[rows], self.subjects[rows], self.objects[rows], self.details[rows]
        )

    def in_order(self) -> Rows:
        """Return the different rows in the order of property, subject, object and detail."""
        found = self.take(np.lexsort((self.details, self.objects, self.subjects, self.properties)))
        fresh = np.ones(len(self), dtype=bool)
        columns = (found.properties, found.subjects, found.objects, found.details)
        fresh[1:] = np.any([column[1:] != column[:-1] for column in columns], axis=0)
        return found.take(fresh)


def rows(columns: Iterable[npt.ArrayLike]) -> Rows:
    """Return four columns as rows."""
    return Rows(*(np.asarray(column, dtype=np.int32) for column in columns))


def no_rows() -> Rows:
    """Return no rows."""
    return rows([()] * 4)


@dataclass(frozen=True, slots=True)
class Content:
    """A graph: the numbers in its columns are places in its tables."""

    nodes: Nodes
    properties: Sequence[str]
    """The ids of all properties, in the order of the texts."""
    details: Sequence[Detail]
    """All details, in order; the first is `NO_DETAIL`."""
    edges: Rows
    """Truthy edges; one with several details stands there several times."""
    statements: Rows
    """Statements that have qualifiers and are not deprecated."""
    qualifiers: Rows
    """The subject of a qualifier is the row of its statement."""
    classes: tuple[str, str] = ("P31", "P279")
    """The properties that lead to the class of a thing, and to what is above a class."""


def canonical(content: Content) -> Content:
    """Return the same graph such that equal graphs are equal: in order, and with nothing unused."""
    content = _only_used(content)
    order = _statement_order(content)
    renumbered = np.empty(len(order), dtype=np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    qualifiers = replace(content.qualifiers, subjects=renumbered[content.qualifiers.subjects])
    of = qualifiers
    by_statement = np.lexsort((of.details, of.objects, of.properties, of.subjects))
    return replace(
        content,
        edges=content.edges.in_order(),
        statements=content.statements.take(order),
        qualifiers=qualifiers.take(by_statement),
    )


def _statement_order(content: Content) -> Places:
    """Return the order of statements; those that say the same are told apart by qualifiers."""
    of, one = content.qualifiers, content.statements
    mixed = mix(of.properties, of.objects, of.details)
    sums = np.zeros(len(one), dtype=np.uint64)
    np.add.at(sums, of.subjects, mixed)
    return np.lexsort((sums, one.details, one.objects, one.subjects, one.properties))


def mix(*columns: npt.NDArray[np.generic]) -> npt.NDArray[np.uint64]:
    """Return one number for each row of some columns: different ones for different rows.

    They are 64 bits that hang on all columns: of ten million rows two are alike once in 400,000
    graphs.
    """
    found = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        found = (found ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(32)
        found *= np.uint64(0xD6E8FEB86659FD93)
        found ^= found >> np.uint64(29)
    return found


def _only_used(content: Content) -> Content:
    """Return the graph without nodes, properties and details that no row has."""
    of = (content.edges, content.statements, content.qualifiers)
    nodes = np.zeros(len(content.nodes), dtype=bool)
    for part in of:
        nodes[part.objects] = True
    for part in of[:2]:
        nodes[part.subjects] = True
    properties = np.zeros(len(content.properties), dtype=bool)
    details = np.zeros(len(content.details), dtype=bool)
    details[0] = True
    for part in of:
        properties[part.properties] = True
        details[part.details] = True
    to_node, to_property, to_detail = (_places(kept) for kept in (nodes, properties, details))

    def moved(part: Rows, subjects: Ints) -> Rows:
        return Rows(
            to_property[part.properties], subjects, to_node[part.objects], to_detail[part.details]
        )

    return Content(
        _kept_nodes(content.nodes, nodes),
        [one for one, kept in zip(content.properties, properties, strict=True) if kept],
        [one for one, kept in zip(content.details, details, strict=True) if kept],
        moved(content.edges, to_node[content.edges.subjects]),
        moved(content.statements, to_node[content.statements.subjects]),
        moved(content.qualifiers, content.qualifiers.subjects),
        content.classes,
    )


def _places(kept: Truths) -> Ints:
    return np.asarray(np.cumsum(kept) - 1, dtype=np.int32)


def _kept_nodes(nodes: Nodes, kept: Truths) -> Nodes:
    if kept.all():
        return nodes
    before = np.concatenate(([0], np.cumsum(kept)))
    return Nodes(
        [nodes.texts[place] for place in np.flatnonzero(kept).tolist()],
        nodes.values[kept],
        tuple(int(before[start]) for start in nodes.starts),
    )

"""The graph that queries are evaluated over: that of a store, and terms which only a query has."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from copy import copy
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias, assert_never, cast

import numpy as np
import numpy.typing as npt
from kgqa_store.adjacency import Adjacency
from kgqa_store.adjacency_content import Ints, Reals
from kgqa_store.adjacency_overlay import Overlaid
from kgqa_store.adjacency_terms import (
    LANGUAGE,
    NUMBER_NODE,
    TEXT_NODE,
    NodeTerm,
    date_term,
    entity_term,
    number_term,
    text_term,
)
from kgqa_store.statistics import Statistics
from kgqa_store.store import Store

from kgqa.algebra import Date, Entity, Number, Quantity, Term, Text
from kgqa.algebra.printer import date_text
from kgqa.algebra.units import NO_UNIT, dimension, factor

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

DAY, MONTH = 11, 10


class TooLarge(Exception):
    """A denotation, or what is compared on the way to it, has more rows than allowed."""


Labels: TypeAlias = Callable[[str], Iterable[str]]
"""What gives the labels of an entity, by its id, in all languages."""


class Graph:
    """A graph, and the nodes of terms that it lacks: those come after all others."""

    def __init__(
        self,
        adjacency: Adjacency,
        statistics: Statistics | None = None,
        labels: Labels | None = None,
    ) -> None:
        """Evaluate over `adjacency`; statistics tell in which unit most amounts are given."""
        self.adjacency = adjacency
        self.labels = labels
        """The names of entities; where they are not known, nothing can be found by them."""
        self._statistics = statistics
        self._size = len(adjacency)
        self._bounds = np.array(adjacency.starts[1:-1], dtype=np.int32)
        self._foreign: dict[NodeTerm, int] = {}
        self._terms: list[NodeTerm] = []
        self._written: dict[Term, int] = {}
        self._units = [unit for unit, _ in adjacency.details]
        self._dimensions: dict[str, int] = {"": 0}
        self._details: dict[tuple[str, int], int] = {
            detail: place for place, detail in enumerate(adjacency.details)
        }
        self._tabulate()

    @classmethod
    def of_store(cls, store: Store) -> Graph | None:
        """Return the graph of a store; None where it has no adjacency arrays."""
        adjacency = getattr(store, "adjacency", None)
        names: NameIndex | None = getattr(store, "names", None)
        labels = None if names is None else names.labels_of
        return None if adjacency is None else cls(adjacency, store.statistics, labels)

    def with_edges(self, edges: Iterable[tuple[NodeTerm, str, NodeTerm]]) -> Graph:
        """Return the graph as it would be with some more edges: subject, property, object."""
        other = copy(self)
        other._foreign, other._terms = dict(self._foreign), list(self._terms)
        added: dict[str, tuple[list[int], list[int]]] = {}
        for subject, property_, object_ in edges:
            subjects, objects = added.setdefault(property_, ([], []))
            subjects.append(other.node(subject))
            objects.append(other.node(object_))
        arrays = {
            name: (np.array(subjects, np.int32), np.array(objects, np.int32))
            for name, (subjects, objects) in added.items()
        }
        other.adjacency = Overlaid(self.adjacency, arrays)
        return other

    def is_transitive(self, property_: str) -> bool:
        """Whether the ontology says that a property leads on to where it leads from there."""
        return self._statistics is not None and (
            property_ in self._statistics.vocabulary.transitive
        )

    def is_duration(self, property_: str) -> bool:
        """Whether the numbers of a property are seconds of what lasts so long."""
        edges = {} if self._statistics is None else self._statistics.edges
        return property_ in edges and edges[property_].form == "duration"

    # --- Nodes ---

    def node(self, term: NodeTerm) -> int:
        """Return the node of a term, which the graph may lack."""
        found = self.adjacency.find(term)
        if found is not None:
            return found
        place = self._foreign.get(term)
        if place is None:
            place = self._foreign[term] = self._size + len(self._terms)
            self._terms.append(term)
        return place

    def entity(self, id_: str) -> int:
        """Return the node of an entity, which the graph may lack."""
        found = self.adjacency.entity(id_)
        return self.node(entity_term(id_)) if found is None else found

    def number(self, amount: Decimal) -> int:
        """Return the node of a number."""
        return self.node(cast(NodeTerm, number_term(f"{amount:f}")))

    def written(self, term: Term) -> int:
        """Return the node of a term that stands in a query."""
        node = self._written.get(term)
        if node is None:
            node = self._written[term] = self._node_of(term)
        return node

    def _node_of(self, term: Term) -> int:
        match term:
            case Entity(id_):
                return self.entity(id_)
            case Text(text):
                return self.node(text_term(text))
            case Date(year, month, day):
                text = f"{date_text(year, month, day or 1)}T00:00:00Z"
                return self.node(cast(NodeTerm, date_term(text)))
            case Number(amount) | Quantity(amount, _):
                return self.number(amount)
            case _:
                assert_never(term)

    def term(self, node: int) -> NodeTerm:
        """Return what a node is."""
        own = node < self._size
        return self.adjacency.term(node) if own else self._terms[node - self._size]

    def text(self, node: int) -> str:
        """Return the id of an entity, or what a literal says."""
        return self.term(node).text.partition(LANGUAGE)[0]

    def amount(self, node: int) -> Decimal:
        """Return the number that a node is, exactly."""
        return Decimal(self.text(node))

    def kinds(self, nodes: Ints) -> npt.NDArray[np.int64]:
        """Return the place of the kind of each node in `NODE_KINDS`."""
        found = self._bounds.searchsorted(nodes, "right")
        for place in np.flatnonzero(nodes >= self._size) if self._terms else ():
            found[place] = self.term(int(nodes[place])).kind
        return found

    def one_kind(self, nodes: Ints) -> int | None:
        """Return the kind of all nodes, if they have one and the graph has them all."""
        if not len(nodes):
            return None
        starts = self.adjacency.starts
        kind = bisect_right(starts, int(nodes.min())) - 1
        return kind if kind < len(starts) - 1 and nodes.max() < starts[kind + 1] else None

    def values(self, nodes: Ints) -> Reals:
        """Return what each node amounts to; infinite is that of what amounts to nothing."""
        literals, first = self.adjacency.values, self.adjacency.entities
        found = np.full(len(nodes), np.inf)
        own = (nodes >= first) & (nodes < self._size)
        if own.all():
            return literals[nodes - first]
        found[own] = literals[nodes[own] - first]
        for place in np.flatnonzero(nodes >= self._size) if self._terms else ():
            found[place] = self.term(int(nodes[place])).value
        return found

    def same_text(self, node: int) -> Ints:
        """Return all nodes with the text of a node, in any language."""
        text = self.text(node)
        foreign = [
            place
            for term, place in self._foreign.items()
            if term.kind == TEXT_NODE and term.text.partition(LANGUAGE)[0] == text
        ]
        return np.append(self.adjacency.texts(text), np.array(foreign, dtype=np.int32))

    # --- Details ---

    def detail(self, unit: str, precision: int) -> int:
        """Return the number of what a statement, or a query, says of a value."""
        place = self._details.get((unit, precision))
        if place is None:
            place = self._details[unit, precision] = len(self._details)
            self._tabulate()
        return place

    def _tabulate(self) -> None:
        units = ["" if unit == NO_UNIT else unit for unit, _ in self._details]
        self.factors = np.array([float(factor(unit)) if unit else 1.0 for unit in units])
        """How many SI units an amount with a detail is."""
        names = [dimension(unit) if unit else "" for unit in units]
        self.dimensions = np.array([self.dimension(name) for name in names])
        """The number of what an amount with a detail measures; 0 where it has no unit."""
        self.precisions = np.array([precision or DAY for _, precision in self._details])
        """The precision of a date with a detail."""

    def dimension(self, name: str) -> int:
        """Return the number of a dimension."""
        return self._dimensions.setdefault(name, len(self._dimensions))

    # --- Properties ---

    def is_of_numbers(self, property_: str) -> bool:
        """Whether all values of a property are numbers."""
        objects = self.adjacency.sorted_objects(property_)
        starts = self.adjacency.starts
        return bool(
            len(objects)
            and objects[0] >= starts[NUMBER_NODE]
            and objects[-1] < starts[NUMBER_NODE + 1]
        )

    def main_dimension(self, property_: str) -> int:
        """Return the number of what most amounts of a property measure, of equals the first."""
        counts: dict[str, int] = {}
        for unit, times in self.units_of(property_).items():
            if unit not in ("", NO_UNIT) and times:
                counts[dimension(unit)] = counts.get(dimension(unit), 0) + times
        main = max(sorted(counts), key=lambda name: counts[name], default="")
        return self.dimension(main)

    def unit(self, detail: int) -> str:
        """Return the id of the unit that a detail gives, or nothing."""
        return self.adjacency.details[detail][0]

    def units_of(self, property_: str) -> dict[str, int]:
        """Return how many amounts of a property are given in which unit."""
        if self._statistics is not None:
            use = self._statistics.edges.get(property_)
            return dict(use.units) if use else {}
        details, times = np.unique(self.adjacency.edges(property_).details, return_counts=True)
        found: dict[str, int] = {}
        for detail, count in zip(details.tolist(), times.tolist(), strict=True):
            unit = self.adjacency.details[detail][0]
            found[unit] = found.get(unit, 0) + count
        return found

"""A graph to be walked: adjacency arrays beside the store, which answer in microseconds.

    graph = Adjacency.open(generation / "adjacency")
    film = graph.entity("Q25188")
    graph.objects("P57", as_set([film]))           # its directors, as sorted node numbers
    graph.around(film)                             # its properties in both directions, with counts

Nodes are numbers: entities first, in the order of their ids, then literals. What is asked and
answered are sets of nodes as in `sorted_sets`. Nothing here may be changed: the arrays are files.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kgqa_store import adjacency_arrays
from kgqa_store.adjacency_arrays import About, Arrays
from kgqa_store.adjacency_content import Content, Detail, Ints, Places, Reals
from kgqa_store.adjacency_terms import (
    ENTITY_NODE,
    LANGUAGE,
    NODE_KINDS,
    TEXT_NODE,
    NodeTerm,
    entity_term,
    text_term,
)
from kgqa_store.sorted_sets import NOTHING, as_set, rows_of, spread, union


class Around(NamedTuple):
    """A property that some edges of a node have."""

    property: str
    is_backwards: bool
    """Whether the edges lead to the node."""
    degree: int
    """How many nodes they lead to, or come from."""


@dataclass(frozen=True, slots=True)
class EdgeColumns:
    """Edges of one property, in the order of subject and object."""

    subjects: Ints
    objects: Ints
    details: Ints
    """What the edges say of their values: places in `Adjacency.details`."""

    def take(self, rows: Places) -> EdgeColumns:
        """Return some of the edges."""
        return EdgeColumns(self.subjects[rows], self.objects[rows], self.details[rows])


NO_EDGES = EdgeColumns(NOTHING, NOTHING, NOTHING)


class Adjacency:
    """The graph of a store, for reading."""

    def __init__(self, about: About, arrays: Arrays) -> None:
        """Read arrays that `adjacency_arrays` gives."""
        self.properties = about.properties
        self.details: tuple[Detail, ...] = about.details
        self.classes = about.classes
        """The properties that lead to the class of a thing, and to what is above a class."""
        self.starts = about.starts
        """Where the nodes of each of `NODE_KINDS` begin, and where the last of them ends."""
        self.values: Reals = arrays.values
        self._about, self._arrays = about, arrays
        self._entity = lru_cache(1 << 16)(lambda id_: self.find(entity_term(id_)))

    @classmethod
    def open(cls, folder: Path) -> Adjacency:
        """Return the graph whose arrays are in a folder."""
        return cls(*adjacency_arrays.load(folder))

    @classmethod
    def of(cls, content: Content) -> Adjacency:
        """Return the graph of a content that is canonical, without files."""
        return cls(*adjacency_arrays.arrays_of(content))

    # --- Nodes ---

    def __len__(self) -> int:
        return self.starts[-1]

    @property
    def entities(self) -> int:
        """How many nodes are entities; all others have larger numbers."""
        return self.starts[1]

    def entity(self, id_: str) -> int | None:
        """Return the node of an entity by its id, as in `Q42`; None if it has no edges."""
        return self._entity(id_)

    def find(self, term: NodeTerm) -> int | None:
        """Return the node of a term, if the graph has it."""
        place = self._place(term)
        is_there = place < self.starts[term.kind + 1] and self.term(place) == term
        return place if is_there else None

    def _place(self, term: NodeTerm) -> int:
        """Return where a term is, or would be."""
        nodes = range(self.starts[term.kind], self.starts[term.kind + 1])
        if term.kind == ENTITY_NODE:
            return nodes.start + bisect_left(nodes, term.text.encode(), key=self._text)
        first, after = (
            nodes.start + int(self._values_of(nodes).searchsorted(term.value, side))
            for side in ("left", "right")
        )
        text = term.text.encode()
        return first + bisect_left(range(first, after), text, key=self._text)

    def _values_of(self, nodes: range) -> Reals:
        return self.values[nodes.start - self.entities : nodes.stop - self.entities]

    def texts(self, text: str) -> Ints:
        """Return the nodes of a text in any language, and in none."""
        plain = text_term(text)
        start = self._place(plain)
        end = self._place(plain._replace(text=text + LANGUAGE + "\U0010ffff"))
        found = [node for node in range(start, end) if self.text(node) == text]
        return np.array(found, dtype=np.int32)

    def term(self, node: int) -> NodeTerm:
        """Return what a node is."""
        value = float(self.values[node - self.entities]) if node >= self.entities else np.inf
        return NodeTerm(self.kind(node), value, self._text(node).decode())

    def kind(self, node: int) -> int:
        """Return the place of the kind of a node in `NODE_KINDS`."""
        return next(k for k in range(len(NODE_KINDS)) if node < self.starts[k + 1])

    def text(self, node: int) -> str:
        """Return the id of an entity, or what a literal says."""
        text = self._text(node).decode()
        return text.partition(LANGUAGE)[0] if self.kind(node) == TEXT_NODE else text

    def _text(self, node: int) -> bytes:
        start, end = self._arrays.text_starts[node : node + 2]
        return self._arrays.texts[start:end].tobytes()

    # --- Edges ---

    @cached_property
    def _property_places(self) -> dict[str, int]:
        return {id_: place for place, id_ in enumerate(self.properties)}

    def _range(self, starts: Places, property_: str) -> slice:
        place = self._property_places.get(property_)
        return slice(0, 0) if place is None else slice(int(starts[place]), int(starts[place + 1]))

    def edges(self, property_: str) -> EdgeColumns:
        """Return all edges of a property; one with several details is there several times."""
        rows, arrays = self._range(self._arrays.edge_starts, property_), self._arrays
        return EdgeColumns(arrays.subjects[rows], arrays.objects[rows], arrays.details[rows])

    def edges_from(self, property_: str, nodes: Ints) -> EdgeColumns:
        """Return the edges of a property that start at any of a set."""
        edges = self.edges(property_)
        return edges.take(rows_of(edges.subjects, nodes)) if len(nodes) else NO_EDGES

    def edges_to(self, property_: str, nodes: Ints) -> tuple[Ints, Ints]:
        """Return subjects and objects of the edges that lead to any of a set, by object."""
        rows = self._range(self._arrays.back_starts, property_)
        objects = self._arrays.back_objects[rows]
        if not len(nodes) or not len(objects):
            return NOTHING, NOTHING
        if len(nodes) == 1:
            here = slice(objects.searchsorted(nodes[0]), objects.searchsorted(nodes[0], "right"))
            return self._arrays.back_subjects[rows][here], objects[here]
        places = rows_of(objects, nodes)
        return self._arrays.back_subjects[rows][places], objects[places]

    def sorted_objects(self, property_: str) -> Ints:
        """Return the objects of all edges of a property, in order."""
        return self._arrays.back_objects[self._range(self._arrays.back_starts, property_)]

    def objects(self, property_: str, nodes: Ints) -> Ints:
        """Return what a property leads to from a set."""
        return as_set(self.edges_from(property_, nodes).objects)

    def subjects(self, property_: str, nodes: Ints) -> Ints:
        """Return what has any of a set as its property."""
        subjects = self.edges_to(property_, nodes)[0]
        return subjects if len(nodes) == 1 else as_set(subjects)

    def subjects_of_any(self, property_: str) -> Ints:
        """Return what has a property at all."""
        return as_set(self.edges(property_).subjects)

    def around(self, node: int, most: int = 1 << 30) -> list[Around]:
        """Return the properties of a node, forwards and backwards; at most so many of each node."""
        ways, degrees = self.ways(node)
        found = zip(ways[:most].tolist(), degrees[:most].tolist(), strict=True)
        names = self.properties
        return [Around(names[way >> 1], bool(way & 1), degree) for way, degree in found]

    def ways(self, node: int) -> tuple[Ints, Ints]:
        """Return what is around a node as columns.

        A way is twice the place of its property in `properties`, and 1 more if it leads to the
        node.
        """
        start, end = self._arrays.around_starts[node : node + 2].tolist()
        return self._arrays.around[start:end], self._arrays.degrees[start:end]

    def ways_around(self, nodes: Ints) -> Ints:
        """Return the ways of any of a set: twice the place of a property, and 1 for backwards."""
        starts = self._arrays.around_starts
        rows = spread(starts[nodes], starts[nodes + 1])
        return as_set(self._arrays.around[rows])

    def place(self, property_: str) -> int | None:
        """Return the place of a property in `properties`."""
        return self._property_places.get(property_)

    def degree(self, node: int) -> int:
        """Return how many edges a node has, in both directions."""
        return int(self.ways(node)[1].sum())

    # --- Classes ---

    def subclasses(self, class_: int) -> Ints:
        """Return a class and all classes below it."""
        return self._reached(class_, self._arrays.descendant_starts, self._arrays.descendants)

    def superclasses(self, class_: int) -> Ints:
        """Return a class and all classes above it."""
        return self._reached(class_, self._arrays.ancestor_starts, self._arrays.ancestors)

    def _reached(self, class_: int, starts: Places, reached: Ints) -> Ints:
        classes = self._arrays.classes
        place = int(classes.searchsorted(class_))
        if place == len(classes) or classes[place] != class_:
            return np.array([class_], dtype=np.int32)
        return reached[int(starts[place]) : int(starts[place + 1])]

    def instances(self, class_: int) -> Ints:
        """Return what is an instance of a class, or of one below it."""
        return self.subjects(self.classes[0], self.subclasses(class_))

    def types(self, node: int) -> Ints:
        """Return the classes of a node, and all above them."""
        own = self.objects(self.classes[0], np.array([node], dtype=np.int32))
        return union(*(self.superclasses(class_) for class_ in own.tolist()))

    # --- Statements ---

    def statements(self, property_: str) -> Statements:
        """Return the statements of a property that have qualifiers."""
        return Statements(self._arrays, self._range(self._arrays.statement_starts, property_))

    def qualifiers(self, statements: Places, property_: str) -> Qualifiers:
        """Return the qualifiers of a property that some statements have."""
        arrays = self._arrays
        starts, ends = arrays.qualifier_starts[statements], arrays.qualifier_starts[statements + 1]
        rows = spread(starts, ends)
        place = self._property_places.get(property_, -1)
        kept = arrays.qualifier_properties[rows] == place
        owners = np.repeat(np.arange(len(statements)), ends - starts)
        rows = rows[kept]
        return Qualifiers(
            owners[kept], arrays.qualifier_values[rows], arrays.qualifier_details[rows]
        )

    def qualifiers_of(self, statement: int) -> list[tuple[str, int, int]]:
        """Return all qualifiers of a statement: property, value and detail."""
        arrays = self._arrays
        start, end = arrays.qualifier_starts[statement : statement + 2].tolist()
        columns = (arrays.qualifier_values, arrays.qualifier_details)
        properties = [self.properties[p] for p in arrays.qualifier_properties[start:end].tolist()]
        return list(zip(properties, *(c[start:end].tolist() for c in columns), strict=True))

    def content(self) -> Content:
        """Return the graph as columns that can be changed."""
        return adjacency_arrays.content_of(self._about, self._arrays)

    def all_qualifiers(self, statements: Places) -> dict[int, Ints]:
        """Return the values of all qualifiers of some statements, by the places of properties."""
        arrays = self._arrays
        rows = spread(arrays.qualifier_starts[statements], arrays.qualifier_starts[statements + 1])
        properties, values = arrays.qualifier_properties[rows], arrays.qualifier_values[rows]
        return {
            place: as_set(values[properties == place]) for place in np.unique(properties).tolist()
        }

    def described(self) -> Iterator[tuple[str, int]]:
        """Give what there is, and how many of it."""
        yield "nodes", len(self)
        yield "edges", len(self._arrays.back_objects)
        yield "statements", len(self._arrays.statement_subjects)
        yield "qualifiers", len(self._arrays.qualifier_values)
        yield "classes", len(self._arrays.classes)


class Statements:
    """The statements of one property, by their numbers."""

    def __init__(self, arrays: Arrays, rows: slice) -> None:
        """Look at the rows of one property."""
        self._rows = rows
        self._by_object = arrays.statements_by_object
        self._all = (
            arrays.statement_subjects,
            arrays.statement_objects,
            arrays.statement_details,
        )

    @property
    def numbers(self) -> Places:
        """All of them, in the order of subject and object."""
        return np.arange(self._rows.start, self._rows.stop)

    def columns(self, numbers: Places) -> EdgeColumns:
        """Return the edges that some statements are about."""
        subjects, objects, details = self._all
        return EdgeColumns(subjects[numbers], objects[numbers], details[numbers])

    def of(self, nodes: Ints) -> Places:
        """Return the statements that start at any of a set."""
        rows: Places = rows_of(self._all[0][self._rows], nodes)
        return rows + np.int64(self._rows.start)

    def to(self, nodes: Ints) -> Places:
        """Return the statements that lead to any of a set."""
        numbers = self._by_object[self._rows]
        found: Ints = numbers[rows_of(self._all[1][numbers], nodes)]
        return found.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """Qualifiers of one property: to which of the statements asked for each belongs."""

    owners: Places
    values: Ints
    details: Ints

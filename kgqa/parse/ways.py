"""What is known of the properties of a graph before any question, by the numbers of their ways.

A property has two ways: the even number leads to its objects, the next one to its subjects.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from kgqa_store.adjacency import Adjacency
from kgqa_store.schema import Schema
from numpy.typing import NDArray

from kgqa.parse.property_words import PropertyWords
from kgqa.parse.world import world

IDENTIFIERS = "ExternalId"
"""The datatype of what other databases call a thing, which a question may ask for."""
Truths = NDArray[np.bool_]


@dataclass(frozen=True)
class Ways:
    """The properties of a graph that lead anywhere, by the numbers of their ways."""

    followed: Truths
    """Whether a way may be followed from a set."""
    ordered: Truths
    """Whether it leads to dates or amounts."""
    timed: Truths
    """Whether it leads to dates."""
    stated: Truths
    """Whether statements of it have qualifiers."""
    same: tuple[int, ...]
    """For each property the first of those that say the same, from either side."""
    names: tuple[tuple[frozenset[str], ...], ...]
    """For each property the stems of the words of its names."""


def ways_of(adjacency: Adjacency, schema: Schema, called: PropertyWords) -> Ways:
    """Return what is known of the ways of a graph by its schema."""
    shape = (len(adjacency.properties), 2)
    followed, ordered, timed, stated = (np.zeros(shape, np.bool_) for _ in range(4))
    names: list[tuple[frozenset[str], ...]] = [()] * len(adjacency.properties)
    for place, property_ in enumerate(adjacency.properties):
        entry = schema.property(property_)
        if entry is None:
            continue
        is_relation = called.called(property_).is_relation or entry.datatype == IDENTIFIERS
        followed[place] = is_relation and property_ not in adjacency.classes
        names[place] = called.called(property_).names
        ordered[place, 0] = entry.datatype in ("Time", "Quantity")
        timed[place, 0] = entry.datatype == "Time"
        stated[place] = len(adjacency.statements(property_).numbers) > 0
    marks = [one.reshape(-1) for one in (followed, ordered, timed, stated)]
    same = _first_of_same(adjacency)
    return Ways(marks[0], marks[1], marks[2], marks[3], same, tuple(names))


def _first_of_same(adjacency: Adjacency) -> tuple[int, ...]:
    found = list(range(len(adjacency.properties)))
    for group in world().same:
        known = [adjacency.place(relation.removeprefix("^")) for relation in group]
        places = sorted(place for place in known if place is not None)
        for place in places:
            found[place] = places[0]
    return tuple(found)

"""What the planner knows of a graph without asking it: counts by property, kinds of values.

`Statistics` is a value: it is collected once when a store is built, lies beside it as JSON, and is
read in a few milliseconds. Nothing here looks at the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

HEAVY = 200
"""An object with at least this many edges of one property is counted by itself."""


@dataclass(frozen=True, slots=True)
class PropertyStatistics:
    """How one property is used in the graph."""

    edges: int = 0
    """How many edges there are."""
    subjects: int = 0
    """How many different subjects they have."""
    objects: int = 0
    """How many different objects they have."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """How many edges lead to which kind of value: entity, number, date, text, other, unknown."""
    units: Mapping[str, int] = field(default_factory=dict)
    """How many quantities are given in which unit (its Q-number; `""` where no unit is known)."""
    precisions: Mapping[int, int] = field(default_factory=dict)
    """How many dates have which precision (Wikidata's numbers: 9 year, 10 month, 11 day)."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """How the properties of a graph are used."""

    edges: Mapping[str, PropertyStatistics] = field(default_factory=dict)
    """Truthy edges (`wdt:`), by P-number."""
    qualifiers: Mapping[str, PropertyStatistics] = field(default_factory=dict)
    """Qualifiers (`pq:`), by P-number; a subject is a statement."""
    statements: Mapping[str, int] = field(default_factory=dict)
    """How many full statements (`p:`) a property has."""
    heavy: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For each property, the objects (Q-numbers) with `HEAVY` edges or more, and how many."""
    deprecated: int = 0
    """How many statements are marked as deprecated."""
    datatypes: Mapping[str, str] = field(default_factory=dict)
    """The declared datatype of each property that has one, as in `WikibaseItem`, `Quantity`."""

"""How many things a set will have, guessed from the statistics of a graph.

The guesses choose between formulations of the same query and never change its answer.
"""

from __future__ import annotations

import math
from typing import assert_never

from kgqa_store.graph_vocabulary import WIKIDATA
from kgqa_store.statistics import HEAVY, PropertyStatistics, Statistics

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Difference,
    Entity,
    Filter,
    Having,
    Intersection,
    Inverse,
    Named,
    Near,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Relation,
    Superlative,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
)

UNKNOWN = PropertyStatistics(edges=100_000, subjects=50_000, objects=10_000)
"""What is assumed of a property when nothing is known of the graph."""

LOOK_UP, SCAN = 8.0, 1.0
"""What a look-up by index costs, and a row of a scan that is then hashed.

11 and 1 microseconds with Oxigraph 0.5.13 on 5.8 M triples; sets tend to be smaller than guessed,
so that looking up is taken a little more often.
"""


def is_better_apart(edges: float, rows: float) -> bool:
    """Whether scanning all the edges once beats one look-up for each of the rows."""
    return edges * SCAN < rows * LOOK_UP


def property_of(relation: Relation) -> tuple[Property, bool]:
    """Return the property of a relation, and whether it is read backwards."""
    match relation:
        case Property():
            return relation, False
        case Qualified(property_):
            return property_, False
        case Typed(inner):
            return property_of(inner)
        case Inverse(inner):
            property_, backwards = property_of(inner)
            return property_, not backwards
        case _:
            assert_never(relation)


def qualifiers_of(relation: Relation) -> tuple[Condition, ...]:
    """Return the tests of the qualifiers of a relation."""
    match relation:
        case Property():
            return ()
        case Qualified(_, conditions):
            return conditions
        case Typed(inner) | Inverse(inner):
            return qualifiers_of(inner)
        case _:
            assert_never(relation)


def is_qualified(relation: Relation) -> bool:
    """Whether a relation goes through statements."""
    match relation:
        case Property():
            return False
        case Qualified():
            return True
        case Typed(inner) | Inverse(inner):
            return is_qualified(inner)
        case _:
            assert_never(relation)


class Estimates:
    """Guesses of sizes by the statistics of one graph, or without any."""

    def __init__(self, statistics: Statistics | None) -> None:
        self.statistics = statistics
        self._instance = (WIKIDATA if statistics is None else statistics.vocabulary).instance

    def of_property(self, property_: Property) -> PropertyStatistics:
        """Return how a property is used."""
        if self.statistics is None:
            return UNKNOWN
        return self.statistics.edges.get(property_.id, PropertyStatistics())

    def marks(self, kind: str) -> float:
        """Return how many values have a unit (kind number) or a precision (kind date) at all."""
        uses = self.statistics.edges.values() if self.statistics else ()
        stated = [use.units if kind == "number" else use.precisions for use in uses]
        return float(sum(number for counts in stated for mark, number in counts.items() if mark))

    def fan_out(self, relation: Relation) -> float:
        """Return how many y there are for one x of the relation."""
        property_, backwards = property_of(relation)
        use = self.of_property(property_)
        return use.edges / max(1, use.objects if backwards else use.subjects)

    def edges(self, relation: Relation) -> float:
        """Return how many pairs the relation has."""
        return float(self.of_property(property_of(relation)[0]).edges)

    def rows(self, things: Things) -> float:
        """Return how many members the set may have."""
        match things:
            case Entity() | Text() | Number() | Date() | Quantity():
                return 1.0
            case Type(entity):
                return self._instances(entity)
            case Apply(relation, inner):
                return self._applied(relation, inner)
            case Intersection(operands):
                return 0.5 * min(self.rows(operand) for operand in operands)
            case Union(operands):
                return sum(self.rows(operand) for operand in operands)
            case Difference(left, _):
                return self.rows(left)
            case Filter(inner, _) | Having(inner, _, _, _) | Near(inner, _, _, _, _):
                return 0.3 * self.rows(inner)
            case Named(inner, _, _):
                return 0.1 * self.rows(inner)
            case Superlative() | Ordinal():
                return 1.0
            case Told(inner, _, place):
                return self.rows(inner) if place is None else 1.0
            case _:
                assert_never(things)

    def _applied(self, relation: Relation, things: Things) -> float:
        property_, backwards = property_of(relation)
        use = self.of_property(property_)
        if isinstance(things, Entity) and not backwards:
            return self.with_object(property_, things.id)
        starts, ends = (use.subjects, use.objects) if backwards else (use.objects, use.subjects)
        rows = self.rows(things)
        # Of a class only those count that have the property at all.
        rows = min(rows, starts) if rows > 1 else rows
        return min(rows * use.edges / max(1, starts), float(max(1, ends)))

    def with_object(self, property_: Property, id_: str) -> float:
        """Return how many subjects have this object; `id_` is a Q-number, with or without `wd:`."""
        id_ = id_.removeprefix("wd:")  # ids of other graphs are terms as they are
        use = self.of_property(property_)
        heavy = self.statistics.heavy.get(property_.id, {}) if self.statistics else {}
        if id_ in heavy:
            return float(heavy[id_])
        light = use.edges - sum(heavy.values())
        mean = max(1.0, light / max(1, use.objects - len(heavy)))
        # An object somebody asks about has more edges than the mean, and fewer than a heavy one.
        return min(math.sqrt(mean * HEAVY), max(1.0, float(light)))

    def _instances(self, entity: Entity) -> float:
        if self.statistics is None:
            return 10_000.0
        known = self.statistics.instances.get(entity.id)
        return float(known) if known else self.with_object(Property(self._instance), entity.id)

"""Sets about a graph, composed of few parts, so that rules of the algebra have much to do."""

from __future__ import annotations

from decimal import Decimal

from graphs import Graph
from hypothesis import strategies as st
from strategies import COUNTED, DATED, LENGTH, LINKS, About

from kgqa.algebra import (
    Apply,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Intersection,
    Inverse,
    Number,
    Ordinal,
    Property,
    Quantity,
    Query,
    Superlative,
    Tally,
    Text,
    Things,
    Type,
    Typed,
    Union,
    Way,
)

VALUES = (Number, Quantity, Date, Text)
EVERYTHING = Union(tuple(Entity(f"Q{number}") for number in range(1, 7)))
WRITTEN = (Number(Decimal(1)), Number(Decimal(1999)), Date(1999, 1), Text("10"))


class Composer:
    """Composes sets from a pool of parts that occur in one graph."""

    def __init__(self, draw: st.DrawFn, graph: Graph) -> None:
        self.draw, self.about = draw, About(graph)
        parts = [self.about.things(draw, draw(st.integers(0, 1))) for _ in range(2)]
        parts += [Apply(Property(LINKS[0]), EVERYTHING), Apply(Property(LINKS[1]), EVERYTHING)]
        values = [self.about.value_set(name, draw) for name in (LENGTH, COUNTED, DATED)]
        self.pool = [*parts, *parts, EVERYTHING, EVERYTHING, *values, *WRITTEN]

    def set(self) -> Things:
        """Draw a part that is no written value."""
        return self.draw(st.sampled_from([p for p in self.pool if not isinstance(p, VALUES)]))

    def part(self) -> Things:
        """Draw a part."""
        return self.draw(st.sampled_from(self.pool))

    def way(self) -> Way:
        """Draw a relation, forwards, backwards, or with more inverses than it needs."""
        names = st.sampled_from([*LINKS, LENGTH, DATED, "P31"])
        way: Way = Property(self.draw(names))
        for _ in range(self.draw(st.sampled_from([0, 0, 1, 2, 2]))):
            way = Inverse(way)
        return way

    def item(self) -> Entity:
        """Draw an item."""
        return Entity(f"Q{self.draw(st.integers(1, 6))}")

    def tests(self) -> tuple[Condition, ...]:
        """Draw tests, some of them equalities with items, some twice."""
        value = self.draw(st.sampled_from([part for part in self.pool if isinstance(part, VALUES)]))
        comparator = (
            "=" if isinstance(value, Text) else self.draw(st.sampled_from(["<=", ">", "!="]))
        )
        choices = [
            Condition(Property(self.draw(st.sampled_from(LINKS))), "=", self.item()),
            Condition(self.way(), "=", Type(self.item())),
            Condition(Property(self.draw(st.sampled_from([LENGTH, DATED]))), comparator, value),
        ]
        return tuple(self.draw(st.lists(st.sampled_from(choices), min_size=1, max_size=3)))

    def things(self, depth: int) -> Things:
        """Draw a set of that depth."""
        if depth == 0:
            return self.part()
        inner, other = self.things(depth - 1), self.things(self.draw(st.integers(0, depth - 1)))
        key = self.draw(st.sampled_from([Property(LENGTH), Property(DATED), Tally(Property("P1"))]))
        numbers = isinstance(inner, Number | Quantity) or isinstance(other, Number | Quantity)
        match self.draw(st.integers(0, 10)):
            case 0 | 1:
                return Intersection((inner, other))
            case 10:
                return Intersection((EVERYTHING, self.part(), inner))
            case 2 | 3:
                return Union((other, inner))
            case 4 | 5 if not numbers:
                return Difference(inner, other)
            case 6 | 7:
                return Filter(inner, self.tests())
            case 8:
                place = self.draw(st.sampled_from([1, -1, 2]))
                return Ordinal(place, Superlative("max", inner, key), key)
            case _:
                way = self.way()
                return Apply(Typed(way, self.item()) if self.draw(st.booleans()) else way, inner)

    def query(self) -> Query:
        """Draw a set, or a truth about one."""
        things = self.things(self.draw(st.integers(1, 3)))
        match self.draw(st.integers(0, 4)):
            case 0:
                return Existence(things)
            case 1:
                return Comparison(Count(things), ">", Number(Decimal(0)))
            case 2 if not isinstance(things, Entity | Type):
                return Comparison(things, "<=", self.set_with_order())
            case _:
                return things

    def set_with_order(self) -> Things:
        """Draw what a property of some item is."""
        return Apply(Inverse(Property(self.draw(st.sampled_from([LENGTH, DATED])))), self.item())

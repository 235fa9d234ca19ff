"""Expressions that read the same mean the same: many are made of few words, and compared."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from graphs import Day, Edge, Graph, Item, graph_of
from reference import Reference

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
    Key,
    Lapse,
    Membership,
    Number,
    Ordinal,
    Property,
    Query,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
    to_english,
    to_text,
)

LABELS = {"P1": "part of", "P577": "publication date", "Q1": "alpha", "Q2": "beta"}
ITEMS, RELEASE = (Entity("Q1"), Entity("Q2")), Property("P577")


class Speaker:
    """Makes up expressions of two items and three relations."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def way(self) -> Way:
        """Make up a relation."""
        property_ = Property(self.random.choice(["P57", "P1", "P19"]))
        return Inverse(property_) if self.random.random() < 0.3 else property_

    def key(self) -> Key:
        """Make up a key."""
        item = self.random.choice(ITEMS)
        stated = Stated(self.way(), item, self.random.choice([RELEASE, Property("P1")]))
        tallies = [Tally(self.way()), Tally(self.way(), Type(ITEMS[0]))]
        lapses = [Lapse(RELEASE, Property("P1")), Lapse(RELEASE, stated)]
        return self.random.choice([RELEASE, *tallies, stated, *lapses])

    def test(self, depth: int) -> Condition:
        """Make up a test."""
        if self.random.random() < 0.8:
            return Condition(self.way(), "=", self.things(depth))
        bound = self.random.choice([Number(Decimal(1995)), Date(1995, 1)])
        return Condition(RELEASE, self.random.choice(["<", "=", ">=", "!="]), bound)  # type: ignore[arg-type]

    def things(self, depth: int) -> Things:
        """Make up a set."""
        choice, pick = self.random.random(), self.random.choice
        if depth == 0 or choice < 0.1:
            return pick([*ITEMS, Type(ITEMS[0]), Type(ITEMS[1])])
        inner = self.things(depth - 1)
        if choice < 0.4:
            return Apply(self.way(), inner)
        if choice < 0.55:
            return Intersection((inner, self.things(depth - 1)))
        if choice < 0.65:
            return Union((inner, self.things(depth - 1)))
        if choice < 0.78:
            return Difference(inner, self.things(depth - 1))
        if choice < 0.9:
            return Filter(inner, (self.test(depth - 1),))
        if choice < 0.93:
            return Apply(Typed(self.way(), pick(ITEMS)), inner)
        if choice < 0.94:
            stated = Stated(self.way(), pick(ITEMS), pick([RELEASE, Property("P1")]))
            return Told(inner, stated, pick([None, 1, -1]))
        if choice < 0.97:
            return Ordinal(pick([1, 2, -1, -2]), inner, self.key())
        return Superlative(pick(["max", "min"]), inner, self.key())  # type: ignore[arg-type]

    def query(self) -> Query:
        """Make up a set, or a number or a truth about one."""
        things, other = self.things(self.random.choice([1, 2, 2, 3])), self.things(1)
        others = [
            Existence(things),
            Membership(ITEMS[0], things),
            Comparison(Count(things), ">", Count(other)),
            Comparison(things, "=", other),
            Subtraction(Count(things), Count(other)),
        ]
        return self.random.choice([*[things] * 7, *others])

    def graph(self) -> Graph:
        """Make up a graph of six items."""
        edges = {}
        for _ in range(30):
            subject = Item(f"Q{self.random.randint(1, 6)}")
            property_ = self.random.choice(["P57", "P1", "P19", "P31", "P577"])
            item, day = Item(f"Q{self.random.randint(1, 6)}"), Day(self.random.randint(1990, 2000))
            value = day if property_ == "P577" else item
            edges[subject, property_, value] = Edge(subject, property_, value)
        return graph_of(edges.values())


def test_expressions_that_read_the_same_mean_the_same() -> None:
    speaker = Speaker(seed=1)
    references = [Reference(speaker.graph()) for _ in range(6)]
    first: dict[str, Query] = {}
    compared = 0
    for _ in range(6000):
        query = speaker.query()
        english = to_english(query, LABELS)
        known = first.setdefault(english, query)
        if known != query:
            compared += 1
            for reference in references:
                same = reference.denote(query) == reference.denote(known)
                assert same, f"{english}\n  {to_text(query)}\n  {to_text(known)}"
    assert compared > 50 and len(first) > 2000

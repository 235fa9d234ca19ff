"""Those of a set whose dates or amounts pass a test: `X[r < b]`."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from kgqa.algebra import Condition, Date, Entity, Filter, Number, Property, Quantity
from kgqa.parse import quantities
from kgqa.parse.item import Item
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.scene import Scene

MOST = 4
"""Properties that a value may be of: the most likely ones."""


def filter_(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set that have a value as the question says."""
    if len(item.nodes) < 2:
        return
    ways = scene.around(item)
    for value, words in scene.values:
        if words & item.evidence.spent:
            continue
        of_kind = scene.ways.ordered[ways] & (scene.ways.timed[ways] == is_time(value))
        for way, likely in scene.likeliest(item, ways[of_kind], MOST):
            conditions = tests(scene.property(way), scene.told(way, value))
            if conditions:
                evidence = scene.saying(item.evidence, way, likely).spending(words)
                query = Filter(item.things, conditions)
                yield from narrowed(scene, query, evidence, "filter", item)


def is_time(value: quantities.Quantity) -> bool:
    """Whether a value is a date, or a span of years."""
    return isinstance(value, quantities.Date | quantities.Years)


def tests(property_: Property, value: quantities.Quantity) -> tuple[Condition, ...]:
    """Return the conditions that a value of a question sets for a property."""
    match value:
        case quantities.Date(year=None):
            return ()
        case quantities.Date(year=int(year), month=None, comparator=comparator):
            return (Condition(property_, comparator, _year(year)),)
        case quantities.Date(year=int(year), month=int(month), day=day, comparator=comparator):
            return (Condition(property_, comparator, Date(_counted(year), month, day)),)
        case quantities.Years(first=first, last=last):
            return (
                Condition(property_, ">=", _year(first)),
                Condition(property_, "<=", _year(last)),
            )
        case quantities.Number(value=number, comparator=comparator):
            return (Condition(property_, comparator, Number(number)),)
        case quantities.Amount(value=number, unit=unit, comparator=comparator):
            return (Condition(property_, comparator, Quantity(number, Entity(unit))),)
    return ()


def within(
    begin: Property, end: Property, value: quantities.Quantity
) -> Iterator[tuple[Condition, ...]]:
    """Yield the conditions that what begins and ends holds at a time, and in all of its years."""
    match value:
        case quantities.Date(year=int(year), month=None, comparator="="):
            yield Condition(begin, "<=", _year(year)), Condition(end, ">=", _year(year))
        case quantities.Date(year=int(year), month=int(month), day=day, comparator="="):
            date = Date(_counted(year), month, day)
            yield Condition(begin, "<=", date), Condition(end, ">=", date)
        case quantities.Years(first=int(first), last=int(last)):
            yield Condition(begin, "<=", _year(last)), Condition(end, ">=", _year(first))
            yield Condition(begin, "<=", _year(first)), Condition(end, ">=", _year(last))


def _year(year: int) -> Number:
    return Number(Decimal(_counted(year)))


def _counted(year: int) -> int:
    """Return a year as the algebra counts it: 1 BCE is 0."""
    return year + 1 if year < 0 else year

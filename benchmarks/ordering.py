"""How values compare and who has the extreme one: dates at the coarser precision, lengths in SI."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from adjacency import Day, Measure, Value

FACTORS: Mapping[str, Fraction | int] = {
    "Q11573": 1,
    "Q828224": 1000,
    "Q3710": Fraction(3048, 10_000),
}
"""Metres in a metre, a kilometre and a foot; other units are compared as they stand."""

YEAR = 9
COMPARATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compares(left: Value, comparator: str, right: Value) -> bool:
    """Whether `left ? right`; a number beside a date is a year."""
    match left, right:
        case Day(), Day():
            shared = min(left.precision, right.precision)
            return COMPARATORS[comparator](_cut(left, shared), _cut(right, shared))
        case Day(), Measure(number):
            return COMPARATORS[comparator](left.year, number)
        case Measure(), Measure():
            return COMPARATORS[comparator](_amount(left), _amount(right))
        case str(), str():
            return COMPARATORS[comparator](left, right)
    return False


def extremes(keys: Mapping[Value, list[Value]], *, greatest: bool) -> set[Value]:
    """Return the members with a key that no key of another member exceeds."""
    choose = max if greatest else min
    values = [value for found in keys.values() for value in found]
    if any(isinstance(value, Day) for value in values):
        days = [value for value in values if isinstance(value, Day)]
        bounds = {
            precision: choose(_cut(day, precision) for day in days if day.precision >= precision)
            for precision in {day.precision for day in days}
        }
        return {x for x, found in keys.items() if any(_reaches(day, bounds) for day in found)}
    amounts = {x: choose(map(_amount, _measures(found))) for x, found in keys.items()}
    best = choose(amounts.values(), default=None)
    return {x for x, amount in amounts.items() if amount == best}


def at_place(place: int, keys: dict[Value, list[Value]]) -> set[Value]:
    """Return the members at a place, found by taking away the extremes before it."""
    left, found = dict(keys), set[Value]()
    for _ in range(abs(place)):
        found = extremes(left, greatest=place < 0)
        for member in found:
            del left[member]
    return found


def _reaches(day: Value, bounds: Mapping[int, tuple[int, ...]]) -> bool:
    return isinstance(day, Day) and all(
        _cut(day, precision) == bound
        for precision, bound in bounds.items()
        if precision <= day.precision
    )


def _cut(day: Day, precision: int) -> tuple[int, ...]:
    return tuple(day[: precision - YEAR + 1])


def _measures(values: Iterable[Value]) -> list[Measure]:
    return [value for value in values if isinstance(value, Measure)]


def _amount(measure: Measure) -> Fraction | int:
    factor = FACTORS.get(measure.unit, 1)
    return measure.number if factor == 1 else measure.number * factor

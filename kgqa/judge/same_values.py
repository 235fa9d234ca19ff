"""When two values say the same, and when they cannot both be right."""

from __future__ import annotations

from decimal import Decimal

from kgqa_store.names_text import normalise

from kgqa.algebra import Entity
from kgqa.algebra.units import dimension, factor
from kgqa.answers import Measurement, Time, Value, Words

NEAR = Decimal("0.0005")
"""Two amounts are the same if they differ by at most this share: 8848.86 m is 8849 m."""

SHARE = Decimal("0.25")
YEARS = 2
"""Values of one thing by two sources are rarely further apart: lengths of rivers, premieres."""


def is_same(one: Value, other: Value) -> bool:
    """Whether two values say the same: dates at the coarser precision, amounts when rounded."""
    match one, other:
        case Entity(a), Entity(b):
            return a == b
        case Time(), Time():
            return _is_same_date(one, other)
        case Measurement(), Measurement():
            return _is_same_amount(one, other)
        case Words(a), Words(b):
            return _is_same_name(a, b)
        case bool(), bool():
            return one is other
        case _:
            return False


def _is_same_date(one: Time, other: Time) -> bool:
    precision = min(one.precision, other.precision)
    if precision < 9:
        span: int = 10 ** (9 - max(6, precision))
        return abs(one.year - other.year) < span
    return (
        one.year == other.year
        and (precision < 10 or one.month == other.month)
        and (precision < 11 or one.day == other.day)
    )


def si_amount(value: Measurement) -> Decimal:
    """Return an amount in the units of its dimension; a bare number as it stands."""
    return value.amount * factor(value.unit) if value.unit else value.amount


def is_comparable(one: Measurement, other: Measurement) -> bool:
    """Whether two amounts measure the same; one whose unit is not known compares as it stands."""
    if one.unit is None or other.unit is None:
        return one.unit == other.unit
    return dimension(one.unit) == dimension(other.unit)


def _is_same_amount(one: Measurement, other: Measurement) -> bool:
    if one.unit is None or other.unit is None:
        a, b = one.amount, other.amount
    elif is_comparable(one, other):
        a, b = si_amount(one), si_amount(other)
    else:
        return False
    return abs(a - b) <= NEAR * max(abs(a), abs(b))


def is_near(one: Value, other: Value) -> bool:
    """Whether two values may be of the same thing by two sources: a fifth or two years apart."""
    match one, other:
        case Time(), Time():
            return abs(one.year - other.year) <= YEARS
        case Measurement(), Measurement() if is_comparable(one, other):
            a, b = si_amount(one), si_amount(other)
            return abs(a - b) <= SHARE * max(abs(a), abs(b))
        case _:
            return False


def _is_same_name(one: str, other: str) -> bool:
    a, b = normalise(one), normalise(other)
    return a == b or f" {a} ".endswith(f" {b} ") or f" {b} ".endswith(f" {a} ")

"""Values of the reference: what a literal measures, and how two of them compare."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import assert_never

from graphs import Day, Node

from kgqa.algebra import Date, Number, Quantity, Text
from kgqa.algebra.units import dimension, factor


@dataclass(frozen=True)
class Measured:
    """A value with what its edge says of it. `is_written`: it stands in the expression."""

    node: Node
    unit: str | None = None
    precision: int = 11
    is_written: bool = False


def written(value: Text | Date | Number | Quantity) -> Measured:
    match value:
        case Text(text):
            return Measured(text, is_written=True)
        case Date(year, month, day):
            return Measured(Day(year, month, day or 1), None, 11 if day else 10, True)
        case Number(amount):
            return Measured(amount, is_written=True)
        case Quantity(amount, unit):
            return Measured(amount, None if unit.id == "Q199" else unit.id, 11, True)
        case _:
            assert_never(value)


def span(value: Measured) -> tuple[float, float] | None:
    """The numbers YYYYMMDD from which and up to which a date reaches; a number is a year."""
    if isinstance(value.node, Decimal):
        if not value.is_written or value.unit or value.node % 1:
            return None
        year = int(value.node)
        return year * 10_000, (year + 1) * 10_000
    if not isinstance(value.node, Day):
        return None
    day = value.node
    match value.precision:
        case 9:
            return day.year * 10_000, day.year * 10_000 + 10_000
        case 10:
            start = day.year * 10_000 + day.month * 100
            return start, start + 100
        case 8:
            start = day.year // 10 * 100_000
            return start, start + 100_000
        case 7:
            start = (day.year - 1) // 100 * 1_000_000 + 10_000
            return start, start + 1_000_000
        case _:
            start = day.year * 10_000 + day.month * 100 + day.day
            return start, start + 1


def compares(a: Measured, comparator: str, b: Measured) -> bool:
    """Whether a stands in that relation to b; values of different kinds are only different."""
    order = _order(a, b)
    if order is None:
        return False
    signs = {"=": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
    return order in signs[comparator]


def _order(a: Measured, b: Measured) -> int | None:
    """-1, 0 or 1 as a is less than, equal to or greater than b; None if they do not compare."""
    if isinstance(a.node, Day) or isinstance(b.node, Day):
        return _order_of_spans(span(a), span(b))
    if isinstance(a.node, Decimal) and isinstance(b.node, Decimal):
        return _order_of_amounts(a, b)
    if isinstance(a.node, str) and isinstance(b.node, Decimal):
        return _order_of_texts(a.node, b.node)
    if isinstance(a.node, Decimal) and isinstance(b.node, str):
        other = _order_of_texts(b.node, a.node)
        return None if other is None else -other
    if type(a.node) is not type(b.node):
        return None
    return 0 if a.node == b.node else 1


def _order_of_spans(a: tuple[float, float] | None, b: tuple[float, float] | None) -> int | None:
    if a is None or b is None:
        return None
    if a[1] <= b[0]:
        return -1
    return 1 if b[1] <= a[0] else 0


def _order_of_amounts(a: Measured, b: Measured) -> int | None:
    assert isinstance(a.node, Decimal) and isinstance(b.node, Decimal)
    bare = (a.is_written and not a.unit) or (b.is_written and not b.unit)
    if bare:
        return _sign(a.node - b.node)
    if a.unit and b.unit and dimension(a.unit) != dimension(b.unit):
        return None
    return _sign(in_si(a) - in_si(b))


def in_si(value: Measured) -> Decimal:
    assert isinstance(value.node, Decimal)
    return value.node * (factor(value.unit) if value.unit else 1)


def _order_of_texts(text: str, number: Decimal) -> int | None:
    as_number = number_in(text)
    return None if as_number is None else _sign(as_number - number)


def number_in(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def is_named(name: str | None, sign: str, text: str) -> bool:
    """Whether a name contains a text, starts with it or is it, whatever its capitals."""
    if name is None:
        return False
    small, wanted = name.lower(), text.lower()
    return {"~": wanted in small, "^=": small.startswith(wanted), "=": small == wanted}[sign]


def _sign(number: Decimal) -> int:
    return (number > 0) - (number < 0)

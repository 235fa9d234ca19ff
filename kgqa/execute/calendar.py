"""Dates with a precision, as spans of days.

Wikidata's precisions: 11 day, 10 month, 9 year, 8 decade, 7 century, 6 millennium; finer ones count
as days, coarser ones as millennia. A decade begins with the year that ends in 0, a century and a
millennium with the one that ends in 1, as Wikidata displays them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

DAY, MONTH, YEAR, DECADE, CENTURY, MILLENNIUM = 11, 10, 9, 8, 7, 6


@dataclass(frozen=True, slots=True)
class Span:
    """The days from `start` up to, and without, `end`; each a year, month and day."""

    start: tuple[int, int, int]
    end: tuple[int, int, int]


def span(year: int, month: int, day: int, precision: int) -> Span:
    """Return the days that a date of this precision may mean."""
    if precision >= DAY:
        return Span((year, month, day), _next_day(year, month, day))
    if precision == MONTH:
        end = (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)
        return Span((year, month, 1), end)
    first, length = first_year(year, precision)
    return Span((first, 1, 1), (first + length, 1, 1))


def first_year(year: int, precision: int) -> tuple[int, int]:
    """Return the first year of the year, decade, century or millennium, and how many it has."""
    match precision:
        case 9:
            return year, 1
        case 8:
            return year // 10 * 10, 10
        case 7:
            return (year - 1) // 100 * 100 + 1, 100
        case _:
            return (year - 1) // 1000 * 1000 + 1, 1000


def _next_day(year: int, month: int, day: int) -> tuple[int, int, int]:
    lengths = (31, 29 if _is_leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if day < lengths[month - 1]:
        return year, month, day + 1
    return (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def from_number(value: str, precision: str, occurring: Iterable[int] = (DAY,)) -> str:
    """Return the SPARQL expression for the first day of a span, as the number YYYYMMDD.

    Months and days count from 00 within coarser precisions: 1999 is 19990000, 1999-05 19990500.
    `occurring` are the precisions that the variable `precision` can have.
    """
    lowest = min(occurring, default=DAY)
    year, month, day = f"YEAR({value}) * 10000", f"MONTH({value}) * 100", f"DAY({value})"
    if lowest >= DAY:
        return f"{year} + {month} + {day}"
    day = f"IF({precision} >= 11, {day}, 0)"
    if lowest < MONTH:
        month = f"IF({precision} >= 10, {month}, 0)"
    fine = f"{year} + {month} + {day}"
    if lowest >= YEAR:
        return fine
    coarse = f"FLOOR((YEAR({value}) - 1) / 1000) * 10000000 + 10000"
    if CENTURY in occurring:
        century = f"FLOOR((YEAR({value}) - 1) / 100) * 1000000 + 10000"
        coarse = f"IF({precision} = 7, {century}, {coarse})" if lowest < CENTURY else century
    if DECADE in occurring:
        decade = f"FLOOR(YEAR({value}) / 10) * 100000"
        coarse = f"IF({precision} = 8, {decade}, {coarse})" if lowest < DECADE else decade
    return f"IF({precision} >= 9, {fine}, {coarse})"


def length_number(precision: str, occurring: Iterable[int]) -> str:
    """Return the SPARQL expression for how far, in such numbers, a span reaches."""
    lengths = {DAY: 1, MONTH: 100, YEAR: 10_000, DECADE: 100_000, CENTURY: 1_000_000}
    reaches = {DAY: 1} | {p: lengths.get(p, 10_000_000) for p in sorted(occurring, reverse=True)}
    *finer, coarsest = reaches.items()
    expression = str(coarsest[1])
    for at_least, length in reversed(finer):
        expression = f"IF({precision} >= {at_least}, {length}, {expression})"
    return expression

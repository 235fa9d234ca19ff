"""Tests of dates as people say them: from January 1st of 2010 to before that of 2011 is in 2010."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from kgqa.algebra.from_sparql.terms import Test
from kgqa.algebra.terms import Date, Number


def merged(tests: Sequence[Test]) -> list[Test]:
    """Return tests of one value that say the same in years where they can, two as one if so."""
    found = [_in_years(test) for test in tests]
    if len(found) != 2:
        return found
    low, high = sorted(found, key=lambda test: test.comparator not in (">", ">="))
    whole = _year_between(low, high) or _day_between(low, high)
    return [Test("=", whole, tests[0].span)] if whole is not None else found


def _in_years(test: Test) -> Test:
    """Return a test against the first or the last day of a year as one against the year."""
    match test.comparator, test.bound:
        case ((">=" | "<"), Date(year, 1, 1)):
            return Test(test.comparator, Number(Decimal(year)), test.span, True)
        case ((">" | "<="), Date(year, 12, 31)):
            return Test(test.comparator, Number(Decimal(year)), test.span, True)
        case _:
            return test


def _year_between(low: Test, high: Test) -> Number | None:
    """Return the one year that two tests leave."""
    match low.bound, high.bound:
        case Number(first), Number(last) if first % 1 == 0 and last % 1 == 0:
            first = first + 1 if low.comparator == ">" else first
            last = last - 1 if high.comparator == "<" else last
            fits = low.comparator in (">", ">=") and high.comparator in ("<", "<=")
            years = low.is_year and high.is_year
            return Number(first) if years and fits and first == last else None
        case _:
            return None


def _day_between(low: Test, high: Test) -> Date | None:
    """Return the one day or month that two tests leave."""
    match low.comparator, low.bound, high.comparator, high.bound:
        case ">=", Date(year, month, int(day)), "<" | "<=", Date() as end if 1 <= year <= 9998:
            start = date(year, month, day)
            last = date(end.year, end.month, end.day or 1) if 1 <= end.year <= 9998 else start
            last -= timedelta(days=1 if high.comparator == "<" else 0)
            if last == start:
                return Date(year, month, day)
            ends = (last + timedelta(days=1)).day == 1
            whole = day == 1 and ends and (last.year, last.month) == (year, month)
            return Date(year, month) if whole else None
        case _:
            return None

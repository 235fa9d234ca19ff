"""Written dates compare as their definition says, whatever their precisions."""

from __future__ import annotations

import itertools
import operator
from dataclasses import replace
from decimal import Decimal

import pyoxigraph as ox
import pytest

from kgqa.algebra import Comparator, Date, Number
from kgqa.execute.values import Comparable, holds, written

DATES: tuple[tuple[int, ...], ...] = (
    *((-44,), (-43,), (-43, 3, 15), (0,), (1,), (1950,), (1951,), (1950, 6), (1950, 7)),
    *((1950, 7, 1), (1950, 7, 2), (1950, 12, 31), (1951, 1, 1), (2012, 2, 29), (2012, 3)),
)
"""Each a year, or a year and a month, or a day."""
COMPARATORS: dict[Comparator, object] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def date_of(parts: tuple[int, ...], *, is_span: bool) -> Comparable:
    year, *rest = parts
    value = written(Date(year, *rest) if rest else Number(Decimal(year)))
    # As a value of the graph is seen: nothing but where it starts and ends.
    bare = {"value": "", "is_day": False, "moments": None, "is_written": False}
    return replace(value, kind="date", **(bare if is_span else {}))


@pytest.mark.parametrize("comparator", COMPARATORS)
@pytest.mark.parametrize("is_span", [True, False])
def test_dates_compare_at_the_coarser_of_their_precisions(
    comparator: Comparator, is_span: bool
) -> None:
    pairs = list(itertools.product(DATES, DATES))
    sides = [tuple(date_of(one, is_span=is_span) for one in pair) for pair in pairs]
    tests = [holds(a, comparator, b) for a, b in sides]
    columns = " ".join(f"(({test}) AS ?t{n})" for n, test in enumerate(tests))
    xsd = "PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>"
    (row,) = ox.Store().query(f"{xsd} SELECT {columns} {{}}")

    for n, (a, b) in enumerate(pairs):
        shared = min(len(a), len(b))
        expected = COMPARATORS[comparator](a[:shared], b[:shared])
        assert (row[n].value == "true") == expected, f"{a} {comparator} {b}: {tests[n]}"

"""Values that edges lead to, or that a query writes, and how two of them compare.

Dates compare as the spans of days that their precision allows, numbers in SI units where both have
a unit; a bare number in a query takes the unit of the other side, or is a year beside a date.
Converted amounts that differ by less than `SAME` of themselves are equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from kgqa_store.adjacency_content import Ints, Reals, Truths
from kgqa_store.adjacency_terms import DATE_NODE, NUMBER_NODE, TEXT_NODE
from kgqa_store.sorted_sets import among

from kgqa.algebra import Comparator, Date, Number, Quantity, Text
from kgqa.denote.graph import DAY, MONTH, Graph, TooLarge

SAME = 1e-14
"""Twenty times what two roundings of a conversion can make."""

Spans: TypeAlias = tuple[Reals, Reals]
"""From which and up to which number YYYYMMDD each date reaches."""


@dataclass(frozen=True, slots=True)
class Values:
    """Values as columns; `is_written`: they stand in the query."""

    nodes: Ints
    details: Ints
    is_written: bool = False

    def __len__(self) -> int:
        return len(self.nodes)


def plain(nodes: Ints) -> Values:
    """Return values of which nothing more is said."""
    return Values(nodes, np.zeros(len(nodes), dtype=np.int32))


def written(value: Text | Date | Number | Quantity, graph: Graph) -> Values:
    """Return a value that stands in the query."""
    detail = 0
    if isinstance(value, Quantity):
        detail = graph.detail(value.unit.id, 0)
    elif isinstance(value, Date):
        detail = graph.detail("", DAY if value.day else MONTH)
    nodes = np.array([graph.written(value)], dtype=np.int32)
    return Values(nodes, np.array([detail], dtype=np.int32), is_written=True)


def spans(numbers: Reals, precisions: Ints) -> Spans:
    """Return the spans of dates by their numbers YYYYMMDD and their precisions."""
    coarsest = precisions.min(initial=DAY)
    if coarsest >= DAY:
        return numbers, numbers + 1
    starts, lengths = numbers.copy(), np.ones(len(numbers))
    for precision, length in _LENGTHS:
        here = precisions <= precision
        starts[here], lengths[here] = _first(numbers[here], precision), length
        if precision <= coarsest:
            break
    return starts, starts + lengths


_LENGTHS = ((10, 100), (9, 10_000), (8, 100_000), (7, 1_000_000), (6, 10_000_000))


def _first(numbers: Reals, precision: int) -> Reals:
    """Return the first number of the month, year, decade, century or millennium of each date."""
    match precision:
        case 10:
            return np.asarray(np.floor(numbers / 100) * 100)
        case 9:
            return np.asarray(np.floor(numbers / 10_000) * 10_000)
        case 8:
            return np.asarray(np.floor(numbers / 100_000) * 100_000)
        case 7:
            return np.asarray(np.floor((numbers - 10_000) / 1_000_000) * 1_000_000 + 10_000)
        case _:
            return np.asarray(np.floor((numbers - 10_000) / 10_000_000) * 10_000_000 + 10_000)


def spans_of(values: Values, graph: Graph) -> tuple[Spans, Truths]:
    """Return the spans of values, and which of them have one: dates, and a year in the query."""
    kinds, numbers = graph.kinds(values.nodes), graph.values(values.nodes)
    found = kinds == DATE_NODE
    precisions = graph.precisions[values.details]
    if values.is_written:
        bare = (kinds == NUMBER_NODE) & (graph.dimensions[values.details] == 0)
        years = bare & (numbers == np.floor(numbers))
        numbers = np.where(years, numbers * 10_000, numbers)
        precisions = np.where(years, 9, precisions)
        found = found | years
    return spans(np.where(found, numbers, 0.0), precisions), found


def holds(left: Values, comparator: Comparator, right: Values, graph: Graph, most: int) -> Truths:
    """Return of each value on the left whether some value on the right compares so with it."""
    found = np.zeros(len(left), dtype=bool)
    if not len(left) or not len(right):
        return found
    if comparator == "=" and are_entities(right, graph):
        return among(left.nodes, np.sort(right.nodes))
    pairs = set(zip(right.nodes.tolist(), right.details.tolist(), strict=True))
    if len(left) * len(pairs) > most:
        raise TooLarge(f"{len(left)} values are compared with {len(pairs)}")
    compare = _Comparing(left, graph)
    for node, detail in pairs:
        one = Values(np.array([node]), np.array([detail]), right.is_written)
        less, same, more = compare.briefly(one) or compare.order(one)
        found |= _chosen(comparator, less, same, more)
    return found


def are_entities(values: Values, graph: Graph) -> bool:
    """Whether all values are entities of the graph."""
    return bool(values.nodes.max(initial=-1) < graph.adjacency.entities)


def _chosen(comparator: Comparator, less: Truths, same: Truths, more: Truths) -> Truths:
    match comparator:
        case "=":
            return same
        case "!=":
            return less | more
        case "<":
            return less
        case "<=":
            return less | same
        case ">":
            return more
        case ">=":
            return more | same


class _Comparing:
    """Values on the left of comparisons, with what is looked up of them once."""

    def __init__(self, values: Values, graph: Graph) -> None:
        self._values, self._graph = values, graph
        self._kind = None if values.is_written else graph.one_kind(values.nodes)
        self._numbers = graph.values(values.nodes)
        self._spans: tuple[Spans, Truths] | None = None

    @cached_property
    def _kinds(self) -> npt.NDArray[np.int64]:
        return self._graph.kinds(self._values.nodes)

    @cached_property
    def _are_dates(self) -> Truths:
        return np.asarray(self._kinds == DATE_NODE)

    def briefly(self, one: Values) -> tuple[Truths, Truths, Truths] | None:
        """Return the order where all values are dates, or bare numbers: mostly they are."""
        graph, term = self._graph, self._graph.term(int(one.nodes[0]))
        unit = graph.dimensions[one.details[0]]
        if self._kind == DATE_NODE and (term.kind == DATE_NODE or (one.is_written and not unit)):
            (start, end), known = spans_of(one, graph)
            if known[0]:
                starts, ends = spans(self._numbers, graph.precisions[self._values.details])
                less, more = ends <= start[0], end[0] <= starts
                return less, ~(less | more), more
        is_bare = not unit and (one.is_written or not self._values.details.any())
        if self._kind == NUMBER_NODE == term.kind and is_bare:
            numbers, number = self._numbers, term.value
            return numbers < number, numbers == number, numbers > number
        return None

    def order(self, one: Values) -> tuple[Truths, Truths, Truths]:
        """Return which values are less than one value, equal to it, or greater."""
        kind = int(self._graph.kinds(one.nodes)[0])
        no = np.zeros(len(self._kinds), dtype=bool)
        if kind == DATE_NODE:
            return self._by_span(one)
        if kind == NUMBER_NODE and not self._are_dates.any():
            return self._by_amount(one)
        if kind == NUMBER_NODE and self._are_dates.all():
            return self._by_span(one)
        if kind == NUMBER_NODE:
            dates, numbers = self._by_span(one), self._by_amount(one)
            return dates[0] | numbers[0], dates[1] | numbers[1], dates[2] | numbers[2]
        if kind == TEXT_NODE:
            return self._by_text(one)
        same = self._values.nodes == one.nodes[0]
        return no, same, (self._kinds == kind) & ~same

    def _by_span(self, one: Values) -> tuple[Truths, Truths, Truths]:
        (start, end), known = spans_of(one, self._graph)
        if self._spans is None:
            self._spans = spans_of(self._values, self._graph)
        (starts, ends), found = self._spans
        if self._graph.kinds(one.nodes)[0] == NUMBER_NODE:  # beside a number it is no year
            found = found & (self._kinds == DATE_NODE)
        found = found & known[0]
        less, more = found & (ends <= start[0]), found & (end[0] <= starts)
        return less, found & ~less & ~more, more

    def _by_amount(self, one: Values) -> tuple[Truths, Truths, Truths]:
        graph, details = self._graph, self._values.details
        number, unit = graph.values(one.nodes)[0], graph.dimensions[one.details][0]
        units = graph.dimensions[details]
        bare = (one.is_written and not unit) | (self._values.is_written & (units == 0))
        both = (units > 0) & (unit > 0)
        comparable = (self._kinds == NUMBER_NODE) & (bare | ~both | (units == unit))
        texts = (self._kinds == TEXT_NODE) & np.isfinite(self._numbers)
        factors = np.where(bare | texts, 1.0, graph.factors[details])
        factor = np.where(bare | texts, 1.0, graph.factors[one.details][0])
        rounded = np.where((factors != 1) | (factor != 1), SAME, 0.0)
        return _sides(comparable | texts, self._numbers * factors, number * factor, rounded)

    def _by_text(self, one: Values) -> tuple[Truths, Truths, Truths]:
        texts = self._kinds == TEXT_NODE
        same = texts & among(self._values.nodes, np.sort(self._graph.same_text(int(one.nodes[0]))))
        number = self._graph.values(one.nodes)[0]
        no = np.zeros(len(texts), dtype=bool)
        if not np.isfinite(number):
            return no, same, texts & ~same
        less, equal, more = _sides(self._kinds == NUMBER_NODE, self._numbers, number, 0.0)
        return less, same | equal, more | (texts & ~same)


def _sides(
    comparable: Truths, left: Reals, right: Reals | np.float64, rounded: Reals | float
) -> tuple[Truths, Truths, Truths]:
    """Return which are less, equal and greater; `rounded` is how much may be due to rounding."""
    with np.errstate(invalid="ignore"):
        near = np.abs(left - right) <= rounded * np.abs(left)
        return (
            comparable & (left < right) & ~near,
            comparable & near,
            comparable & (left > right) & ~near,
        )

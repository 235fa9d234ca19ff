"""How values compare: which expression of SPARQL says that one is greater than another.

A `Comparable` is a value of an operand as SPARQL sees it. Dates are compared as spans of days,
because a date of coarser precision equals every date inside it; quantities in SI units wherever
units differ; a number beside a date is a year.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import assert_never

from kgqa.algebra import Comparator, Date, Entity, Number, Quantity, Sign, Term, Text
from kgqa.algebra.units import NO_UNIT, dimension, factor, unit_name
from kgqa.errors import Incomparable
from kgqa.execute import rdf
from kgqa.execute.calendar import DAY, MONTH, YEAR, from_number, span
from kgqa.execute.durations import literal_of


@dataclass(frozen=True, slots=True)
class Comparable:
    """A value in a query, and every way in which it can be compared.

    Which fields are set depends on `kind`: entity, text, number, date, duration, any (not known).
    """

    kind: str
    value: str
    """The expression for the value as it stands."""
    dimension: str | None = None
    """What a number measures, such as length; None where it has no unit."""
    unit: str | None = None
    """The one unit of a number, where there is one."""
    amount: str = ""
    """The expression for a number in SI units."""
    others: tuple[tuple[str, str], ...] = ()
    """Further dimensions that some of the values measure, and their amounts in SI units."""
    start: str = ""
    """The expression for the first day of a date, as the number YYYYMMDD."""
    end: str = ""
    """The expression for the first such number after a date."""
    is_day: bool = False
    """Whether a date is known to be one day, so that literals compare as they stand."""
    is_written: bool = False
    """Whether a bare number stands in the expression itself; it takes the unit of the other."""
    form: str = ""
    """The datatype of the literals of a date, where it is not xsd:dateTime."""
    moments: tuple[str, str] | None = None
    """For a date that was written down, the literals where it begins and ends."""
    duration: str = ""
    """For an amount of time that was written down, the literal of it as a duration."""


def written(term: Term) -> Comparable:
    """Return a term that stands in the expression itself."""
    match term:
        case Entity():
            return Comparable("entity", rdf.entity(term))
        case Text():
            return Comparable("text", rdf.text(term))
        case Date(year, month, day):
            return _dated(rdf.date(term), year, month, day or 1, DAY if day else MONTH)
        case Number(amount):
            text = rdf.number(amount)
            number = Comparable("number", text, amount=text, is_written=True)
            if amount != amount.to_integral_value() or abs(amount) > 99_999_999:
                return number
            year_ = _dated("", int(amount), 1, 1, YEAR)
            return replace(number, start=year_.start, end=year_.end, moments=year_.moments)
        case Quantity(amount, unit):
            return _measured(amount, unit.id)
        case _:
            assert_never(term)


def _dated(value: str, year: int, month: int, day: int, precision: int) -> Comparable:
    days = span(year, month, day, precision)
    moments = rdf.moment(*days.start), rdf.moment(*days.end)
    start = year * 10_000 + (month * 100 if precision >= MONTH else 0)
    start += day if precision >= DAY else 0
    end = start + {DAY: 1, MONTH: 100, YEAR: 10_000}[precision]
    is_day = precision == DAY
    return Comparable("date", value, start=str(start), end=str(end), is_day=is_day, moments=moments)


def _measured(amount: Decimal, unit: str) -> Comparable:
    value = rdf.number(amount)
    if unit == NO_UNIT:
        return Comparable("number", value, amount=value)
    si = rdf.number(amount * factor(unit))
    lasting = literal_of(amount, unit)
    return Comparable("number", value, dimension(unit), unit, amount=si, duration=lasting)


def holds(left: Comparable, comparator: Comparator, right: Comparable) -> str:
    """Return the expression that is true iff left and right compare so."""
    if left.kind == "any" or right.kind == "any":
        return _loosely(left, comparator, right)
    match left.kind, right.kind:
        case ("entity", "entity"):
            return f"{left.value} {comparator} {right.value}"
        case ("text", "text"):
            return f"STR({left.value}) {comparator} STR({right.value})"
        case ("number", "number"):
            return _by_amount(left, comparator, right)
        case ("date", "date"):
            return _by_date(left, comparator, right)
        case ("date", "number") if right.start:
            return _by_date(left, comparator, right)
        case ("number", "date") if left.start:
            return _by_date(left, comparator, right)
        case ("duration", "duration"):
            return f"{left.value} {comparator} {right.value}"
        case ("duration", "number") if right.duration:
            return f"{left.value} {comparator} {right.duration}"
        case ("number", "duration") if left.duration:
            return f"{left.duration} {comparator} {right.value}"
        case ("text", "number"):
            return f"xsd:decimal({left.value}) {comparator} {right.value}"
        case ("number", "text"):
            return f"{left.value} {comparator} xsd:decimal({right.value})"
        case _:
            return "true" if comparator == "!=" else "false"


def _by_amount(left: Comparable, comparator: Comparator, right: Comparable) -> str:
    same = left.dimension == right.dimension and left.unit == right.unit and bool(left.unit)
    if left.is_written or right.is_written or same:
        return f"{left.value} {comparator} {right.value}"
    pairs = _paired(left, right)
    if not pairs:
        raise Incomparable(
            f"a {_measure(left)} cannot be compared with a {_measure(right)}",
            hint="compare amounts of the same kind, or leave the unit out to compare bare numbers",
        )
    tests = [f"{a} {comparator} {b}" for a, b in pairs]
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"


def _paired(left: Comparable, right: Comparable) -> list[tuple[str, str]]:
    """Return the amounts that can stand beside each other; those without a unit beside all."""
    amounts, others = _amounts(left), _amounts(right)
    if not amounts or not others:
        return [
            (a, b)
            for a in amounts.values() or [left.value]
            for b in others.values() or [right.value]
        ]
    return [(amounts[name], others[name]) for name in amounts if name in others]


def _amounts(number: Comparable) -> dict[str, str]:
    """Return the expressions for a number in SI units, by what it measures."""
    return {number.dimension: number.amount, **dict(number.others)} if number.dimension else {}


def _measure(number: Comparable) -> str:
    kind = (number.dimension or "number").replace("_", " ")
    name = f" in {unit_name(number.unit)}" if number.unit else ""
    return f"value{name}" if kind.startswith("Q") else f"{kind}{name}"


def _by_date(left: Comparable, comparator: Comparator, right: Comparable) -> str:
    if left.is_day and left.value and right.moments:
        return _within(left.value, comparator, *rdf.in_form(right.moments, left.form))
    if right.is_day and right.value and left.moments:
        bounds = rdf.in_form(left.moments, right.form)
        return _within(right.value, _MIRRORED[comparator], *bounds)
    if left.is_day and right.is_day and left.value and right.value:
        return f"{left.value} {comparator} {right.value}"
    match comparator:
        case "<":
            return f"{left.end} <= {right.start}"
        case ">":
            return f"{right.end} <= {left.start}"
        case "<=":
            return f"{left.start} < {right.end}"
        case ">=":
            return f"{right.start} < {left.end}"
        case "=":
            return f"({left.start} < {right.end} && {right.start} < {left.end})"
        case "!=":
            return f"({left.end} <= {right.start} || {right.end} <= {left.start})"
        case _:
            assert_never(comparator)


_MIRRORED: dict[Comparator, Comparator] = {
    "=": "=",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}


def _within(value: str, comparator: Comparator, start: str, end: str) -> str:
    """Compare a day with the days from `start` up to `end`, all as literals."""
    match comparator:
        case "<":
            return f"{value} < {start}"
        case "<=":
            return f"{value} < {end}"
        case ">":
            return f"{value} >= {end}"
        case ">=":
            return f"{value} >= {start}"
        case "=":
            return f"({value} >= {start} && {value} < {end})"
        case "!=":
            return f"({value} < {start} || {value} >= {end})"
        case _:
            assert_never(comparator)


def holds_of_name(sign: Sign, text: Text, name: str) -> str:
    """Return the expression that is true iff a name compares so with a text, in small letters."""
    small, wanted = f"LCASE(STR({name}))", rdf.text(Text(text.text.lower()))
    match sign:
        case "~":
            return f"CONTAINS({small}, {wanted})"
        case "^=":
            return f"STRSTARTS({small}, {wanted})"
        case "=":
            return f"{small} = {wanted}"
        case _:
            assert_never(sign)


def plain_date(value: str, form: str = "") -> Comparable:
    """Return a date that is known to be a day, or whose literals are compared as they stand."""
    start = from_number(value, str(DAY))
    end = f"({start} + 1)"
    return Comparable("date", value, start=f"({start})", end=end, is_day=True, form=form)


def holds_coarsely(
    value: str, comparator: Comparator, term: Date | Number, precision: str, coarse: list[int]
) -> str:
    """Return the test of a date against a written one, at the coarser of their precisions.

    `precision` is the variable with the precision of the date, and `coarse` are the precisions
    below that of the written one which it may have.
    """
    bound = written(term)
    start, end = bound.moments or ("", "")
    year, month, day = _day_of(term)
    for one in coarse:
        days = span(year, month, day, one)
        start = f"IF({precision} = {one}, {rdf.moment(*days.start)}, {start})"
        end = f"IF({precision} = {one}, {rdf.moment(*days.end)}, {end})"
    return _within(value, comparator, start, end)


def precision_of(term: Date | Number) -> int:
    """Return the precision of a date as it is written; a number is a year."""
    if isinstance(term, Number):
        return YEAR
    return MONTH if term.day is None else DAY


def _day_of(term: Date | Number) -> tuple[int, int, int]:
    if isinstance(term, Number):
        return int(term.amount), 1, 1
    return term.year, term.month, term.day or 1


def _loosely(left: Comparable, comparator: Comparator, right: Comparable) -> str:
    """Compare where nothing is known of one side: by number, or by date if it turns out to be one.

    An error in one half of `||` counts as false where the other half is true (SPARQL 1.1 §17.2).
    """
    if left.kind != "any":
        return _loosely(right, _MIRRORED[comparator], left)
    match right.kind:
        case "text":
            return f"STR({left.value}) {comparator} STR({right.value})"
        case "number" if right.moments:
            as_date = _as_date(left, comparator, right)
            return f"({_as_number(left.value, comparator, right.value)} || {as_date})"
        case "number":
            return f"({_as_number(left.value, comparator, right.value)})"
        case "date" if right.moments or left.start:
            return _as_date(left, comparator, right)
        case "any" if left.start and right.start:
            return (
                f"({_as_numbers(left, comparator, right)} || {_by_date(left, comparator, right)})"
            )
        case _:
            return f"{left.value} {comparator} {right.value}"


def _as_date(left: Comparable, comparator: Comparator, date: Comparable) -> str:
    """Compare what may be a date: by its span, where some dates have a coarse precision."""
    if left.start or not date.moments:
        return _by_date(left, comparator, date)
    return _within(left.value, comparator, *date.moments)


def _as_numbers(left: Comparable, comparator: Comparator, right: Comparable) -> str:
    """Compare what may be two numbers, or anything else but dates."""
    a_date, same = (
        f"DATATYPE({left.value}) = xsd:dateTime",
        f"{left.value} {comparator} {right.value}",
    )
    return f"(!COALESCE({a_date}, false) && {same})"


def _as_number(value: str, comparator: Comparator, number: str) -> str:
    """Compare what may be a number, or a text that spells one."""
    plain = f"(isNumeric({value}) && {value} {comparator} {number})"
    return f"{plain} || xsd:decimal({value}) {comparator} {number}"

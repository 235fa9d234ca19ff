"""From numbers, and from sets whose values are compared, to graph patterns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, assert_never

import sparql_templates as templates
from kgqa.algebra import (
    Aggregate,
    Amount,
    Apply,
    Count,
    Date,
    Difference,
    Entity,
    Filter,
    Having,
    Intersection,
    Inverse,
    Named,
    Near,
    Number,
    Operand,
    Property,
    Qualified,
    Quantity,
    Subtraction,
    Text,
    Things,
    Type,
    Union,
    Years,
)
from kgqa.algebra.units import si_unit
from kgqa.errors import Incomparable
from kgqa.execute import rdf
from kgqa.execute.aggregates import aggregate_pattern
from kgqa.execute.calendar import from_number
from kgqa.execute.conditions import again_by
from kgqa.execute.estimates import property_of
from kgqa.execute.stated import Context, comparable, edge_source
from kgqa.execute.values import Comparable, written

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns


def comparable_operand(patterns: Patterns, operand: Operand) -> tuple[str, Comparable]:
    """Return the pattern that finds the values of an operand, and how they compare."""
    match operand:
        case Entity() | Text() | Date() | Number() | Quantity():
            return "", written(operand)
        case Count() | Aggregate() | Years() | Subtraction():
            number = patterns.fresh("number")
            pattern, unit = amount_pattern(patterns, operand, number)
            return pattern, unit
        case Difference() if is_arithmetic(patterns, operand):
            number = patterns.fresh("number")
            return subtraction_pattern(patterns, operand.left, operand.right, number)
        case _:
            return _values(patterns, operand)


def _values(patterns: Patterns, things: Things) -> tuple[str, Comparable]:
    """Return the values of a set; where a property led to them, by their statements."""
    value = patterns.fresh("value")
    match things:
        case Apply(Inverse(Property() | Qualified() as way), inner):
            x = rdf.entity(inner) if isinstance(inner, Entity) else patterns.fresh("x")
            found = "" if isinstance(inner, Entity) else patterns.start(inner, x)
            step = patterns.pairs(way, x, value)
            again: Context | None = again_by(
                partial(patterns.start, inner), partial(patterns.pairs, way)
            )
            if isinstance(inner, Entity):
                again = None  # a path from a constant finds its start by itself
            rows = patterns.estimates.rows(inner)
            source = edge_source(way, patterns.conditions.measure(way), rows, again)
            more, compared = comparable(patterns, source, x, value)
            return "\n".join([found, step, more]), compared
        case _:
            kind = "entity" if _is_entities(patterns, things) else "any"
            return patterns.start(things, value), Comparable(kind, value)


def _is_entities(patterns: Patterns, things: Things) -> bool:
    match things:
        case Entity() | Type():
            return True
        case Apply(relation, _):
            property_, backwards = property_of(relation)
            if not backwards:
                return True
            return patterns.conditions.measure(property_).kind == "entity"
        case Intersection(operands):
            return any(_is_entities(patterns, operand) for operand in operands)
        case Union(operands):
            return all(_is_entities(patterns, operand) for operand in operands)
        case Difference(left, _) | Filter(left, _) | Named(left, _, _) | Having(left, _, _, _):
            return _is_entities(patterns, left)
        case Near(left, _, _, _, _):
            return _is_entities(patterns, left)
        case _:
            return False


def is_sets(patterns: Patterns, left: Operand, right: Operand) -> bool:
    """Whether both sides are sets of entities, so that one equals another iff they meet."""
    amounts = (Count, Aggregate, Years, Subtraction)
    return not any(
        isinstance(side, amounts) or not _is_entities(patterns, side) for side in (left, right)
    )


def is_arithmetic(patterns: Patterns, difference: Difference) -> bool:
    """Whether `A - B` subtracts: both sides are values of properties that hold numbers."""
    return all(_is_numbers(patterns, side) for side in (difference.left, difference.right))


def _is_numbers(patterns: Patterns, things: Things) -> bool:
    match things:
        case Apply(Inverse(Property() | Qualified() as way), _):
            kind = patterns.conditions.measure(way).kind
            if kind == "date":
                raise Incomparable(
                    "dates are neither subtracted nor taken out of a set of dates",
                    hint="years(^P569(Q42), ^P570(Q42)) is the number of years between two dates",
                )
            return kind == "number"
        case Difference(left, right):
            return _is_numbers(patterns, left) and _is_numbers(patterns, right)
        case _:
            return False


def amount_pattern(patterns: Patterns, amount: Amount, number: str) -> tuple[str, Comparable]:
    """Return the pattern that computes a number into the variable `number`, and how it compares."""
    match amount:
        case Count(things):
            parts: dict[str, templates.Part] = {"things": partial(patterns.generate, things)}
            pattern = patterns.fill("algebra/count", parts, number=number)
            return pattern, Comparable("number", number, amount=number)
        case Aggregate():
            return aggregate_pattern(patterns, amount, number)
        case Years(start, end):
            return _years(patterns, start, end, number)
        case Subtraction(left, right):
            return subtraction_pattern(patterns, left, right, number)
        case _:
            assert_never(amount)


def subtraction_pattern(
    patterns: Patterns, left: Operand, right: Operand, number: str
) -> tuple[str, Comparable]:
    """Return the pattern that computes a difference into `number`, and how it compares."""
    found, a = comparable_operand(patterns, left)
    also, b = comparable_operand(patterns, right)
    for side in a, b:
        if side.kind not in ("number", "any"):
            raise Incomparable(
                f"a {side.kind} cannot be subtracted", hint="both sides of - must be numbers"
            )
    if a.dimension and b.dimension and a.dimension != b.dimension:
        # Amounts of further dimensions are few, and a difference is asked of what is usual.
        raise Incomparable(f"a {b.dimension} cannot be subtracted from a {a.dimension}")
    same = a.unit == b.unit and (a.unit is not None or not (a.dimension or b.dimension))
    plain = same or a.is_written or b.is_written
    difference = f"{a.value} - {b.value}" if plain else f"{a.amount} - {b.amount}"
    unit = (a.unit or b.unit) if plain else si_unit(a.dimension or b.dimension)
    pattern = _computed(patterns, f"{found}\n{also}", difference, number)
    dimension = a.dimension or b.dimension
    return pattern, Comparable("number", number, dimension, unit, amount=number)


def _years(patterns: Patterns, start: Things, end: Things, number: str) -> tuple[str, Comparable]:
    found, a = comparable_operand(patterns, start)
    also, b = comparable_operand(patterns, end)
    for side in a, b:
        if not side.start and side.kind != "any":
            raise Incomparable(
                f"years are counted between dates, not from a {side.kind}",
                hint="as in years(^P569(Q42), ^P570(Q42))",
            )
    pattern = _completed_years(patterns, f"{found}\n{also}", a, b, number)
    return pattern, Comparable("number", number, amount=number)


def _completed_years(
    patterns: Patterns, operands: str, a: Comparable, b: Comparable, number: str
) -> str:
    (first, reach), (last, reach_too) = _day_number(a), _day_number(b)
    parts: dict[str, templates.Part] = {
        "operands": lambda: operands,
        "start": lambda _: first,
        "end": lambda _: last,
        "reach": lambda _: f"IF({reach} > {reach_too}, {reach}, {reach_too})",
    }
    days = (reach, reach_too) == ("1", "1")
    name = "algebra/years" if days else "algebra/years_coarse"
    return patterns.fill(name, parts, number=number)


def _day_number(date: Comparable) -> tuple[str, str]:
    """Return the first day of a date as a number, and how far the date reaches."""
    if date.is_day or not date.start:
        return (date.start or f"({from_number(date.value, '11')})"), "1"
    return date.start, f"({date.end} - {date.start})"


def _computed(patterns: Patterns, operands: str, formula: str, number: str) -> str:
    parts: dict[str, templates.Part] = {"operands": lambda: operands, "formula": lambda _: formula}
    return patterns.fill("algebra/computed", parts, number=number)

"""From an expression to its notation: `parse_expression(to_text(query)) == query`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import assert_never

from kgqa.algebra.operators import (
    Aggregate,
    Apply,
    Comparison,
    Condition,
    Count,
    Difference,
    Existence,
    Filter,
    Having,
    Intersection,
    Inverse,
    Key,
    Lapse,
    Membership,
    Named,
    Near,
    Ordinal,
    Qualified,
    Query,
    Relation,
    Stated,
    Subtraction,
    Superlative,
    Tally,
    Told,
    Type,
    Typed,
    Union,
    Years,
)
from kgqa.algebra.terms import Date, Entity, Number, Property, Quantity, Text
from kgqa.algebra.units import unit_name, unit_names

_LOOSE, _SUM, _MEET, _REST, _PART = range(5)
"""How tightly an expression binds; see the grammar in `notation`."""


_SIGNS = {" & ": " ⊓ ", " | ": " ⊔ ", " - ": " ∖ ", " <= ": " ≤ ", " >= ": " ≥ ", " != ": " ≠ "}
_TEXT_OR_SIGN = re.compile(r'"(?:[^"\\]|\\.)*"' + "".join(f"|{re.escape(s)}" for s in _SIGNS))


def to_text(query: Query, *, unicode: bool = False) -> str:
    """Return `query` in the notation, with ⊓ ⊔ ∖ ≤ ≥ ≠ for its signs if `unicode`."""
    text = _text(query, _LOOSE)
    if not unicode:
        return text
    return _TEXT_OR_SIGN.sub(lambda found: _SIGNS.get(found[0], found[0]), text)


def _text(query: Query, level: int) -> str:
    """Return the text of `query`, in brackets if it binds looser than `level`."""
    own, text = _levelled(query)
    return text if own >= level else f"({text})"


def _levelled(query: Query) -> tuple[int, str]:
    match query:
        case Entity() | Text() | Date() | Number() | Quantity():
            return _PART, term_text(query)
        case Type(entity):
            return _PART, f"type({entity.id})"
        case Apply(relation, things):
            return _PART, f"{relation_text(relation)}({_text(things, _SUM)})"
        case Intersection(operands):
            return _MEET, " & ".join(_text(operand, _REST) for operand in operands)
        case Union(operands):
            return _SUM, " | ".join(_text(operand, _MEET) for operand in operands)
        case Difference(left, right) | Subtraction(left, right):
            return _REST, f"{_text(left, _REST)} - {_text(right, _PART)}"
        case Filter(things, conditions):
            return _PART, f"{_text(things, _PART)}[{_tests(conditions)}]"
        case Named(things, sign, text):
            return _PART, f"{_text(things, _PART)}[name {sign} {term_text(text)}]"
        case Having(things, tally, comparator, number):
            test = f"{key_text(tally)} {comparator} {term_text(number)}"
            return _PART, f"{_text(things, _PART)}[{test}]"
        case Near(things, place, longitude, center, distance):
            at = place.id if longitude is None else f"{place.id} & {longitude.id}"
            of = f"{_text(center, _SUM)}, {term_text(distance)}"
            return _PART, f"near({_text(things, _SUM)}, {at}, {of})"
        case Superlative(extreme, things, key):
            return _PART, f"arg{extreme}({_text(things, _SUM)}, {key_text(key)})"
        case Ordinal(place, things, key):
            return _PART, f"nth({place}, {_text(things, _SUM)}, {key_text(key)})"
        case Told(things, key, place):
            at = "" if place is None else f", {place}"
            return _PART, f"told({_text(things, _SUM)}, {key_text(key)}{at})"
        case Count(things):
            return _PART, f"count({_text(things, _SUM)})"
        case Aggregate(function, things, relation):
            return _PART, f"{function}({_text(things, _SUM)}, {relation_text(relation)})"
        case Years(start, end):
            return _PART, f"years({_text(start, _SUM)}, {_text(end, _SUM)})"
        case Comparison(left, comparator, right):
            return _LOOSE, f"{_text(left, _SUM)} {comparator} {_text(right, _SUM)}"
        case Membership(term, things):
            return _LOOSE, f"{term_text(term)} in {_text(things, _SUM)}"
        case Existence(things):
            return _PART, f"exists({_text(things, _SUM)})"
        case _:
            assert_never(query)


def relation_text(relation: Relation) -> str:
    """Return a relation in the notation."""
    match relation:
        case Property(id_):
            return id_
        case Qualified(property_, conditions):
            return f"{property_.id}{{{_tests(conditions)}}}"
        case Inverse(inner):
            return f"^{relation_text(inner)}"
        case Typed(inner, type_):
            return f"{relation_text(inner)}[{type_.id}]"
        case _:
            assert_never(relation)


def key_text(key: Key) -> str:
    """Return a key in the notation."""
    match key:
        case Tally(relation, within):
            more = "" if within is None else f" & {_text(within, _MEET)}"
            return f"count({relation_text(relation)}{more})"
        case Stated(relation, things, qualifier, since):
            until = qualifier.id if since is None else f"{qualifier.id} - {since.id}"
            return f"{relation_text(relation)}({_text(things, _SUM)})@{until}"
        case Lapse(since, until):
            return f"lapse({since.id}, {key_text(until)})"
        case _:
            return relation_text(key)


def term_text(term: Entity | Text | Date | Number | Quantity) -> str:
    """Return a term in the notation."""
    match term:
        case Entity(id_):
            return id_
        case Text(text):
            return _quoted(text)
        case Date(year, month, day):
            return date_text(year, month, day)
        case Number(amount):
            return amount_text(amount)
        case Quantity(amount, unit):
            name = unit_name(unit.id)
            known = unit_names().get(name) == unit.id and not name[0].isdigit()
            return f"{amount_text(amount)} {name if known else unit.id}"
        case _:
            assert_never(term)


def amount_text(amount: Decimal) -> str:
    """Return a number without an exponent, and without zeros that say nothing."""
    text = f"{amount:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def date_text(year: int, month: int | None = None, day: int | None = None) -> str:
    """Return a year, month or day as in ISO 8601, with four digits at least for the year."""
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    text += "" if month is None else f"-{month:02d}"
    return text if day is None else f"{text}-{day:02d}"


def _tests(conditions: tuple[Condition, ...]) -> str:
    return ", ".join(condition_text(condition) for condition in conditions)


def condition_text(condition: Condition) -> str:
    """Return a test in the notation."""
    way, bound = relation_text(condition.relation), _text(condition.bound, _SUM)
    return f"{way} {condition.comparator} {bound}"


def _quoted(text: str) -> str:
    parts = []
    for character in text:
        if character in '"\\':
            parts.append("\\" + character)
        elif character.isprintable():
            parts.append(character)
        else:
            parts.append(f"\\U{ord(character):08X}")
    return f'"{"".join(parts)}"'

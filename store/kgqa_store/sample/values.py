"""The values of the sample: what a text like `152 minute` or `2008-07` means in RDF.

A value has a simple form (what `wdt:`, `ps:` and `pq:` lead to) and, where the simple form loses
something (the precision of a date, the unit of a quantity), a value node beside it.
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from hashlib import md5
from typing import TypeAlias, assert_never

from kgqa_store.vocabulary import GEO, WD, WDV, WIKIBASE, XSD

DAY = 11
"""Wikidata's number for the precision of a day; 10 is a month, 9 a year."""

_DATE = re.compile(r"(-?\d{4,})(?:-(\d\d)(?:-(\d\d))?)?")
_QUANTITY = re.compile(r"(-?\d+(?:\.\d+)?)(?: +(\D.*))?")
_TEXT = re.compile(r'"([^"]+)"@([a-z]{2,3}(?:-[a-z]+)*)')
_POINT = re.compile(r"(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Item:
    """An entity."""

    id: str


@dataclass(frozen=True, slots=True)
class Time:
    """A date, known to the day, the month or the year."""

    year: int
    month: int
    day: int
    precision: int


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, with the entity that is its unit where it has one."""

    amount: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class Text:
    """Characters, in a language where one is named."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Point:
    """A place on Earth in degrees, north and east positive."""

    latitude: str
    longitude: str


Value: TypeAlias = Item | Time | Quantity | Text | Point


class NotAValue(ValueError):
    """A text is no value of the datatype; the message says what one looks like."""


def read_date(text: str) -> Time:
    """Return the date that `2008-07-18`, `2008-07`, `2008` or `-0044-03-15` means."""
    found = _DATE.fullmatch(text)
    if not found:
        raise NotAValue(f"{text!r} is no date; write 2008-07-18, 2008-07, 2008 or -0044-03-15")
    year, month, day = int(found[1]), int(found[2] or 1), int(found[3] or 1)
    # The calendar of year 4 has a 29 February, and so has any year before the year 1 here.
    days = calendar.monthrange(year if year > 0 else 4, month)[1] if 1 <= month <= 12 else 0
    if not 1 <= day <= days:
        raise NotAValue(f"{text!r} is on no calendar")
    return Time(year, month, day, 9 + (found[2] is not None) + (found[3] is not None))


def read_amount(text: str) -> tuple[Decimal, str]:
    """Return the number and the name of the unit (or nothing) of `152 minute`."""
    found = _QUANTITY.fullmatch(text)
    if not found:
        raise NotAValue(f"{text!r} is no quantity; write 152 or 152 minute")
    return Decimal(found[1]), found[2] or ""


def read_text(text: str, *, in_a_language: bool) -> Text:
    """Return the text in double quotes, which carries a language (`"Stalker"@ru`) or does not."""
    if in_a_language:
        found = _TEXT.fullmatch(text)
        if not found:
            raise NotAValue(f'{text!r} is no text in a language; write "Stalker"@ru')
        return Text(found[1], found[2])
    if len(text) < 3 or not text.startswith('"') or not text.endswith('"'):
        raise NotAValue(f'{text!r} is no text; write it in double quotes: "TDK"')
    return Text(text[1:-1], "")


def read_point(text: str) -> Point:
    """Return the place that `45.9764 7.6586` (latitude, longitude) means."""
    found = _POINT.fullmatch(text)
    if not found or abs(float(found[1])) > 90 or abs(float(found[2])) > 180:
        raise NotAValue(f"{text!r} is no coordinate; write latitude and longitude: 45.9764 7.6586")
    return Point(found[1], found[2])


def simple_form(value: Value) -> str:
    """Return the N-Triples term that stands for the value where precision and unit are left out."""
    match value:
        case Item(id):
            return f"<{WD}{id}>"
        case Time(year, month, day, _):
            sign = "-" if year < 0 else ""
            return f'"{sign}{abs(year):04}-{month:02}-{day:02}T00:00:00Z"^^<{XSD}dateTime>'
        case Quantity(amount, _):
            return f'"{amount:+f}"^^<{XSD}decimal>'
        case Text(text, language):
            return literal(text, language)
        case Point(latitude, longitude):
            return f'"Point({longitude} {latitude})"^^<{GEO}wktLiteral>'
        case _:
            assert_never(value)


@cache
def value_node(value: Value) -> tuple[str, tuple[str, ...]] | None:
    """Return the IRI and the triples of the node that says what the simple form loses, if any."""
    match value:
        case Time(_, _, _, precision) if precision != DAY:
            details = (
                f"<{WIKIBASE}timeValue> {simple_form(value)}",
                f'<{WIKIBASE}timePrecision> "{precision}"^^<{XSD}integer>',
            )
        case Quantity(_, unit) if unit:
            details = (
                f"<{WIKIBASE}quantityAmount> {simple_form(value)}",
                f"<{WIKIBASE}quantityUnit> <{WD}{unit}>",
            )
        case Item() | Time() | Quantity() | Text() | Point():
            return None
        case _:
            assert_never(value)
    node = f"<{WDV}{md5(' '.join(details).encode(), usedforsecurity=False).hexdigest()}>"
    return node, tuple(f"{node} {detail} ." for detail in details)


def literal(text: str, language: str = "") -> str:
    """Return the N-Triples literal of a text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"@{language}' if language else f'"{escaped}"'

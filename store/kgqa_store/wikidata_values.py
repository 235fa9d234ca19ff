"""Values of Wikidata's JSON as RDF terms in N-Triples, as Wikidata's own dumps write them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from kgqa_store.vocabulary import GEO, WD, WDV, WIKIBASE, XSD

JULIAN = "Q1985786"
EARTH = "Q2"
DAY = 11
"""Wikidata's number for the precision of a day; 9 is a year, 7 a century."""
ENTITY_ID = re.compile(r"[QPL][1-9]\d*(-[FS][1-9]\d*)?|E[1-9]\d*")
LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_TIME = re.compile(r"([+-])(\d{1,16})-(\d\d)-(\d\d)T\d\d:\d\d:\d\dZ?")
_DECIMAL = re.compile(r"[+-]?\d+(\.\d+)?")
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"})
_NOT_IN_IRI = re.compile(r"""[\x00-\x20<>"{}|\\^`]""")
_COMMONS = {
    "commonsMedia": "http://commons.wikimedia.org/wiki/Special:FilePath/",
    "geo-shape": "http://commons.wikimedia.org/data/main/",
    "tabular-data": "http://commons.wikimedia.org/data/main/",
}


class Unstorable(Exception):
    """A value that cannot be said in RDF; its text is the reason."""


@dataclass(frozen=True, slots=True)
class Value:
    """A term, and where precision or unit matter a node that tells them."""

    term: str
    node: str = ""
    """The IRI of the value node, in brackets; empty where the term says everything."""
    facts: tuple[str, ...] = ()
    """The lines about the node."""


def value_of(datavalue: dict[str, Any], datatype: str) -> Value:
    """Return the value of a snak; `datatype` is what its property declares."""
    try:
        content = datavalue["value"]
        match datavalue["type"]:
            case "wikibase-entityid":
                return Value(entity(content))
            case "string":
                return Value(_text(content, datatype))
            case "time":
                return _time(content)
            case "quantity":
                return _quantity(content)
            case "globecoordinate":
                return Value(_point(content))
            case "monolingualtext":
                return Value(text(content["text"], content["language"]))
            case kind:
                raise Unstorable(f"values of the unknown type {str(kind)[:40]!r}")
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Unstorable(f"values without a readable {datatype or 'datatype'}") from error


def entity(content: dict[str, Any]) -> str:
    """Return the IRI of the entity that a value names."""
    name = content.get("id")
    if name is None:
        letter = {"item": "Q", "property": "P", "lexeme": "L"}[content["entity-type"]]
        name = f"{letter}{int(content['numeric-id'])}"
    if not ENTITY_ID.fullmatch(name):
        raise Unstorable("values that name no entity")
    return f"<{WD}{name}>"


def text(content: str, language: str = "") -> str:
    """Return a literal, in a language if one is given."""
    literal = f'"{content.translate(_ESCAPES)}"'
    if not language:
        return literal
    if not LANGUAGE.fullmatch(language):
        raise Unstorable("texts whose language is no language tag")
    return f"{literal}@{language.lower()}"


def iri(content: str) -> str:
    """Return an IRI in brackets, with what may not stand in one percent-encoded."""
    return f"<{_NOT_IN_IRI.sub(lambda found: quote(found[0]), content.strip())}>"


def integer(number: int) -> str:
    """Return a number as `xsd:integer`."""
    return f'"{number}"^^<{XSD}integer>'


def _text(content: str, datatype: str) -> str:
    if datatype == "url":
        return iri(content)
    if datatype in _COMMONS:
        return f"<{_COMMONS[datatype]}{quote(content, safe=':')}>"
    return text(content)


def _node(kind: str, facts: Iterable[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    """Return the IRI of a value node, the same for the same facts, and the lines about it."""
    said = tuple(facts)
    digest = hashlib.blake2b(f"{kind}{said}".encode("utf-8", "replace"), digest_size=16)
    node = f"<{WDV}{digest.hexdigest()}>"
    return node, tuple(f"{node} <{WIKIBASE}{name}> {term} .\n" for name, term in said)


# --- Quantities and places --------------------------------------------------------------------


def _quantity(content: dict[str, Any]) -> Value:
    amount = _decimal(content["amount"])
    unit = content.get("unit", "1")
    if unit == "1":
        return Value(amount)
    name = unit.rsplit("/", 1)[-1]
    if not ENTITY_ID.fullmatch(name):
        raise Unstorable("quantities whose unit is no entity")
    facts = [("quantityAmount", amount), ("quantityUnit", f"<{WD}{name}>")]
    for bound in ("upperBound", "lowerBound"):
        if content.get(bound):
            facts.append((f"quantity{bound[0].upper()}{bound[1:]}", _decimal(content[bound])))
    return Value(amount, *_node("quantity", facts))


def _decimal(amount: str) -> str:
    if not _DECIMAL.fullmatch(amount):
        raise Unstorable("quantities whose amount is no decimal number")
    return f'"{amount}"^^<{XSD}decimal>'


def _point(content: dict[str, Any]) -> str:
    latitude, longitude = float(content["latitude"]), float(content["longitude"])
    globe = str(content.get("globe") or EARTH).rsplit("/", 1)[-1]
    elsewhere = "" if globe == EARTH else f"<{WD}{globe}> "
    return f'"{elsewhere}Point({longitude:.9g} {latitude:.9g})"^^<{GEO}wktLiteral>'


# --- Times ------------------------------------------------------------------------------------


def _time(content: dict[str, Any]) -> Value:
    found = _TIME.fullmatch(content["time"])
    if found is None:
        raise Unstorable("times that cannot be read")
    year = int(found[1] + found[2])
    precision = int(content.get("precision", DAY))
    calendar = str(content.get("calendarmodel", "")).rsplit("/", 1)[-1]
    moment = _moment(year, int(found[3]), int(found[4]), precision, calendar)
    if precision == DAY:
        return Value(moment)
    facts = [("timeValue", moment), ("timePrecision", integer(precision))]
    if ENTITY_ID.fullmatch(calendar):
        facts.append(("timeCalendarModel", f"<{WD}{calendar}>"))
    return Value(moment, *_node("time", facts))


def _moment(year: int, month: int, day: int, precision: int, calendar: str) -> str:
    """Return a time in the Gregorian calendar, with the years of XSD 1.1, which has a year 0."""
    if year < 0:
        year += 1
    month, day = max(month, 1), max(day, 1)
    if month > 12 or day > 31:
        raise Unstorable("times that are on no calendar")
    if calendar == JULIAN and precision >= DAY:
        year, month, day = gregorian(year, month, day)
    day = min(day, days_in(year, month))
    sign = "-" if year < 0 else ""
    return f'"{sign}{abs(year):04}-{month:02}-{day:02}T00:00:00Z"^^<{XSD}dateTime>'


def days_in(year: int, month: int) -> int:
    """Return how many days a month of the Gregorian calendar has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def gregorian(year: int, month: int, day: int) -> tuple[int, int, int]:
    """Return the day of the Gregorian calendar that the Julian calendar calls by these numbers.

    By way of the Julian day number (Richards, in: Explanatory Supplement to the Astronomical
    Almanac, 3rd edition, 15.11); floor division carries it to all years.
    """
    before = (14 - month) // 12
    years, months = year + 4800 - before, month + 12 * before - 3
    number = day + (153 * months + 2) // 5 + 365 * years + years // 4 - 32083
    shifted = number + 32044
    centuries, rest = divmod(4 * shifted + 3, 146097)
    years_in, days = divmod(4 * (rest // 4) + 3, 1461)
    month_in, day_in = divmod(5 * (days // 4) + 2, 153)
    result = 100 * centuries + years_in - 4800 + month_in // 10
    return result, month_in + 3 - 12 * (month_in // 10), day_in // 5 + 1

"""The terms of the algebra as SPARQL writes them. Everything that enters a query passes here."""

from __future__ import annotations

import re
from decimal import Decimal

import pyoxigraph as ox
from kgqa_store import graph_vocabulary

from kgqa.algebra import Date, Entity, Property, Text
from kgqa.algebra.printer import amount_text, date_text

XSD = "http://www.w3.org/2001/XMLSchema#"


def entity(item: Entity) -> str:
    """Return an item as a prefixed name; its form was checked when it was built."""
    return graph_vocabulary.term(item.id)


def direct(property_: Property) -> str:
    """Return the predicate of truthy edges."""
    return graph_vocabulary.predicate(property_.id)


def text(value: Text) -> str:
    """Return a string literal, escaped by the engine's own serialiser."""
    return str(ox.Literal(value.text))


def number(amount: Decimal) -> str:
    """Return a number literal: a decimal where SPARQL engines hold it exactly, else a double."""
    written = amount_text(amount)
    whole, _, fraction = written.lstrip("-").partition(".")
    if len(whole) <= 18 and len(fraction) <= 18:
        return written
    return f"{amount:.17E}".replace("+", "")


def moment(year: int, month: int = 1, day: int = 1) -> str:
    """Return the midnight with which a day begins."""
    return f'"{date_text(year, month, day)}T00:00:00Z"^^xsd:dateTime'


def date(value: Date) -> str:
    """Return a date literal as Wikidata's RDF writes it."""
    return moment(value.year, value.month, value.day or 1)


_DAY = re.compile(r'"(-?\d+)-(\d\d)-(\d\d)T')


def in_form(moments: tuple[str, str], form: str) -> tuple[str, str]:
    """Return where a date begins and ends as literals of a datatype that may be coarser."""
    if not form:
        return moments
    return _in_form(moments[0], form, is_end=False), _in_form(moments[1], form, is_end=True)


def _in_form(moment_: str, form: str, *, is_end: bool) -> str:
    """Return a moment as a literal; the end of a coarser span lies behind what it is in."""
    found = _DAY.match(moment_)
    assert found is not None  # noqa: S101 - `moment` wrote it
    year, month, day = map(int, found.groups())
    match form:
        case "gYear":
            year += is_end and (month, day) != (1, 1)
            text = date_text(year, 1, 1)[: -len("-01-01")]
        case "gYearMonth":
            month += is_end and day != 1
            text = date_text(year + (month > 12), (month - 1) % 12 + 1, 1)[: -len("-01")]
        case _:
            text = date_text(year, month, day)
    return f'"{text}"^^xsd:{form}'

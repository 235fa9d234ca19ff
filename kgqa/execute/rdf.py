"""The terms of the algebra as SPARQL writes them. Everything that enters a query passes here."""

from __future__ import annotations

from decimal import Decimal

import pyoxigraph as ox

from kgqa.algebra import Date, Entity, Property, Text
from kgqa.algebra.printer import amount_text, date_text

XSD = "http://www.w3.org/2001/XMLSchema#"


def entity(item: Entity) -> str:
    """Return an item as a prefixed name; its form was checked when it was built."""
    return f"wd:{item.id}"


def direct(property_: Property) -> str:
    """Return the predicate of truthy edges."""
    return f"wdt:{property_.id}"


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

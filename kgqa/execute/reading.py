"""From RDF terms in a result to values of ours."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

import pyoxigraph as ox
from kgqa_store.graph_vocabulary import WIKIDATA, GraphVocabulary
from kgqa_store.results import Node
from kgqa_store.vocabulary import XSD

from kgqa.algebra import Entity
from kgqa.algebra.ids import is_item
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.execute.durations import duration_of

_NUMBERS = frozenset(
    f"{XSD}{name}"
    for name in (
        *("decimal", "integer", "double", "float", "int", "long", "short", "byte"),
        *("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"),
        *("unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"),
    )
)
_DATES = frozenset(f"{XSD}{name}" for name in ("dateTime", "date", "gYear", "gYearMonth"))
_DATE = re.compile(r"(-?\d+)(?:-(\d\d))?(?:-(\d\d))?")
_DURATIONS = tuple(f"{XSD}{name}" for name in ("duration", "dayTimeDuration", "yearMonthDuration"))


def value_of(
    node: Node,
    *,
    unit: str | None = None,
    precision: int | None = None,
    vocabulary: GraphVocabulary = WIKIDATA,
) -> Value:
    """Return what an RDF term of a graph says, with what its statement says of it."""
    match node:
        case ox.NamedNode():
            id_ = vocabulary.id_of(node.value)
            return Entity(id_) if id_ and is_item(id_) else Words(node.value)
        case ox.Literal():
            return _literal(node, unit, precision)
        case _:
            return Words(str(node))


def _literal(literal: ox.Literal, unit: str | None, precision: int | None) -> Value:
    datatype = literal.datatype.value
    if datatype in _NUMBERS:
        try:
            return Measurement(Decimal(literal.value), unit)
        except InvalidOperation:
            return Words(literal.value)
    found = _DATE.match(literal.value) if datatype in _DATES else None
    if found:
        year, month, day = found.groups()
        fallback = 11 if day else 10 if month else 9
        return Time(int(year), int(month or 1), int(day or 1), precision or fallback)
    if datatype in _DURATIONS and (duration := duration_of(literal.value)):
        return Measurement(*duration)
    if datatype == f"{XSD}boolean":
        return literal.value in ("true", "1")
    return Words(literal.value, literal.language)

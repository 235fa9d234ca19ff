"""The members of a set while a question is being read: entities by their ids, and literals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

import pyoxigraph as ox
from kgqa_store.vocabulary import XSD

_DATE = re.compile(r"^(-?\d+)-(\d\d)-(\d\d)")
_NUMBERS = frozenset(XSD + name for name in ("decimal", "integer", "double", "float"))


@dataclass(frozen=True, slots=True)
class Literal:
    """A value, and the number by which it is ordered."""

    kind: OneOf["date", "number", "text"]
    text: str
    number: float | None = None


Member: TypeAlias = str | Literal
"""A Q-number, or a value."""


def literal_of(node: ox.Literal) -> Literal:
    """Return a literal of the graph with its order."""
    datatype = node.datatype.value
    if datatype in _NUMBERS:
        try:
            return Literal("number", node.value, float(node.value))
        except ValueError:
            return Literal("text", node.value)
    found = _DATE.match(node.value) if datatype in (f"{XSD}dateTime", f"{XSD}date") else None
    if found:
        year, month, day = map(int, found.groups())
        return Literal("date", node.value, year + (month - 1) / 12 + day / 372)
    return Literal("text", node.value)


def year(literal: Literal) -> int | None:
    """Return the year of a date."""
    if literal.kind != "date" or literal.number is None:
        return None
    found = _DATE.match(literal.text)
    return int(found[1]) if found else None

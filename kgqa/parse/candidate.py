"""A reading before it is run: its query, what it denotes, and what speaks for it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.algebra import (
    Comparison,
    Count,
    Difference,
    Existence,
    Membership,
    Ordinal,
    Query,
    Subtraction,
    Superlative,
    Years,
    to_text,
)
from kgqa.parse.linking import Link
from kgqa.parse.members import Member

CLOSED = frozenset(("comparative", "yesno"))
"""Operators that leave a choice of two."""
ORDERED = frozenset(("superlative", "ordinal"))
"""Operators that leave few of many."""
_PROPERTY = re.compile(r"\bP[1-9][0-9]*\b")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading before it is run: its query, links and features."""

    query: Query
    links: tuple[Link, ...]
    operator: str
    """The kind of question that it answers, as Mintaka names them; generic for a plain set."""
    features: Mapping[str, float]
    score: float
    members: tuple[Member, ...] | None = None
    """What it denotes, as far as that is known without running it."""
    explained: frozenset[int] = frozenset()
    """The places of the words that it explains."""
    unused: tuple[str, ...] = ()
    """The words of the question that say something, and that no part of it covers."""


def operator_of(query: Query) -> str:
    """Return the kind of question that a query answers, by its outermost operator."""
    match query:
        case Count():
            return "count"
        case Membership() | Existence() | Comparison(comparator="=" | "!="):
            return "yesno"
        case Comparison():
            return "comparative"
        case Superlative():
            return "superlative"
        case Ordinal():
            return "ordinal"
        case Difference() | Subtraction() | Years():
            return "difference"
        case _:
            return "generic"


def is_choice(candidate: Candidate) -> bool:
    """Whether a reading leaves a choice of two."""
    return candidate.operator in CLOSED


def properties_in(query: Query) -> frozenset[str]:
    """Return the properties that a query names."""
    return frozenset(_PROPERTY.findall(to_text(query)))

"""What is inside a relation that an edge is followed by, through its inverses."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import assert_never

from kgqa.algebra.operators import Apply, Condition, Inverse, Qualified, Things, Way
from kgqa.algebra.terms import Number, Property

ENDED = Condition(Property("P582"), ">=", Number(Decimal(1)))
"""What every edge passes that is stated to have ended."""


def outward(way: Way) -> Way:
    """Return a relation without pairs of inverses."""
    match way:
        case Inverse(Inverse(inner)):
            return outward(inner)
        case _:
            return way


def property_in(way: Way) -> Property:
    """Return the property in a relation."""
    match way:
        case Property():
            return way
        case Qualified(property_, _):
            return property_
        case Inverse(inner):
            return property_in(inner)
        case _:
            assert_never(way)


def step_of(operands: Sequence[Things]) -> Property | None:
    """Return the property by which each of some sets but the first leads to the one before it."""
    match operands[1:]:
        case [Apply(Property() as step, _), *_]:
            led = (Apply(step, before) for before in operands)
            return step if all(a == b for a, b in zip(operands[1:], led, strict=False)) else None
        case _:
            return None


def is_of_past(things: Things, others: Things) -> bool:
    """Whether the others are in a set by an edge that has ended, where an edge makes the set."""
    match things, others:
        case Apply(Inverse(way), reached), Apply(Inverse(Qualified(past, (test,))), same):
            pass
        case Apply(way, reached), Apply(Qualified(past, (test,)), same):
            pass
        case _:
            return False
    return way == past and reached == same and test == ENDED

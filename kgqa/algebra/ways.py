"""What is inside a relation that an edge is followed by, through its inverses."""

from __future__ import annotations

from typing import assert_never

from kgqa.algebra.operators import Inverse, Qualified, Way
from kgqa.algebra.terms import Property


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

"""What sets are ordered by, as data names it: a property `P2044`, or the time `P580..P582`."""

from __future__ import annotations

from kgqa.algebra import Lapse, Property

BETWEEN = ".."


def properties_of(key: str) -> tuple[str, ...]:
    """Return the properties of a key: one, or the two that a time lies between."""
    return tuple(key.split(BETWEEN))


def key_node(key: str) -> Property | Lapse:
    """Return a key as the algebra has it."""
    first, *last = map(Property, properties_of(key))
    return Lapse(first, last[0]) if last else first

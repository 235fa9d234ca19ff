"""What sets are ordered by, as data names it: a property `P2044`, or the time `P580..P582`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgqa.algebra import Lapse, Property
from kgqa.parse.lookups import Lookups
from kgqa.parse.members import Literal

BETWEEN = ".."
Values = Mapping[str, Mapping[str, Sequence[Literal]]]


def properties_of(key: str) -> tuple[str, ...]:
    """Return the properties of a key: one, or the two that a time lies between."""
    return tuple(key.split(BETWEEN))


def key_node(key: str) -> Property | Lapse:
    """Return a key as the algebra has it."""
    first, *last = map(Property, properties_of(key))
    return Lapse(first, last[0]) if last else first


def values_of(lookups: Lookups, ids: Sequence[str], keys: Sequence[str]) -> Values:
    """Return what each of `ids` has as each key; times are in years."""
    known = lookups.values(ids, [p for key in keys for p in properties_of(key)])
    found: dict[str, dict[str, Sequence[Literal]]] = {}
    for id_, values in known.items():
        for key in keys:
            first, *last = properties_of(key)
            told = values.get(first, []) if not last else _between(values, first, last[0])
            if told:
                found.setdefault(id_, {})[key] = told
    return found


def _between(values: Mapping[str, Sequence[Literal]], first: str, last: str) -> list[Literal]:
    times = [
        round(b.number - a.number, 5)
        for a in values.get(first, ())
        for b in values.get(last, ())
        if a.number is not None and b.number is not None and a.number <= b.number
    ]
    return [Literal("number", str(time), time) for time in times]

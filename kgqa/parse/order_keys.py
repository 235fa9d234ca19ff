"""What sets are ordered by, as data names it: a property `P2044`, or the time `P580..P582`."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Mapping, Sequence

from kgqa.algebra import Lapse, Property
from kgqa.algebra.units import NO_UNIT, dimension, factor
from kgqa.parse.lookups import Lookups
from kgqa.parse.members import Literal

BETWEEN = ".."
FEW, FIRST, TURNS = 12, 3, 20
"""Of so few amounts the units are looked up; of more, those of the first ones, so many times."""
Values = Mapping[str, Mapping[str, Sequence[Literal]]]


def properties_of(key: str) -> tuple[str, ...]:
    """Return the properties of a key: one, or the two that a time lies between."""
    return tuple(key.split(BETWEEN))


def key_node(key: str) -> Property | Lapse:
    """Return a key as the algebra has it."""
    first, *last = map(Property, properties_of(key))
    return Lapse(first, last[0]) if last else first


def values_of(lookups: Lookups, ids: Sequence[str], keys: Sequence[str]) -> Values:
    """Return what each of `ids` has as each key; times are in years, amounts in like units."""
    wanted = [p for key in keys for p in properties_of(key)]
    known = lookups.values(ids, wanted)
    for property_ in dict.fromkeys(wanted):
        _convert(lookups, property_, known)
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


def _convert(
    lookups: Lookups, property_: str, known: Mapping[str, dict[str, list[Literal]]]
) -> None:
    """Put amounts in SI units where some have others: one area in hectares, one in acres.

    Of many, all are taken for what most are given in, and only the largest are looked at: what is
    stated in smaller units looks large.
    """
    used = {unit: n for unit, n in lookups.units(property_).items() if unit not in ("", NO_UNIT)}
    if len(used) < 2:
        return
    usual = max(used, key=lambda unit: (used[unit], unit))
    stated = {id_: values[property_] for id_, values in known.items() if property_ in values}
    told = {id_: _in_si(values, None, usual) for id_, values in stated.items()}
    unseen = set(told)
    for _ in range(TURNS):
        first = heapq.nlargest(FIRST, told, key=lambda id_: _largest(told[id_]))
        wanted = unseen.intersection(told if len(told) <= FEW else first)
        for id_ in wanted:
            told[id_] = _in_si(stated[id_], lookups.units_of(id_, property_), usual)
        if not wanted:
            break
        unseen -= wanted
    for id_, values in told.items():
        known[id_][property_] = values
        if not values:
            del known[id_][property_]


def _largest(values: Sequence[Literal]) -> float:
    return max((one.number for one in values if one.number is not None), default=-math.inf)


def _in_si(
    values: Sequence[Literal], units: Mapping[float, Collection[str]] | None, usual: str
) -> list[Literal]:
    """Return amounts in SI units; those of another dimension than the usual unit have no place.

    Where their units are not known, they are taken for usual ones; without a unit they count as
    so many SI units.
    """
    return [
        Literal(value.kind, value.text, value.number * float(factor(unit)))
        for value in values
        if value.number is not None
        for unit in ((usual,) if units is None else units.get(value.number) or (NO_UNIT,))
        if unit == NO_UNIT or dimension(unit) == dimension(usual)
    ]

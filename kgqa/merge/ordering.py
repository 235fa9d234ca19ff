"""Who stands at a place in the order of keys, some of which were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kgqa.algebra.units import dimension
from kgqa.answers import Measurement, Time, Value
from kgqa.judge.same_values import si_amount

FAR = 4.0
"""A number that was read and is so many times beyond all others is misread, not a record."""


def places_of(keys: Mapping[str, Value], place: int, *, read: frozenset[str]) -> list[str]:
    """Return those whose key stands at a place: 1 is the smallest, -1 the largest; ties share it.

    Amounts of another dimension than most have no place, nor have read ones that are out of reach.
    """
    numbers = _numbers(keys, read)
    stated = [abs(number) for id_, number in numbers.items() if id_ not in read]
    if stated and all(isinstance(keys[id_], Measurement) for id_ in numbers):
        low, high = min(stated) / FAR, max(stated) * FAR
        numbers = {i: n for i, n in numbers.items() if i not in read or low <= abs(n) <= high}
    ranks = sorted(set(numbers.values()), reverse=place < 0)
    if not 0 < abs(place) <= len(ranks):
        return []
    wanted = ranks[abs(place) - 1]
    return [id_ for id_, number in numbers.items() if number == wanted]


def _numbers(keys: Mapping[str, Value], read: frozenset[str]) -> dict[str, float]:
    dates = {i: _day(v) for i, v in keys.items() if isinstance(v, Time)}
    amounts = {i: v for i, v in keys.items() if isinstance(v, Measurement)}
    if len(dates) >= len(amounts):
        return dates
    known = Counter(_dimension(v) for i, v in amounts.items() if i not in read) or Counter(
        map(_dimension, amounts.values())
    )
    usual = known.most_common(1)[0][0]
    return {i: float(si_amount(v)) for i, v in amounts.items() if _dimension(v) == usual}


def _day(time: Time) -> float:
    month = time.month if time.precision >= 10 else 1
    day = time.day if time.precision >= 11 else 1
    return time.year + (month - 1) / 12 + (day - 1) / 372


def _dimension(value: Measurement) -> str | None:
    return dimension(value.unit) if value.unit else None

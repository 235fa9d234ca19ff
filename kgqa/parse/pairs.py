"""Two things side by side: which of them is first or has more, and whether one is before another.

Many dates are stated twice, as a day and as a mere year, or once for every country. What counts is
the earliest, as precisely as it is known; the expression is chosen so that it says just that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal as OneOf

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Condition,
    Count,
    Difference,
    Entity,
    Filter,
    Inverse,
    Membership,
    Number,
    Property,
    Superlative,
    Things,
    Truth,
    Union,
)
from kgqa.parse.members import Literal, year
from kgqa.parse.sketches import Walker

Extreme = OneOf["max", "min"]
Chosen = tuple[Things, str]
"""Which of two it is, as an expression, and the one."""


def key_of_both(walker: Walker, ids: Sequence[str], keys: Sequence[str]) -> str | None:
    """Return the first of `keys` that all of `ids` have."""
    values = walker.lookups.values(ids, keys)
    return next((k for k in keys if all(k in values.get(id_, {}) for id_ in ids)), None)


def extreme_of_two(
    walker: Walker, one: str, other: str, key: str, extreme: Extreme
) -> Chosen | None:
    """Return which of two has the larger or smaller key; None where they are the same."""
    values = walker.lookups.values([one, other], [key])
    mine, theirs = values[one][key], values[other][key]
    pair = Union((Entity(one), Entity(other)))
    if any(v.kind != "date" for v in (*mine, *theirs)):
        a, b = _number(mine, extreme), _number(theirs, extreme)
        if a == b:
            return None
        winner = one if (a > b) == (extreme == "max") else other
        return Superlative(extreme, pair, Property(key)), winner
    a, b = _first(mine), _first(theirs)
    if a == b:
        return None
    winner = one if (a > b) == (extreme == "max") else other
    if year_at(a) == year_at(b):
        return _by_day(one, other, key, extreme), winner
    if extreme == "max" and (_last(mine) > _last(theirs)) != (a > b):
        return Difference(pair, Superlative("min", pair, Property(key))), winner
    return Superlative(extreme, pair, Property(key)), winner


def _by_day(one: str, other: str, key: str, extreme: Extreme) -> Things:
    """Return which of two of one year is first: a mere year that is stated, too, says nothing."""
    comparator: Comparator = "<" if extreme == "min" else ">"
    return Union(
        tuple(
            Filter(Entity(a), (Condition(Property(key), comparator, _values(b, key)),))
            for a, b in ((one, other), (other, one))
        )
    )


def _values(id_: str, key: str) -> Things:
    return Apply(Inverse(Property(key)), Entity(id_))


def exceeds(
    walker: Walker, one: tuple[str, str], other: tuple[str, str], comparator: Comparator
) -> tuple[Truth, bool]:
    """Return whether one has a larger, or smaller, key than the other; each is an id and its key.

    Where both orders hold of dates, since there are several, the first ones count.
    """
    (a, key), (b, other_key) = one, other
    mine = walker.lookups.values([a], [key])[a][key]
    theirs = walker.lookups.values([b], [other_key])[b][other_key]
    plain = Comparison(_values(a, key), comparator, _values(b, other_key))
    is_dated = all(v.kind == "date" for v in (*mine, *theirs))
    if not is_dated:
        x, y = _number(mine, "max"), _number(theirs, "max")
        return plain, (x > y) == (comparator == ">") and x != y
    x, y = _first(mine), _first(theirs)
    holds = (x > y) == (comparator == ">") and x != y
    is_both = _first(mine) < _last(theirs) and _last(mine) > _first(theirs)
    if is_both and key == other_key and year_at(x) != year_at(y):
        pair = Union((Entity(a), Entity(b)))
        earlier = a if comparator == "<" else b
        return Membership(Entity(earlier), Superlative("min", pair, Property(key))), holds
    return plain, holds


def of_one_year(
    walker: Walker, ids: Sequence[str], keys: Sequence[str]
) -> tuple[Truth, bool, str] | None:
    """Return whether two date from the same year, whether it is so, and the property that says."""
    key = key_of_both(walker, ids, keys)
    if key is None:
        return None
    values = walker.lookups.values(ids, [key])
    years = [{y for v in values[id_][key] if (y := year(v)) is not None} for id_ in ids]
    if not all(years):
        return None
    shared = set.intersection(*years)
    wanted = min(shared or years[0])
    test = Condition(Property(key), "=", Number(Decimal(wanted)))
    both = Filter(Union(tuple(Entity(id_) for id_ in ids)), (test,))
    return Comparison(Count(both), "=", Number(Decimal(len(ids)))), bool(shared), key


def year_at(number: float) -> int:
    """Return the year of a date by its number; that of December 31 is a whole one."""
    return math.floor(number - 1e-6)


def precise(values: Sequence[Literal]) -> list[float]:
    """Return the numbers of dates without those of mere years that another value tells better."""
    days = {year(v) for v in values if not _is_year(v)}
    kept = [v for v in values if not _is_year(v) or year(v) not in days]
    return [v.number for v in kept if v.number is not None]


def _is_year(value: Literal) -> bool:
    """Whether a date is written like a year alone, which the first of January stands for."""
    return "-01-01T" in value.text


def _first(values: Sequence[Literal]) -> float:
    return min(precise(values))


def _last(values: Sequence[Literal]) -> float:
    return max(precise(values))


def _number(values: Sequence[Literal], extreme: Extreme) -> float:
    numbers = [v.number for v in values if v.number is not None]
    return max(numbers) if extreme == "max" else min(numbers)

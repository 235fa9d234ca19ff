"""By how much one thing exceeds another: how much longer, how many more, the difference in height.

It is what a comparison of the two compares, with the one taken from the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Difference,
    Inverse,
    Operand,
    Property,
    Query,
    Subtraction,
    Years,
)
from kgqa.parse.judging import Candidate
from kgqa.parse.orderings import Ordering, named_amounts
from kgqa.parse.sketches import Walker
from kgqa.parse.words import Adjective, adjectives

UPWARD: tuple[Comparator, ...] = (">", ">=")


def by_how_much(walker: Walker, comparisons: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield the differences of what is compared, where the first does exceed the second.

    Between two it is that of the larger and the smaller.
    """
    is_between = walker.analysis.than is None
    for one in comparisons:
        if not isinstance(one.query, Comparison):
            continue
        is_denied = bool(one.features.get("denied"))
        if is_denied and not is_between:
            continue  # nothing is longer than what is longer than it
        query = _difference(walker, one.query, is_swapped=is_denied)
        if query is not None:
            features = {**one.features, "denied": 0.0}
            yield replace(one, query=query, features=features, members=None)


def orderings_between(walker: Walker) -> list[Ordering]:
    """Return what two differ in by the words: the difference in height, in age."""
    analysis = walker.analysis
    asked = analysis.saying("differing")
    found = [
        Ordering(Adjective(_alike(keys), "max", is_named=True), places | asked)
        for places, keys in named_amounts(walker)
    ]
    if ages := analysis.saying("old") & analysis.content:
        found.append(Ordering(adjectives()["older"], ages | asked))
    return found


def _alike(keys: Sequence[str]) -> tuple[str, ...]:
    """Return properties with those that adjectives measure in their place: heights, elevations."""
    more = [k for one in adjectives().values() if one.keys[0] in keys for k in one.keys]
    return tuple(dict.fromkeys((*keys, *more)))


def _difference(walker: Walker, query: Comparison, *, is_swapped: bool) -> Query | None:
    """Return by how much the sides of a comparison differ; between two dates, in years."""
    more, less = query.left, query.right
    if (query.comparator not in UPWARD) != is_swapped:
        more, less = less, more
    if not (isinstance(more, Apply) and isinstance(less, Apply)):
        return Subtraction(more, less)
    dated = [_is_date(walker, side) for side in (more, less)]
    if all(dated):
        return Years(less, more)
    # Of two values of properties the algebra takes a difference for one of numbers.
    return None if any(dated) else Difference(more, less)


def _is_date(walker: Walker, side: Operand) -> bool:
    match side:
        case Apply(Inverse(Property(id_)), _):
            entry = walker.kinds.schema.property(id_)
            return entry is not None and entry.datatype == "Time"
    return False

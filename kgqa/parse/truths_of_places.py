"""Whether somebody or something is in a place, or in a place within it: born in France."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.algebra import Apply, Entity, Membership, Property
from kgqa.parse.linking import Link
from kgqa.parse.members import Member
from kgqa.parse.places import all_of, containing, is_within
from kgqa.parse.sketches import Walker
from kgqa.parse.truths import Claim

HIGHER = 7
"""Regions that are climbed before it is said that a place is not in another."""
NOWHERE = frozenset(("Q34770", "Q7278", "Q9174"))
"""Languages, parties and religions have a country, but who has one of them is not in it by that."""
SAID = 0.6
"""A property that the words say less well is not how something is in a place."""


def within(walker: Walker, one: Link, place: Link) -> Iterator[Claim]:
    """Yield whether an entity is in a place, by the property that the words say best.

    Where nothing tells what its own place lies in, nothing is denied.
    """
    by = containing(walker, place)
    if by is None:
        return
    edges = walker.lookups.out([one.id])[one.id]
    scores = {p: walker.score(place, p, False) for p in edges if _lie_in(walker, edges[p], by)}
    best = max(scores, key=lambda p: (scores[p], p), default=None)
    if best is None or scores[best] < SAID or place.id in edges[best]:
        return
    query = Membership(Entity(one.id), Apply(Property(best), all_of(place, by)))
    explained = one.places | place.places | walker.says(best, False)
    holds = is_within(walker, edges[best], place.id, by)
    if not holds and is_within(walker, edges[best], place.id, by, HIGHER):
        return  # it lies in it, though farther below than is asked for
    yield Claim(query, (one, place), scores[best], explained, holds)


def _lie_in(walker: Walker, values: Sequence[Member], by: str) -> bool:
    """Whether it is told of all values what they lie in, and each is somewhere."""
    return bool(values) and all(
        isinstance(value, str)
        and walker.kinds.of(value).isdisjoint(NOWHERE)
        and bool(walker.lookups.objects(value, by))
        for value in values
    )

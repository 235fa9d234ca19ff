"""How many things of a named kind each of two has: Grammys, Super Bowls, albums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Count,
    Entity,
    Intersection,
    Inverse,
    Property,
    Superlative,
    Tally,
    Things,
    Way,
)
from kgqa.parse.linking import Link
from kgqa.parse.lookups import MOST
from kgqa.parse.members import Member
from kgqa.parse.sketches import CLASSES, Sketch, Walker
from kgqa.parse.truths import Claim, compares, of_kind

SAID = 0.5
"""A property that the words say less well is not the one whose values are counted."""
BEST = 2
"""Properties by which things of a kind are counted that are tried."""


@dataclass(frozen=True, slots=True)
class OfKind:
    """What joins entities to things of a kind, how well the words say it, and how many it joins."""

    property: str
    way: Way
    """From an entity to the things."""
    things: Things
    score: float
    amounts: Mapping[str, float]


def most_of_kind(
    walker: Walker, pair: Sketch, link: Link, extreme: OneOf["max", "min"], places: frozenset[int]
) -> Iterator[Sketch]:
    """Yield which of two entities has most, or least, of what is of a kind."""
    ids = [m for m in pair.members or () if isinstance(m, str)]
    for one in _joined(walker, ids, link):
        if len({*one.amounts.values()}) == 1:
            continue
        best = (max if extreme == "max" else min)(one.amounts.values())
        yield replace(
            pair,
            query=Superlative(extreme, pair.query, Tally(one.way, one.things)),
            members=tuple(m for m, amount in one.amounts.items() if amount == best),
            links=(*pair.links, link),
            relations=((one.property, one.score),),
            explained=pair.explained | places | _said(walker, link, one),
        )


def more_of_kind(
    walker: Walker, one: Link, other: Link, link: Link, comparator: Comparator, place: int
) -> Iterator[Claim]:
    """Yield whether one entity has more of what is of a kind than another."""
    for found in _joined(walker, [one.id, other.id], link):
        back = found.way.relation if isinstance(found.way, Inverse) else Inverse(found.way)
        left, right = (
            Count(Intersection((Apply(back, Entity(each.id)), found.things)))
            for each in (one, other)
        )
        holds = compares([found.amounts[one.id]], comparator, found.amounts[other.id])
        explained = one.places | other.places | {place} | _said(walker, link, found)
        query = Comparison(left, comparator, right)
        yield Claim(query, (one, other, link), found.score, explained, holds)


def _said(walker: Walker, link: Link, one: OfKind) -> frozenset[int]:
    return link.places | walker.says(one.property, isinstance(one.way, Property))


def _joined(walker: Walker, ids: Sequence[str], link: Link) -> list[OfKind]:
    """Return by what two entities are joined to things of a kind, what is said best first."""
    if len({*ids}) != 2 or not walker.kinds.is_class(link.id) or walker.kinds.is_role(link.id):
        return []
    found = [
        one
        for one in (*_out(walker, ids, link), *_into(walker, ids, link))
        if one.score >= SAID and any(one.amounts.values())
    ]
    return sorted(found, key=lambda one: (-one.score, one.property))[:BEST]


def _out(walker: Walker, ids: Sequence[str], link: Link) -> Iterator[OfKind]:
    edges = walker.lookups.out(ids)
    for p in sorted({p for found in edges.values() for p in found} - CLASSES):
        if walker.called.called(p).is_relation:
            ends = {id_: edges[id_].get(p, ()) for id_ in ids}
            yield _counted(walker, p, Property(p), ends, link)


def _into(walker: Walker, ids: Sequence[str], link: Link) -> Iterator[OfKind]:
    counts = walker.lookups.into(ids)
    every = {p for found in counts.values() for p in found} - CLASSES
    for p in sorted(every):
        few = all(found.get(p, 0) <= MOST for found in counts.values())
        is_said = few and walker.score(link, p, inverse=True) >= SAID
        if is_said and walker.called.called(p).is_relation:
            subjects = walker.lookups.subjects((p, id_) for id_ in ids)
            ends = {id_: subjects.get((p, id_), ()) for id_ in ids}
            yield _counted(walker, p, Inverse(Property(p)), ends, link)


def _counted(
    walker: Walker, property_: str, way: Way, ends: Mapping[str, Sequence[Member]], link: Link
) -> OfKind:
    """Return how many of what each entity leads to are of a kind."""
    kinds = walker.kinds
    inside = {
        id_: {m for m in found if isinstance(m, str) and (m == link.id or link.id in kinds.of(m))}
        for id_, found in ends.items()
    }
    is_itself = any(link.id in found for found in inside.values())
    score = walker.score(link, property_, inverse=isinstance(way, Inverse))
    amounts = {id_: float(len(found)) for id_, found in inside.items()}
    return OfKind(property_, way, of_kind(link, is_itself=is_itself), score, amounts)

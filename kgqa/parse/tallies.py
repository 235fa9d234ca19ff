"""Orders by what the words name: who has most of something, counted or measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from kgqa.algebra import (
    Apply,
    Entity,
    Intersection,
    Inverse,
    Key,
    Property,
    Superlative,
    Tally,
    Things,
    Type,
    Way,
)
from kgqa.parse.combining import instances
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal, Member
from kgqa.parse.sketches import Sketch, Walker

FEW = 60
"""A set with more members is not counted through."""
OFTEN, TRIED = 90, 6
"""Members of a set in which somebody may occur most often, and such sets that are tried."""
RANKED = 300
"""Of those who occur most often so many are looked at."""
LEAST = 0.55
"""A property that the words say less well is not what is counted."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A key that the words may name, and what each member has of it."""

    key: Key
    property: str
    score: float
    amounts: dict[str, float]


def most_by_words(
    walker: Walker, sketch: Sketch, extreme: OneOf["max", "min"], places: frozenset[int]
) -> Iterator[Sketch]:
    """Yield the members that have most, or least, of what the words name; the best two keys."""
    members = [m for m in sketch.members or () if isinstance(m, str)]
    if not 2 <= len(members) <= FEW or not sketch.links:
        return
    keys = sorted(_keys(walker, sketch, members), key=lambda one: (-one.score, one.property))
    for one in keys[:2]:
        best = (max if extreme == "max" else min)(one.amounts.values())
        winners = tuple(m for m, amount in one.amounts.items() if amount == best)
        if len(winners) == len(one.amounts):
            continue
        stems = walker.called.called(one.property).stems
        said = {p for p in walker.free if walker.analysis.words[p].stem in stems}
        yield replace(
            sketch,
            query=Superlative(extreme, sketch.query, one.key),
            members=winners,
            relations=(*sketch.relations, (one.property, one.score)),
            explained=sketch.explained | places | said,
        )


def _keys(walker: Walker, sketch: Sketch, members: list[str]) -> Iterator[Counted]:
    link = sketch.links[0]
    out, into = walker.lookups.out(members), walker.lookups.into(members)
    for p in sorted({p for edges in out.values() for p in edges}):
        score = walker.score(link, p, True)
        if score < LEAST or not walker.called.called(p).is_relation:
            continue
        values = {m: out[m].get(p, ()) for m in members}
        numbers = {
            m: max(v.number for v in found if isinstance(v, Literal) and v.number is not None)
            for m, found in values.items()
            if any(isinstance(v, Literal) and v.number is not None for v in found)
        }
        if len(numbers) > 1:
            yield Counted(Property(p), p, score, numbers)
        elif not numbers:
            counts = {m: float(len(set(found))) for m, found in values.items()}
            yield Counted(Tally(Property(p)), p, score, counts)
    for p in sorted({p for counts in into.values() for p in counts}):
        score = walker.score(link, p, False)
        if score >= LEAST and walker.called.called(p).is_relation:
            amounts = {m: float(into[m].get(p, 0)) for m in members}
            yield Counted(Tally(Inverse(Property(p))), p, score, amounts)


# --- Who occurs most often ------------------------------------------------------------------------


def most_often(
    walker: Walker, bases: Sequence[Sketch], links: Sequence[Link], places: frozenset[int]
) -> Iterator[Sketch]:
    """Yield what the members of a set most often have as what the words say, or have it as theirs.

    Who directed the most films of a series, who won the most prizes of a kind.
    """
    kinds = [s for link in links if (s := _instances(walker, link)) is not None]
    small = [s for s in bases if s.links and s.is_things and 2 < s.size <= OFTEN]
    for sketch in [*kinds, *walker.best(small, TRIED)]:
        counted = sorted(_occurring(walker, sketch), key=lambda one: (-one[1], str(one[0])))
        for way, score, counts in counted[:2]:
            for query, winners in _winners(walker, Apply(way, sketch.query), counts):
                property_ = way.relation if isinstance(way, Inverse) else way
                assert isinstance(property_, Property)  # noqa: S101  made so below
                found = replace(
                    sketch,
                    query=Superlative("max", query, Tally(way, sketch.query)),
                    members=winners,
                    relations=(*sketch.relations, (property_.id, score)),
                    explained=sketch.explained
                    | places
                    | walker.says(property_.id, isinstance(way, Inverse)),
                    note="often",
                )
                yield walker.judged(found)


def _instances(walker: Walker, link: Link) -> Sketch | None:
    """Return the instances of what a name means, if it is a class of few."""
    class_ = walker.kinds.schema.class_(link.id)
    if class_ is None or not 2 < class_.total <= OFTEN:
        return None
    members = instances(walker, link.id)
    return Sketch(Type(Entity(link.id)), members, (link,), explained=link.places)


def _occurring(walker: Walker, sketch: Sketch) -> Iterator[tuple[Way, float, Counter[Member]]]:
    """Yield the ways from the members that the words say, with how often each end occurs."""
    link, members = sketch.links[0], [m for m in sketch.members or () if isinstance(m, str)]
    edges = walker.lookups.out(members)
    for p in sorted({p for found in edges.values() for p in found}):
        score = walker.score(link, p, True)
        if score >= LEAST and walker.called.called(p).is_relation:
            ends = (v for found in edges.values() for v in {*found.get(p, ())})
            yield Inverse(Property(p)), score, Counter(v for v in ends if isinstance(v, str))
    if not isinstance(sketch.query, Type):
        return
    into = walker.lookups.into(members)
    for p in sorted({p for counts in into.values() for p in counts}):
        score = walker.score(link, p, False)
        if score >= LEAST and p != "P31" and walker.called.called(p).is_relation:
            starts = walker.lookups.subjects((p, m) for m in members)
            yield Property(p), score, Counter(v for found in starts.values() for v in found)


def _winners(
    walker: Walker, things: Things, counts: Counter[Member]
) -> Iterator[tuple[Things, tuple[Member, ...]]]:
    """Yield those who occur most often, and those of them who are what the noun says."""
    ranked = counts.most_common()
    if len(ranked) < 2 or ranked[0][1] < 2:
        return
    yield things, tuple(m for m, number in ranked if number == ranked[0][1])
    for role in walker.roles[:1]:
        inside = [
            (m, n) for m, n in ranked[:RANKED] if role in walker.lookups.objects(str(m), "P106")
        ]
        if inside and inside[0][1] > 1:
            query = Intersection((things, Apply(Property("P106"), Entity(role))))
            yield query, tuple(m for m, number in inside if number == inside[0][1])

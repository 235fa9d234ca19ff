"""Places within places: who was born in a town of Ohio was born in Ohio, and the state is Ohio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Property,
    Things,
    Type,
    Union,
)
from kgqa.parse.linking import Link, Noun
from kgqa.parse.members import Member
from kgqa.parse.sketches import NAMED, Sketch, Walker

WITHIN, COUNTRY, CONTINENT = "P131", "P17", "P30"
"""From a place to what it is a part of, to its country, and to its continent."""
SETTLEMENT = "Q486972"
PLACES = frozenset({SETTLEMENT, "Q56061", "Q6256", "Q3624078"})
"""Settlements, administrative territorial entities, countries and sovereign states."""
WATERS = frozenset({"Q15324", "Q4022", "Q165", "Q9430"})
"""Bodies of water: rivers, seas, oceans."""
LEVELS = 3
"""Regions that are climbed from a place."""
FEW = 8
"""Of a larger set it is not asked where it lies."""
MANY = 600
"""Members whose places are looked at one by one."""
SAID = 0.5
"""A property that the words say less well is not how something is in a place."""
TRIED = 2
"""Properties that are tried for each place."""
OWN = 0.5
"""Where a larger share of things are within themselves, that is not how they are in a place."""


def risen(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return the places of the asked kind that some places lie in: the state of a birthplace."""
    noun = walker.noun
    if noun is None or not 1 <= len(sketch.members or ()) <= FEW or not sketch.is_things:
        return None
    query, members = sketch.query, tuple(sketch.members or ())
    if any(_kinds_of(walker, noun, member) for member in members):
        return None
    for _ in range(LEVELS):
        query = Apply(Inverse(Property(WITHIN)), query)
        above = (o for m in members for o in walker.lookups.objects(str(m), WITHIN))
        members = tuple(dict.fromkeys(o for o in above if isinstance(o, str)))
        if not members:
            return None
        total = partial(_total, walker)
        # Each is what most others are, too; of a state in a state the one that fewer are is meant.
        usual = [max(k, key=total) for m in members if (k := sorted(_kinds_of(walker, noun, m)))]
        if not usual:
            continue
        class_ = min(usual, key=total)
        fits = tuple(m for m in members if walker.kinds.is_any(m, frozenset({class_})))
        query = Intersection((query, Type(Entity(class_))))
        relations = (*sketch.relations, (WITHIN, NAMED))
        explained = sketch.explained | noun.places
        found = replace(sketch, query=query, members=fits, relations=relations, explained=explained)
        return walker.judged(found)
    return None


def _kinds_of(walker: Walker, noun: Noun, member: Member) -> frozenset[str]:
    """Return those classes of a member that are what a noun says, or are called so."""
    kinds, classes = walker.kinds, frozenset(noun.classes)
    types = kinds.names.types(member) if isinstance(member, str) else ()
    return frozenset(
        class_
        for class_ in types
        if kinds.above(class_) & classes or kinds.is_called(class_, noun.stem)
    )


def _total(walker: Walker, class_: str) -> int:
    record = walker.kinds.schema.class_(class_)
    return record.total if record is not None else 0


def is_misplaced(walker: Walker, sketch: Sketch) -> bool:
    """Whether a region is asked for and all members are settlements, or the other way round.

    A town may be called a city, but neither is a state.
    """
    noun, kinds = walker.noun, walker.kinds
    if noun is None or not sketch.members or not sketch.is_things:
        return False
    asked = [above for class_ in noun.classes if (above := kinds.above(class_)) & PLACES]
    if not asked:
        return False
    is_settlement = any(SETTLEMENT in above for above in asked)
    return all(
        kinds.of(str(m)) & PLACES
        and not _kinds_of(walker, noun, m)
        and (SETTLEMENT in kinds.of(str(m))) != is_settlement
        for m in sketch.members[:FEW]
    )


@dataclass(frozen=True, slots=True)
class Inside:
    """Those of a set that are in a place by a property, as a set and one by one."""

    property: str
    score: float
    things: Things
    members: tuple[Member, ...]


def lying_in(walker: Walker, sketch: Sketch, link: Link) -> Iterator[Sketch]:
    """Yield a set narrowed to what is in a place, or in a place within that: born in Ohio."""
    for one in _inside(walker, sketch, link):
        found = replace(
            _with_place(walker, sketch, link, one),
            query=Intersection((sketch.query, one.things)),
            members=one.members,
        )
        yield walker.judged(found)


def not_lying_in(walker: Walker, sketch: Sketch, link: Link, negation: int) -> Iterator[Sketch]:
    """Yield a set without what is in a place, or in a place within that: not born in Ohio."""
    for one in _inside(walker, sketch, link):
        inside = frozenset(one.members)
        members = tuple(m for m in sketch.members or () if m not in inside)
        if members:
            found = _with_place(walker, sketch, link, one)
            query = Difference(sketch.query, one.things)
            explained = found.explained | {negation}
            yield replace(found, query=query, members=members, explained=explained)


def _with_place(walker: Walker, sketch: Sketch, link: Link, one: Inside) -> Sketch:
    return replace(
        sketch,
        links=(*sketch.links, link),
        relations=(*sketch.relations, (one.property, one.score)),
        explained=sketch.explained | link.places | walker.says(one.property, inverse=False),
    )


def _inside(walker: Walker, sketch: Sketch, link: Link) -> list[Inside]:
    """Return by what some members of a set, but not all, are within a place, best said first."""
    members = [m for m in sketch.members or () if isinstance(m, str)]
    if not 2 <= len(members) <= MANY or link.places & sketch.explained:
        return []
    by = containing(walker, link)
    if by is None:
        return []
    edges = walker.lookups.out(members)
    likely = {p: walker.score(link, p, inverse=False) for found in edges.values() for p in found}
    best = sorted((p for p in likely if likely[p] >= SAID), key=lambda p: (-likely[p], p))
    found = []
    for p in best[:TRIED]:
        placed = [m for m in members if edges[m].get(p)]
        if sum(m in edges[m][p] for m in placed) > OWN * len(placed):
            continue  # a country is in itself: where it lies its continent says
        ends = {m: _bounded(walker, edges[m].get(p, ())) for m in members}
        inside = tuple(m for m in members if is_within(walker, ends[m], link.id, by))
        is_direct = all(link.id in edges[m].get(p, ()) for m in inside)
        if inside and len(inside) < len(members) and not is_direct:
            things = Apply(Property(p), all_of(link, by))
            found.append(Inside(p, likely[p], things, inside))
    return found


def _bounded(walker: Walker, places: Iterable[Member]) -> list[Member]:
    """Return places without waters: what flows into a river of a country need not be in it."""
    return [one for one in places if not walker.kinds.is_any(one, WATERS)]


def containing(walker: Walker, link: Link) -> str | None:
    """Return by which property places say that they are within what a name means, if any do."""
    into = walker.lookups.into([link.id])[link.id] if link.is_name else {}
    # A country is named by all that is in it, however many regions there are between.
    usual = max((COUNTRY, WITHIN, CONTINENT), key=lambda p: into.get(p, 0))
    return usual if into.get(usual) else None


def is_within(
    walker: Walker, places: Iterable[Member], area: str, by: str, levels: int = LEVELS
) -> bool:
    """Whether one of some places is an area, or lies in it, as far as is climbed."""
    reached = {place for place in places if isinstance(place, str)}
    for _ in range(levels - 1 if by == WITHIN else 1):
        if area in reached:
            return True
        found = (above for place in reached for above in walker.lookups.objects(place, by))
        reached = {above for above in found if isinstance(above, str)}
    return area in reached


def all_of(link: Link, by: str) -> Things:
    """Return a place with all that is within it, as far as is climbed."""
    place: Things = Entity(link.id)
    levels = [place]
    for _ in range(LEVELS - 1 if by == WITHIN else 1):
        levels.append(Apply(Property(by), levels[-1]))
    return Union(tuple(levels))

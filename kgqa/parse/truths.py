"""Questions that are answered with yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal as OneOf

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Entity,
    Existence,
    Intersection,
    Inverse,
    Membership,
    Number,
    Property,
    Qualified,
    Relation,
    Truth,
    Type,
)
from kgqa.parse.countable import Countable
from kgqa.parse.events import Event, Ground, event_in, untold
from kgqa.parse.held import offices, tests_of
from kgqa.parse.linking import Link
from kgqa.parse.members import Member
from kgqa.parse.members import year as year_of
from kgqa.parse.numbers_said import NumberSaid, number_said
from kgqa.parse.offices import HELD
from kgqa.parse.pairs import exceeds, key_of_both
from kgqa.parse.sketches import CLASSES, Sketch, Walker
from kgqa.parse.words import cue_set

ONE_OF = ("P31", "P279", "P361", "P3450")
"""From something to what it is one of."""
IS_IN = ("P131", "P17", "P30")
"""From a place to what it is in."""
LOCATED = frozenset(
    ("P17", "P131", "P276", "P706", "P19", "P20", "P159", "P551", "P740", "P840", "P495", "P27")
)
"""Properties that lead to places."""
ARTICLES = frozenset(("a", "an", "the"))
NOMINATED = "P1411"
"""From somebody to a prize that he may not have won."""
SAID_SO = 0.45
"""A property that the words say less well is not what is denied."""
LOOKED_AT = 30
"""Values that are looked at one by one."""
UNSAID = 0.6
"""What a property is worth that no word names, where words are left that say something else."""
OTHERS = 3
"""So many others must be joined to an entity by a property for it to be missed."""
ORDER = cue_set("before") | cue_set("after")
SAID, FALLEN_BACK = 0.9, 0.5
"""How well words say by what two are compared, and by what else where they say it by nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is true or false, and how well the words say it."""

    query: Truth
    links: tuple[Link, ...]
    relation: float
    explained: frozenset[int]
    holds: bool
    note: str = ""
    """A feature of how it was found that its other fields do not show."""


def compared(
    walker: Walker,
    one: Link,
    other: Link,
    ground: Ground,
    events: tuple[Event | None, Event | None] | None = None,
) -> Iterator[Claim]:
    """Yield whether the first entity exceeds the second, by a key that both have.

    What happened to each may be something else: whether one was built before the other died.
    """
    comparator: Comparator = ">" if ground.adjective.extreme == "max" else "<"
    mine, theirs = events or (None, None)
    places = one.places | other.places | ground.places
    if mine is not None and theirs is not None and mine.keys != theirs.keys:
        key, other_key = _key(walker, one.id, mine.keys), _key(walker, other.id, theirs.keys)
        places |= mine.places | theirs.places
    else:
        key = other_key = key_of_both(walker, [one.id, other.id], ground.adjective.keys)
    if key is None or other_key is None:
        return
    query, holds = exceeds(walker, (one.id, key), (other.id, other_key), comparator)
    score = FALLEN_BACK if ground.note == "fallback" else SAID
    yield Claim(query, (one, other), score, places, holds, ground.note)


def _key(walker: Walker, id_: str, keys: Sequence[str]) -> str | None:
    return key_of_both(walker, [id_], keys)


def has_more(
    one: Link,
    other: Link,
    counted: Countable,
    extreme: OneOf["max", "min"],
    place: int,
    said: frozenset[int],
) -> Claim:
    """Return whether one entity has more, or fewer, of something than another."""
    comparator: Comparator = ">" if extreme == "max" else "<"
    query = Comparison(counted.count(one.id), comparator, counted.count(other.id))
    a, b = counted.amounts[one.id], counted.amounts[other.id]
    holds = a > b if comparator == ">" else a < b
    explained = one.places | other.places | counted.places | {place} | said
    return Claim(query, (one, other), max(counted.score, 0.6), explained, holds)


def has_so_many(one: Link, counted: Countable, number: NumberSaid) -> Claim:
    """Return whether an entity has as many of something as a question says."""
    query = Comparison(counted.count(one.id), number.comparator, Number(number.value))
    explained = one.places | counted.places | number.places
    holds = number.holds(counted.amounts[one.id])
    return Claim(query, (one,), counted.score, explained, holds, "counted")


def related(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield whether two entities are joined, by the properties that join them or could."""
    edges = walker.lookups.out([one.id, other.id])
    found = [
        claim
        for start, end, inverse in ((one, other, False), (other, one, True))
        for p, values in edges[start.id].items()
        if walker.called.called(p).is_relation and p not in CLASSES and _is_won(walker, p, inverse)
        for claim in _joined(walker, (start, end), p, values, inverse)
    ]
    yield from found
    yield from _of_kind(walker, one, other)
    if not any(claim.holds for claim in found):
        yield from absent(walker, one, other)


def _is_won(walker: Walker, p: str, inverse: bool) -> bool:
    """Whether a property says that something was won, where the question does: not a nomination."""
    words = walker.analysis.words
    won = frozenset(i for i in walker.free if words[i].normal in cue_set("won"))
    return not won or (p != NOMINATED and bool(won & walker.says(p, inverse)))


def _joined(
    walker: Walker, ends: tuple[Link, Link], p: str, values: Sequence[Member], inverse: bool
) -> Iterator[Claim]:
    """Yield whether a property joins two, or joins one to something that is one of the other."""
    start, end = ends
    one, other = (end, start) if inverse else (start, end)
    relation = Inverse(Property(p)) if inverse else Property(p)
    score = walker.score(one if inverse else other, p, inverse)
    explained = one.places | other.places | walker.says(p, inverse)
    holds = end.id in values
    if p == HELD and not holds and (office := next(iter(offices(walker, start.id)), None)):
        query = Membership(Entity(start.id), Apply(Property(p), Entity(office.id)))
        if end.places & walker.analysis.content <= office.places:
            yield Claim(query, (start, end), score, explained | office.places, True)
            return
    ways = (*ONE_OF, *IS_IN) if p in LOCATED else ONE_OF
    by = None if holds else next((by for by in ways if _is_by(walker, values, by, end.id)), None)
    is_one = end.is_name or walker.kinds.is_role(end.id)
    if by is not None and is_one and not inverse and score > SAID_SO:
        things = Apply(Property(p), Apply(Property(by), Entity(end.id)))
        yield Claim(Membership(Entity(start.id), things), ends, score, explained, True)
    elif holds or (score > SAID_SO and is_alike(walker, end.id, values)):
        query = Membership(Entity(one.id), Apply(relation, Entity(other.id)))
        is_said = bool(walker.says(p, inverse) & walker.analysis.content)
        # Who is not of a place is not the tallest there, whatever else is said.
        is_enough = p in LOCATED and not (holds or inverse) and _asks_what_is(walker)
        years = frozenset(place for _, place in walker.analysis.years)
        if is_said or is_enough or not untold(walker, explained | years):
            yield Claim(query, (one, other), score, explained, holds)
        elif holds:
            yield Claim(query, (one, other), UNSAID * score, explained, holds, "unsaid")


def _is_by(walker: Walker, values: Sequence[Member], by: str, id_: str) -> bool:
    """Whether a property leads from one of some things to another."""
    some = [m for m in values[:LOOKED_AT] if isinstance(m, str)]
    return any(id_ in walker.lookups.objects(m, by) for m in some)


def _of_kind(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield whether one is of the kind that the other is."""
    places = one.places | other.places
    if not _asks_what_is(walker) or is_there(walker):
        return
    # "Is Pluto a planet?" says nothing else; what is a planet and is more need not be that.
    is_all = walker.analysis.content <= places | _present(walker)
    before = walker.analysis.words[max(0, min(other.places) - 1)].normal
    is_kind = before in ARTICLES or "plural" in other.how
    is_class = walker.kinds.is_class(other.id) and not walker.kinds.is_role(other.id)
    if is_all and is_kind and is_class:
        query = Membership(Entity(one.id), Type(Entity(other.id)))
        yield Claim(query, (one, other), 0.6, places, other.id in walker.kinds.of(one.id))


def _present(walker: Walker) -> frozenset[int]:
    words = enumerate(walker.analysis.words)
    return frozenset(i for i, word in words if word.normal in cue_set("present"))


def _asks_what_is(walker: Walker) -> bool:
    return walker.analysis.words[0].normal in cue_set("being")


def is_there(walker: Walker) -> bool:
    """Whether it is asked if there is something."""
    return any(word.normal == "there" for word in walker.analysis.words[:3])


def absent(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield that nothing joins two by a property that the words say and that others have so."""
    if not (one.is_name and other.is_name):
        return
    ids = (one.id, other.id)
    into = walker.lookups.into(ids)
    for start, end, inverse in ((one, other, False), (other, one, True)):
        usual = {
            use.property
            for class_ in walker.kinds.names.types(start.id)
            for use in walker.kinds.schema.properties_of(class_)
        }
        for p, count in into[end.id].items():
            said = walker.says(p, inverse) & walker.analysis.content
            if count < OTHERS or p not in usual or not said or p in CLASSES:
                continue
            score = walker.score(one if inverse else other, p, inverse)
            if score > SAID_SO and walker.called.called(p).is_relation:
                relation = Inverse(Property(p)) if inverse else Property(p)
                query = Membership(Entity(one.id), Apply(relation, Entity(other.id)))
                places = one.places | other.places | said
                yield Claim(query, (one, other), score, places, holds=False, note="absent")


def shared(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield whether two entities have a value of some property in common."""
    edges = walker.lookups.out([one.id, other.id])
    for p in edges[one.id].keys() & edges[other.id].keys():
        if not walker.called.called(p).is_relation:
            continue
        score = walker.score(one, p, True)
        holds = bool({*edges[one.id][p]} & {*edges[other.id][p]})
        if score > 0.4:
            way = Inverse(Property(p))
            both = Intersection((Apply(way, Entity(one.id)), Apply(way, Entity(other.id))))
            said = walker.says(p, True)
            yield Claim(
                Existence(both), (one, other), score, one.places | other.places | said, holds
            )


def as_meant(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims without those that only another meaning of a name than the likeliest makes.

    What does not hold of that one says nothing; and if it does not hold of the likeliest one that
    it holds of another is no reason that this is meant.
    """
    claims = [c for c in claims if c.holds or not any(_is_part(link) for link in c.links)]
    best: dict[Relation | str, Claim] = {}
    for claim in claims:
        known = best.get(by := _by(claim))
        if known is None or _linked(claim) > _linked(known):
            best[by] = claim
    return [c for c in claims if c is best[_by(c)] or (c.holds and best[_by(c)].holds)]


def _is_part(link: Link) -> bool:
    """Whether a word is part of a longer name: who did not win one Grammy may have won another."""
    kind, _, manner = link.how.partition(", ")
    is_one = manner == "prefix" or kind in ("word", "words", "kind")
    return is_one and len(link.places) == 1


def in_year(
    walker: Walker, claim: Claim, year: int, places: frozenset[int], comparator: Comparator
) -> Claim:
    """Return a claim that holds as one about a year, by the times that its statements tell."""
    match claim.query:
        case Membership(Entity(id_), Apply(Property(p), Entity(value))):
            is_back = False
        case Membership(Entity(value), Apply(Inverse(Property(p)), Entity(id_))):
            is_back = True
        case _:
            return claim
    told = [q for m, q in walker.lookups.stated(p, id_, inverse=True) if m == value]
    tests = tests_of(walker, told, comparator, year)
    if not claim.holds:
        return claim
    if tests is None:
        return replace(claim, relation=UNSAID * claim.relation, note="fallback")
    conditions, holds = tests
    way = Qualified(Property(p), conditions)
    found = Apply(Inverse(way), Entity(id_)) if is_back else Apply(way, Entity(value))
    query = Membership(Entity(value if is_back else id_), found)
    return replace(claim, query=query, explained=claim.explained | places, holds=holds)


def _by(claim: Claim) -> Relation | str:
    """Return the relation that a claim is about."""
    match claim.query:
        case Membership(_, Apply(relation, Entity() | Apply())):
            return relation
        case _:
            return type(claim.query).__name__


def _linked(claim: Claim) -> float:
    return sum(link.score for link in claim.links) / len(claim.links)


def is_alike(walker: Walker, id_: str, values: Iterable[Member]) -> bool:
    """Whether an entity is of a class that one of the values is of: only then it could be one."""
    types = frozenset(walker.kinds.names.types(id_))
    return any(types & {*walker.kinds.names.types(v)} for v in values if isinstance(v, str))


def dated(
    walker: Walker, one: Link, year: int, place: int, comparator: Comparator = "="
) -> Iterator[Claim]:
    """Yield whether something of an entity dates from a year, or from before or after it.

    Where the words name an event it is by the first date of that one; else they must say which.
    """
    words = walker.analysis.words
    said = frozenset(i for i, w in enumerate(words) if w.normal in ORDER) | {place}
    event = event_in(walker, frozenset(range(len(words))))
    for p, values in walker.lookups.out([one.id])[one.id].items():
        years = [y for v in values if not isinstance(v, str) and (y := year_of(v)) is not None]
        told = walker.says(p, True) & walker.analysis.content - _years(walker)
        is_event = event is not None and p == _key(walker, one.id, event.keys)
        score = SAID if is_event else walker.score(one, p, True)
        is_said = is_event or (event is None and (told or not untold(walker, said | one.places)))
        if score > 0.6 and years and is_said:
            found = Apply(Inverse(Property(p)), Entity(one.id))
            query = Comparison(found, comparator, Number(Decimal(year)))
            holds = {"<": min(years) < year, ">": max(years) > year}.get(comparator, year in years)
            explained = one.places | said | told | (event.places if event else frozenset())
            yield Claim(query, (one,), score, explained, holds)


def _years(walker: Walker) -> frozenset[int]:
    """Return the places of the word `year`, which says nothing of what took place in it."""
    return frozenset(i for i, word in enumerate(walker.analysis.words) if word.stem == "year")


def there_are(walker: Walker, sketches: Sequence[Sketch]) -> Iterator[Claim]:
    """Yield that there is something of which the question says no more than the set does."""
    if number_said(walker.analysis, walker.free) is not None:
        return  # not whether there are some, but whether there are so many
    every = walker.analysis.content
    for one in [s for s in sketches if s.is_things and s.members != () and every <= s.explained]:
        yield Claim(Existence(one.query), one.links, one.relation or 0.6, one.explained, True)

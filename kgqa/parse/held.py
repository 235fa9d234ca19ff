"""Who held an office first, or longer, and whether that was before some year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from kgqa_store.names_text import normalise
from kgqa_store.schema_words import stem

from kgqa.algebra import (
    Apply,
    Comparator,
    Condition,
    Entity,
    Membership,
    Number,
    Property,
    Qualified,
    Stated,
    Superlative,
    Things,
    Truth,
    Union,
)
from kgqa.parse.linking import Link
from kgqa.parse.members import Member
from kgqa.parse.offices import HELD
from kgqa.parse.orders import BEGAN, DURATION, ENDED, numbers_of
from kgqa.parse.pairs import Chosen, year_at
from kgqa.parse.sketches import Walker
from kgqa.parse.words import Adjective, cue_set

BEGUN, POINT = BEGAN


@dataclass(frozen=True, slots=True)
class Office:
    """An office that somebody held, and the places of the words that name it."""

    id: str
    places: frozenset[int]


def offices(walker: Walker, person: str) -> list[Office]:
    """Return the offices of somebody that the question names, those with most words first."""
    held = [m for m in walker.lookups.objects(person, HELD) if isinstance(m, str)]
    labels = walker.kinds.names.labels(held)
    found = [one for id_ in held if (one := _said(walker, id_, labels.get(id_, ""))) is not None]
    return sorted(found, key=lambda one: (-len(one.places), one.id))


def _said(walker: Walker, id_: str, label: str) -> Office | None:
    """Return an office if the question says what it is: `president` of some country."""
    head, *rest = normalise(label).split(" of ", 1)
    stems = {stem(word) for word in head.split()}
    others = {stem(word) for part in rest for word in part.split()} - {"the"}
    words = walker.analysis.words
    places = frozenset(i for i, word in enumerate(words) if word.stem in stems)
    is_named = bool(stems) and stems <= {words[i].stem for i in places}
    is_throne = bool(stems & _stems("thrones")) and _is_reign(walker)
    if not (is_named or is_throne):
        return None
    said = frozenset(i for i, w in enumerate(words) if w.stem in others and i in walker.free)
    return Office(id_, places | said)


def _stems(cue: str) -> frozenset[str]:
    return frozenset(stem(word) for word in cue_set(cue))


def _is_reign(walker: Walker) -> bool:
    return any(word.stem in _stems("reigning") for word in walker.analysis.words)


def first_held(
    walker: Walker, one: str, other: str, adjective: Adjective
) -> Iterator[tuple[Chosen, frozenset[int]]]:
    """Yield which of two came to an office first, or last, or held it longer."""
    is_length = DURATION in adjective.keys
    for mine, theirs in _both(walker, one, other):
        amounts = [_amounts(walker, id_, office.id, is_length) for id_, office in
                   ((one, mine), (other, theirs))]  # fmt: skip
        if not all(amounts):
            continue
        best = max if is_length else min
        a, b = (best(found) for found in amounts)
        if a == b:
            continue
        winner = one if (a > b) == (adjective.extreme == "max") else other
        query = Superlative(adjective.extreme, _pair(one, other), _key(mine, theirs, is_length))
        yield (query, winner), mine.places | theirs.places
        return


def _both(walker: Walker, one: str, other: str) -> list[tuple[Office, Office]]:
    """Return the offices of two that may be compared, one that both held before all others."""
    mine, theirs = offices(walker, one), offices(walker, other)
    pairs = [(a, b) for a in mine[:4] for b in theirs[:4]]
    return sorted(pairs, key=lambda pair: pair[0].id != pair[1].id)


def _amounts(walker: Walker, person: str, office: str, is_length: bool) -> list[float]:
    """Return when somebody came to an office, or for how long he held it."""
    told = [q for m, q in walker.lookups.stated(HELD, person, inverse=True) if m == office]
    if not is_length:
        return [n for one in told for n in numbers_of(one.get(BEGUN, ()))]
    return [
        max(ends) - min(starts)
        for one in told
        if (ends := numbers_of(one.get(ENDED, ()))) and (starts := numbers_of(one.get(BEGUN, ())))
    ]


def _key(mine: Office, theirs: Office, is_length: bool) -> Stated:
    same = mine.id == theirs.id
    held: Things = Entity(mine.id) if same else Union((Entity(mine.id), Entity(theirs.id)))
    if is_length:
        return Stated(Property(HELD), held, Property(ENDED), Property(BEGUN))
    return Stated(Property(HELD), held, Property(BEGUN))


def _pair(one: str, other: str) -> Things:
    return Union((Entity(one), Entity(other)))


def held_by(
    walker: Walker, link: Link, year: int, comparator: Comparator
) -> Iterator[tuple[Truth, frozenset[int], bool]]:
    """Yield whether somebody held an office before, after or in a year, and the words that say."""
    for office in offices(walker, link.id)[:2]:
        told = [q for m, q in walker.lookups.stated(HELD, link.id, inverse=True) if m == office.id]
        tests = tests_of(walker, told, comparator, year)
        if tests is None:
            continue
        conditions, holds = tests
        way = Qualified(Property(HELD), conditions)
        query = Membership(Entity(link.id), Apply(way, Entity(office.id)))
        yield query, office.places, holds


def tests_of(
    walker: Walker, told: Sequence[dict[str, list[Member]]], comparator: Comparator, year: int
) -> tuple[tuple[Condition, ...], bool] | None:
    """Return what the statements must say, and whether they do; None where they tell no times."""
    starts = [n for one in told for n in numbers_of(one.get(BEGUN, ()))]
    ends = [n for one in told for n in numbers_of(one.get(ENDED, ()))]
    normal = {word.normal for word in walker.analysis.words}
    begins = bool(normal & cue_set("becoming"))
    bound = Number(Decimal(year))
    if comparator == ">" and ends and not begins:
        return (Condition(Property(ENDED), ">", bound),), year_at(max(ends)) > year
    if comparator == "=" and starts and not begins:
        return _during(told, year)
    if comparator == "=" and starts and "elected" in normal:
        # Who is elected comes to the office then, or in the year after.
        after = Number(Decimal(year + 1))
        soon = (Condition(Property(BEGUN), ">=", bound), Condition(Property(BEGUN), "<=", after))
        return soon, any(year <= year_at(n) <= year + 1 for n in starts)
    points = [n for one in told for n in numbers_of(one.get(POINT, ()))]
    if not (times := starts or points):
        return None
    holds = {"<": year_at(min(times)) < year, ">": year_at(max(times)) > year}
    test = Condition(Property(BEGUN if starts else POINT), comparator, bound)
    return (test,), holds.get(comparator, year in map(year_at, times))


def _during(
    told: Sequence[dict[str, list[Member]]], year: int
) -> tuple[tuple[Condition, ...], bool]:
    """Return what statements must say to hold in a year: one without an end holds still."""
    bound = Number(Decimal(year))
    begun, ended = Condition(Property(BEGUN), "<=", bound), Condition(Property(ENDED), ">=", bound)
    spans = [
        (year_at(min(starts)), numbers_of(one.get(ENDED, ())))
        for one in told
        if (starts := numbers_of(one.get(BEGUN, ())))
    ]
    if any(start <= year and not ends for start, ends in spans):
        return (begun,), True
    return (begun, ended), any(a <= year <= year_at(max(b)) for a, b in spans if b)

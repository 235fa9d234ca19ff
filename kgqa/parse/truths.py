"""Questions that are answered with yes or no."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Entity,
    Existence,
    Intersection,
    Inverse,
    Membership,
    Property,
    Things,
    Truth,
    Type,
    Union,
    Years,
)
from kgqa.parse.analysis import Analysis
from kgqa.parse.denials import NEAR, apart, is_of_others, least_to_deny, says, score_of
from kgqa.parse.linking import Link
from kgqa.parse.members import Member
from kgqa.parse.order_keys import properties_of, values_of
from kgqa.parse.orders import keys_of, said_by
from kgqa.parse.periods import Period
from kgqa.parse.sketches import CLASSES, Walker
from kgqa.parse.words import Adjective, cue_set

AROUND = ("P131", "P17", "P361")
"""From a place to what it is in."""
CLEAR = 0.85
"""What an entity has by a property that is said so well is told whatever it is compared with."""
CLEARLY = 0.05
"""What the words say better by so much is what they say, of two that are told apart."""
SHARED = 5
"""A property whose values so many things share on average is one of groups."""
_COMPARED: Mapping[Comparator, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is true or false, and how well the words say it."""

    query: Truth
    links: tuple[Link, ...]
    relation: float
    explained: frozenset[int]
    holds: bool
    is_open: bool = False
    """Whether nothing tells if it holds, though it is what the words say."""


def compares(values: Iterable[float], comparator: Comparator, wanted: float) -> bool:
    """Whether any of some values compares so with another, as the algebra has it."""
    return any(_COMPARED[comparator](value, wanted) for value in values)


def compared(
    walker: Walker, one: Link, other: Link, adjective: Adjective, places: frozenset[int]
) -> Iterator[Claim]:
    """Yield whether the first entity exceeds the second, by each key that both have."""
    keys = keys_of(walker, adjective)
    values = values_of(walker.lookups, [one.id, other.id], keys)
    comparator: Comparator = ">" if adjective.extreme == "max" else "<"
    for key in keys:
        if key in values.get(one.id, {}) and key in values.get(other.id, {}):
            query = Comparison(_amount(one, key), comparator, _amount(other, key))
            explained = one.places | other.places | places | said_by(walker, key)
            # Of a time between two dates the algebra compares whole years.
            whole = math.floor if len(properties_of(key)) > 1 else float
            a, b = (
                [whole(v.number) for v in values[id_][key] if v.number is not None]
                for id_ in (one.id, other.id)
            )
            holds = any(compares(a, comparator, wanted) for wanted in b)
            yield Claim(query, (one, other), 0.9, explained, holds)
            return


def _amount(link: Link, key: str) -> Apply | Years:
    """Return what an entity has as a key; of a time between two dates, the years."""
    first, *last = (Apply(Inverse(Property(p)), Entity(link.id)) for p in properties_of(key))
    return Years(first, last[0]) if last else first


def related(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield whether two entities are joined, by the properties that join them or could."""
    edges = walker.lookups.out([one.id, other.id])
    places = one.places | other.places
    least = max(0.45, least_to_deny(walker, one, other))
    for start, end, inverse in ((one, other, False), (other, one, True)):
        for p, values in edges[start.id].items():
            if not walker.called.called(p).is_relation or p in CLASSES:
                continue
            relation = Inverse(Property(p)) if inverse else Property(p)
            score = score_of(walker, other, p, inverse)
            known = edges[start.id]
            if any(
                score_of(walker, other, q, inverse) > score + (CLEARLY if q in known else NEAR)
                for q in apart(p)
            ):
                continue  # a citizen, but the question is where he was born
            explained = places | says(walker, p, inverse) | measured_by(walker, p)
            holds = end.id in values
            wanted: Things = Entity(other.id)
            if not inverse and not holds and _is_any_of(walker, other, values):
                holds, wanted = True, of_kind(other, is_itself=False)
            query = Membership(Entity(one.id), Apply(relation, wanted))
            # A state is no capital, though nothing else than a city is one; but it may have the
            # highest mountain, though it is none.
            is_thing = any(isinstance(value, str) for value in values)
            is_said = score >= CLEAR and bool(says(walker, p, inverse))
            is_clear = inverse and is_thing and is_said and not measured_by(walker, p)
            if holds or (score > least and (is_clear or is_alike(walker, end.id, values))):
                is_told = inverse or _is_told_of(walker, p, end.id)
                is_open = not holds and (not is_told or _is_part_of(edges[end.id], values))
                yield Claim(query, (one, other), score, frozenset(explained), holds, is_open)
    yield from _of_kind(walker, one, other)


def _of_kind(walker: Walker, one: Link, other: Link) -> Iterator[Claim]:
    """Yield whether an entity is of a kind that is named."""
    analysis, places = walker.analysis, one.places | other.places
    if analysis.measures or analysis.ordinal or analysis.most:
        return  # "Is Jupiter the largest planet?" does not ask whether it is one
    kinds = walker.kinds.of(one.id)
    # "Is Pluto a planet?" says nothing else; only then is what it is not an answer.
    is_all = analysis.content <= places and _asks_for_kind(analysis, other)
    is_other = walker.kinds.is_class(other.id) and is_of_others(walker, one, other.id)
    if other.id in kinds or (is_all and is_other):
        query = Membership(Entity(one.id), Type(Entity(other.id)))
        yield Claim(query, (one, other), 0.6, places, other.id in kinds)


def _asks_for_kind(analysis: Analysis, kind: Link) -> bool:
    """Whether a question asks if something is one of a kind: is it a planet, are they mammals.

    Who has a title is not one, and who was shot is no shot.
    """
    normal = [word.normal for word in analysis.words]
    before = normal[: min(kind.places)]
    if not {*before} & cue_set("being"):
        return False
    return bool({*before[-3:]} & cue_set("articles")) or bool({*before} & {"are", "were"})


def said_best(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims about two entities, but none beside another that the words say much better.

    Who was born elsewhere was not born in the country that he is a citizen of.
    """
    return [
        one
        for one in claims
        if not any(
            other.relation > one.relation + NEAR and other.explained >= one.explained
            for other in claims
        )
    ]


def _is_part_of(edges: Mapping[str, Sequence[Member]], values: Iterable[Member]) -> bool:
    """Whether something lies in one of some values: a citizen of Britain may be from England."""
    around = {value for p in AROUND for value in edges.get(p, ())}
    return not around.isdisjoint(values)


def measured_by(walker: Walker, property_: str) -> frozenset[int]:
    """Return the places of adjectives that ask for a property: the tallest is the highest point."""
    measures = walker.analysis.measures
    return frozenset(one.place for one in measures if property_ in one.adjective.keys)


def of_kind(link: Link, *, is_itself: bool) -> Things:
    """Return the instances of what a name means, the prizes of all categories, maybe with it."""
    entity = Entity(link.id)
    return Union((entity, Type(entity))) if is_itself else Type(entity)


def _is_any_of(walker: Walker, named: Link, values: Iterable[Member]) -> bool:
    """Whether one of some values is an instance of what is named; occupations have none."""
    if not named.is_name or walker.kinds.is_role(named.id):
        return False
    return any(named.id in walker.kinds.of(v) for v in values if isinstance(v, str))


def joint(walker: Walker, one: Link, other: Link, kind: Link | None = None) -> Iterator[Claim]:
    """Yield whether two entities have a part in the same thing: a film, a song, a team.

    Where a kind of thing is named, both are to have a part in such things at all.
    """
    counts = walker.lookups.into([one.id, other.id])
    both = counts[one.id].keys() & counts[other.id].keys()
    company = cue_set("together") | cue_set("accompanying")
    said = frozenset(i for i in walker.free if walker.analysis.words[i].normal in company)
    said |= one.places | other.places | (kind.places if kind is not None else frozenset())
    for p in sorted(both - {"P31", "P279"}):
        score = walker.score(one, p, False)
        if score < 0.5 or not walker.called.called(p).is_relation:
            continue
        found = walker.lookups.subjects([(p, one.id), (p, other.id)])
        parts = [frozenset(found.get((p, id_), ())) for id_ in (one.id, other.id)]
        shared_things = parts[0] & parts[1]
        if kind is not None and not all(
            _has_kind(walker, things, kind.id) for things in (*parts, shared_things) if things
        ):
            continue
        sets = (Apply(Property(p), Entity(one.id)), Apply(Property(p), Entity(other.id)))
        explained = said | walker.says(p, False)
        query = Existence(Intersection(sets))
        yield Claim(query, (one, other), score, explained, bool(shared_things))


def _has_kind(walker: Walker, things: Iterable[Member], kind: str) -> bool:
    """Whether one of some things is of a kind."""
    return any(walker.kinds.is_any(thing, frozenset({kind})) for thing in things)


def having(walker: Walker, one: Link) -> Iterator[Claim]:
    """Yield that an entity has what the words name and nothing else: `was she married`.

    Whether it is a state is not whether it is in one.
    """
    words = walker.analysis.words
    behind = [word.normal for word in words[max(one.places) + 1 :][:1]]
    if words[0].normal in cue_set("being") and behind and behind[0] in ("a", "an"):
        return
    for p in walker.lookups.out([one.id])[one.id]:
        called = walker.called.called(p)
        said = frozenset(i for i in walker.free if walker.analysis.words[i].stem in called.stems)
        if not said or not called.is_relation or p in CLASSES:
            continue
        score, explained = walker.score(one, p, True), one.places | said
        if score > 0.6 and walker.analysis.content <= explained:
            query = Existence(Apply(Inverse(Property(p)), Entity(one.id)))
            yield Claim(query, (one,), score, explained, holds=True)


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


def _is_told_of(walker: Walker, property_: str, value: str) -> bool:
    """Whether a store tells who has a value that many should have: the members of an alliance.

    Where each value of a property is that of many things, and this one of none, it is not known.
    """
    entry = walker.kinds.schema.property(property_)
    if entry is None or entry.edges < SHARED * entry.objects:
        return True
    return walker.lookups.into([value])[value].get(property_, 0) > 0


def is_alike(walker: Walker, id_: str, values: Iterable[Member]) -> bool:
    """Whether an entity is of a class that one of the values is of: only then it could be one."""
    types = frozenset(walker.kinds.names.types(id_))
    return any(types & {*walker.kinds.names.types(v)} for v in values if isinstance(v, str))


def dated(
    walker: Walker, one: Link, period: Period, comparator: Comparator = "="
) -> Iterator[Claim]:
    """Yield whether something of an entity dates from a year or a day, or from before or after."""
    for p, values in walker.lookups.out([one.id])[one.id].items():
        score = walker.score(one, p, True)
        known = period.comparable(values)
        if score > 0.6 and known:
            found = Apply(Inverse(Property(p)), Entity(one.id))
            query = Comparison(found, comparator, period.bound(period.first or 0))
            is_so = any(map(period.has, values))
            holds = is_so if comparator == "=" else compares(known, comparator, period.begins)
            yield Claim(query, (one,), score, one.places | period.places, holds)

"""Sets in an order: superlatives, places, years; keys are chosen by what the members have."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Literal as OneOf

from kgqa.algebra import Entity, Ordinal, Superlative, Union
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal, Member
from kgqa.parse.order_keys import Values, key_node, properties_of, values_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import Adjective, adjectives, cue_set, usual_keys, words_for

Extreme = OneOf["max", "min"]

DATES = adjectives()["first"].keys
"""Properties that say when things happen or come into being, likelier ones first."""
BIRTH = "P569"
HUMAN = "Q5"
SHARE = 0.34
"""A key that fewer of the members have is not what is meant."""
MEANT = 1
"""Meanings of a noun that say by what things are measured."""
MOSTLY, USUAL = 0.7, 0.2
"""A key that so much fewer have than another is not what is meant, even a usual one."""
FEWER = {5: 0.2, 20: 0.05}
"""Smaller shares are enough where these are so many: the largest are those that are described."""


def key_of(
    values: Values,
    keys: Sequence[str],
    members: Sequence[Member],
    *,
    is_named: bool = False,
    fewest: int = 2,
    usual: Collection[str] = (),
) -> str | None:
    """Return the first key that most of those members have that have any.

    So many as `fewest` with a key that the words name are enough, and fewer with a `usual` one.
    """
    having = {k: sum(k in values.get(str(m), {}) for m in members) for k in keys}
    most = max(having.values(), default=0)
    share = min(SHARE, *(least for number, least in FEWER.items() if most >= number), 1)
    wanted = fewest if is_named else share * len(members)
    if most == 0 or most < wanted:
        return None
    return next(k for k in keys if having[k] >= (USUAL if k in usual else MOSTLY) * most)


def _number(found: Sequence[Literal], extreme: Extreme) -> float:
    numbers = [one.number for one in found if one.number is not None]
    return max(numbers) if extreme == "max" else min(numbers)


def ids_of(members: Iterable[Member]) -> list[str]:
    """Return the members that are entities."""
    return [m for m in members if isinstance(m, str)]


def extreme_of(
    walker: Walker, sketch: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return those members that have the extreme key."""
    explained = sketch.explained | places
    if sketch.members is None:
        likely = _likely(walker, adjective)
        if likely is None:
            return None
        query = Superlative(adjective.extreme, sketch.query, key_node(likely))
        return replace(sketch, query=query, explained=explained, members=None)
    keys = keys_of(walker, adjective)
    values = values_of(walker.lookups, ids_of(sketch.members), keys)
    usual = _usual(walker)
    key = key_of(values, keys, sketch.members, is_named=adjective.is_named, usual=usual)
    if key is None or len(sketch.members) < 2:
        return None
    keyed = {m: _number(v[key], adjective.extreme) for m, v in values.items() if key in v}
    best = (max if adjective.extreme == "max" else min)(keyed.values())
    members = tuple(m for m, number in keyed.items() if number == best)
    query = Superlative(adjective.extreme, sketch.query, key_node(key))
    explained |= said_by(walker, key)
    return replace(sketch, query=query, members=members, explained=explained)


def said_by(walker: Walker, key: str) -> frozenset[int]:
    """Return the places of the words that a key is called by; any date is of a year and a day."""
    stems = frozenset[str]().union(*(walker.called.called(p).stems for p in properties_of(key)))
    if len(properties_of(key)) > 1:
        stems |= cue_set("enduring")
    stems -= cue_set("dates")
    words, more = walker.analysis.words, words_for(key)
    return frozenset(
        p
        for p in walker.free
        if (words[p].stem in stems or words[p].normal in more) and not _is_asked(walker, p)
    )


def _is_asked(walker: Walker, place: int) -> bool:
    """Whether a word is asked for of what is ordered: the population of the largest city."""
    after = [word.normal for word in walker.analysis.words[place + 1 : place + 3]]
    cue = place + 2 + (after[1:] == ["the"])
    return after[:1] == ["of"] and cue in walker.analysis.cues


def keys_of(walker: Walker, adjective: Adjective) -> tuple[str, ...]:
    """Return what an adjective may measure, first what the words say.

    Where they say when lives or things end, nothing else is meant.
    """
    content = walker.analysis.content
    said = [key for key in adjective.said if said_by(walker, key) & content]
    points = tuple(key for key in said if len(properties_of(key)) == 1)
    return points or said_first(walker, [*_usual_first(walker, adjective.keys), *said])


def _usual(walker: Walker) -> frozenset[str]:
    """Return the keys by which what is asked for is usually measured."""
    classes = walker.noun.classes[:MEANT] if walker.noun is not None else ()
    above = frozenset[str]().union(*(walker.kinds.above(class_) for class_ in classes))
    return frozenset(key for class_, key in usual_keys().items() if class_ in above)


def _usual_first(walker: Walker, keys: Sequence[str]) -> list[str]:
    """Return keys, those before all others by which what is asked for is usually measured."""
    usual = _usual(walker)
    return sorted(keys, key=lambda key: key not in usual)


def said_first(walker: Walker, keys: Sequence[str]) -> tuple[str, ...]:
    """Return keys, those that the words of the question say before all others."""
    content = walker.analysis.content
    return tuple(sorted(keys, key=lambda key: not said_by(walker, key) & content))


def _likely(walker: Walker, adjective: Adjective) -> str | None:
    """Return the key that instances of the noun most often have; None if they have none of them."""
    classes = walker.noun.classes if walker.noun is not None else ()
    schema, known = walker.kinds.schema, False
    for class_ in (HUMAN,) if walker.roles else classes:
        uses = [use.property for use in schema.properties_of(class_)]
        known |= bool(uses)
        for key in _usual_first(walker, adjective.keys):
            if all(property_ in uses for property_ in properties_of(key)):
                return key
    return adjective.keys[0] if adjective.is_named or not known else None


def at_place(
    walker: Walker,
    sketch: Sketch,
    place: int,
    places: frozenset[int],
    adjective: Adjective | None = None,
) -> Sketch | None:
    """Return the member at a place in the order of time, or of what an adjective measures."""
    if sketch.members is None and adjective is not None:
        likely = _likely(walker, adjective)
        if likely is None:
            return None
        number = -place if adjective.extreme == "max" else place
        query = Ordinal(number, sketch.query, key_node(likely))
        return replace(sketch, query=query, explained=sketch.explained | places)
    if not sketch.members or len(sketch.members) < 2 or not sketch.is_things:
        return None
    keys = keys_of(walker, adjective) if adjective else _dates(walker)
    values = values_of(walker.lookups, ids_of(sketch.members), keys)
    is_named = adjective is not None and adjective.is_named
    key = key_of(values, keys, sketch.members, is_named=is_named, usual=_usual(walker))
    if key is None:
        return None
    if adjective is not None and adjective.extreme == "max":
        place = -place
    extreme: Extreme = "min" if place > 0 else "max"
    keyed = {m: _number(v[key], extreme) for m, v in values.items() if key in v}
    ranks = sorted(set(keyed.values()), reverse=place < 0)
    if abs(place) > len(ranks):
        return None
    members = tuple(m for m, number in keyed.items() if number == ranks[abs(place) - 1])
    query = Ordinal(place, sketch.query, key_node(key))
    explained = sketch.explained | places | said_by(walker, key)
    return replace(sketch, query=query, members=members, explained=explained)


def _dates(walker: Walker) -> tuple[str, ...]:
    """Return the dates that order things; that of birth only where the words speak of one."""
    said = walker.says(BIRTH, True) & walker.analysis.content
    keys = keys_of(walker, adjectives()["first"])
    return tuple(key for key in keys if key != BIRTH or said)


def greater_of(
    walker: Walker, one: Sketch, other: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return which of two entities has the extreme key."""
    pair = pair_of(one, other)
    ids = ids_of(pair.members or ())
    keys = keys_of(walker, adjective)
    values = values_of(walker.lookups, ids, keys)
    shared = [k for k in keys if all(k in values.get(id_, {}) for id_ in ids)]
    if not shared or len(ids) != 2:
        return None
    narrowed = Adjective(tuple(shared[:1]), adjective.extreme)
    return extreme_of(walker, pair, narrowed, places)


def alone(link: Link) -> Sketch:
    """Return the set of the one entity that a name means."""
    return Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)


def pair_of(one: Sketch, other: Sketch) -> Sketch:
    """Return two sets as one."""
    return Sketch(
        Union((one.query, other.query)),
        (*(one.members or ()), *(other.members or ())),
        (*one.links, *other.links),
        explained=one.explained | other.explained,
    )

"""Sets in the order of what statements say of their members: numbers, turns, times and ages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from kgqa.algebra import (
    Apply,
    Condition,
    Difference,
    Entity,
    Intersection,
    Inverse,
    Lapse,
    Ordinal,
    Property,
    Qualified,
    Stated,
    Superlative,
    Text,
    Things,
)
from kgqa.parse.members import Literal, Member
from kgqa.parse.offices import HELD
from kgqa.parse.orders import BIRTH, SHARE, Extreme, ids_of
from kgqa.parse.property_words import stems_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import Adjective, Word, cue_set, offices_said

DURATION = "P2047"
ENDED = "P582"
BEGAN = ("P580", "P585")
"""Qualifiers that say when a statement came to hold, likelier ones first."""
TURNS = 250
"""Of a larger set the statements are not looked through."""


def numbered(walker: Walker, sketch: Sketch, place: int, places: frozenset[int]) -> Sketch | None:
    """Return what its statement numbers so: the 16th president, the third of a series."""
    if place < 1 or not isinstance(sketch.query, Apply):
        return None
    relation, things = sketch.query.relation, sketch.query.things
    if not isinstance(relation, Property) or not isinstance(things, Entity):
        return None
    members = walker.lookups.numbered(relation.id, things.id, place)
    if not members:
        return None
    condition = Condition(Property("P1545"), "=", Text(str(place)))
    query = Apply(Qualified(relation, (condition,)), things)
    found = replace(sketch, query=query, members=members, explained=sketch.explained | places)
    return walker.judged(found)


def in_turn(walker: Walker, sketch: Sketch, place: int, places: frozenset[int]) -> Sketch | None:
    """Return the member at a place in the order in which statements came to hold: of an office."""
    # The first woman in an office may be the only one.
    least = 1 if isinstance(sketch.query, Intersection) and abs(place) == 1 else 2
    if not sketch.members or not least <= sketch.size <= TURNS:
        return None
    for part in parts_of(sketch.query):
        step = hop(part)
        if step is None:
            continue
        property_, id_, inverse = step
        stated = walker.lookups.stated(property_, id_, inverse=inverse)
        inside = frozenset(sketch.members)
        for qualifier in BEGAN:
            begun = [
                (m, told[qualifier]) for m, told in stated if m in inside and qualifier in told
            ]
            found = _at_turn([(m, numbers_of(values)) for m, values in begun], place)
            if found and len({m for m, _ in begun}) >= max(float(least), SHARE * sketch.size):
                way = Inverse(Property(property_)) if inverse else Property(property_)
                key = Stated(way, Entity(id_), Property(qualifier))
                query = Ordinal(place, sketch.query, key)
                explained = sketch.explained | places
                return replace(sketch, query=query, members=found, explained=explained)
    return None


def parts_of(query: Things) -> tuple[Things, ...]:
    """Return the sets that all members of a set are in."""
    match query:
        case Intersection(operands):
            return operands
        case Difference(left, _):
            return parts_of(left)
    return (query,)


def longest(
    walker: Walker, sketch: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return who was longest, or shortest, what the statements say: the longest in office."""
    if DURATION not in adjective.keys or not 2 <= len(sketch.members or ()) <= TURNS:
        return None
    words = walker.analysis.words
    said = frozenset(
        i
        for i, word in enumerate(words)
        if word.stem in cue_set("holding") or _is_spent(words, i, places)
    )
    step = hop(sketch.query)
    return _longest(walker, sketch, adjective, step, places | said) if step and said else None


def _is_spent(words: Sequence[Word], place: int, cues: frozenset[int]) -> bool:
    """Whether a word speaks of a time that is spent so: president for the shortest time."""
    return words[place].normal == "time" and place - 1 in cues


def longer_held(
    walker: Walker, pair: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return which of two held the office longer, or less long, that the words name."""
    if DURATION not in adjective.keys or len(pair.members or ()) != 2:
        return None
    if (office := _office_of_both(walker, pair)) is None:
        return None
    id_, said = office
    return _longest(walker, pair, adjective, (HELD, id_, False), places | said)


def first_held(
    walker: Walker, pair: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return which of two came first, or last, to the office that the words name."""
    if not set(adjective.keys) & set(BEGAN) or len(pair.members or ()) != 2:
        return None
    if adjective.keys[0] == BIRTH or (office := _office_of_both(walker, pair)) is None:
        return None
    id_, said = office
    number = 1 if adjective.extreme == "min" else -1
    step = replace(pair, query=Apply(Property(HELD), Entity(id_)))
    turn = in_turn(walker, step, number, places | said)
    if turn is None or not isinstance(turn.query, Ordinal):
        return None
    return replace(turn, query=Superlative(adjective.extreme, pair.query, turn.query.key))


def _office_of_both(walker: Walker, pair: Sketch) -> tuple[str, frozenset[int]] | None:
    """Return an office that two have held, and the places of the words that name it."""
    one, other = ({*walker.lookups.objects(str(m), HELD)} for m in pair.members or ())
    return named_office(walker, one & other) or _only_office(walker, one & other)


def _only_office(walker: Walker, offices: Collection[Member]) -> tuple[str, frozenset[int]] | None:
    """Return the one office that two have held where the words say no more than that they held it.

    "Who served longer" names no office.
    """
    words = walker.analysis.words
    said = frozenset(i for i in walker.free if words[i].stem in cue_set("holding"))
    ids = [id_ for id_ in offices if isinstance(id_, str)]
    return (ids[0], said) if len(ids) == 1 and said else None


def named_office(walker: Walker, offices: Iterable[Member]) -> tuple[str, frozenset[int]] | None:
    """Return that of some offices whose name the words of the question say best, and these."""
    return next(iter(named_offices(walker, offices)), None)


def named_offices(walker: Walker, offices: Iterable[Member]) -> list[tuple[str, frozenset[int]]]:
    """Return those of some offices whose names most words of the question say, and these words."""
    words = walker.analysis.words
    found: list[tuple[int, int, str, frozenset[int]]] = []
    for id_ in sorted(map(str, offices)):
        name = walker.kinds.names.labels([id_]).get(id_, "")
        called = stems_of(name.lower().split())
        said = frozenset(
            i for i in walker.free if words[i].stem in called or _says_office(words[i], called)
        )
        if said & walker.analysis.content:
            found.append((len(said), -len(called), id_, said))
    found.sort(key=lambda one: one[:3], reverse=True)
    return [(id_, said) for number, _, id_, said in found if number == found[0][0]]


def _says_office(word: Word, called: frozenset[str]) -> bool:
    """Whether a word says an office without its name, which has these stems: reign, papacy."""
    return any(stems_of(name.split()) <= called for name in offices_said(word.normal))


def _longest(
    walker: Walker,
    sketch: Sketch,
    adjective: Adjective,
    step: tuple[str, str, bool],
    places: frozenset[int],
) -> Sketch | None:
    property_, id_, inverse = step
    inside = frozenset(sketch.members or ())
    lengths = [
        (m, round(until - since, 5))
        for m, told in walker.lookups.stated(property_, id_, inverse=inverse)
        if m in inside
        for since in numbers_of(told.get(BEGAN[0], ()))
        for until in numbers_of(told.get(ENDED, ()))
        if until >= since
    ]
    if len({m for m, _ in lengths}) < 2:
        return None
    best = (max if adjective.extreme == "max" else min)(length for _, length in lengths)
    way = Inverse(Property(property_)) if inverse else Property(property_)
    key = Stated(way, Entity(id_), Property(ENDED), Property(BEGAN[0]))
    return replace(
        sketch,
        query=Superlative(adjective.extreme, sketch.query, key),
        members=tuple(dict.fromkeys(m for m, length in lengths if length == best)),
        explained=sketch.explained | places,
    )


def oldest(
    walker: Walker, sketch: Sketch, adjective: Adjective, places: frozenset[int]
) -> Sketch | None:
    """Return who was oldest, or youngest, when what a statement says came to hold.

    "the oldest to win", and where it is past "the youngest president": by then, not by birth.
    """
    said = frozenset(
        i for i, word in enumerate(walker.analysis.words) if word.stem in cue_set("attaining")
    )
    if adjective.keys[0] != BIRTH or not 2 <= len(sketch.members or ()) <= TURNS:
        return None
    was = any(word.normal in cue_set("past") for word in walker.analysis.words)
    extreme: Extreme = "max" if adjective.extreme == "min" else "min"
    born = walker.lookups.values(ids_of(sketch.members or ()), [BIRTH])
    for part in parts_of(sketch.query):
        step = hop(part)
        if step is None:
            continue
        property_, id_, inverse = step
        if not said and not (was and property_ == HELD):
            continue
        stated = walker.lookups.stated(property_, id_, inverse=inverse)
        for qualifier in BEGAN:
            ages = [
                (m, round(when - birth, 5))
                for m, told in stated
                for birth in numbers_of(born.get(str(m), {}).get(BIRTH, ()))
                for when in numbers_of(told.get(qualifier, ()))
                if when >= birth
            ]
            if len({m for m, _ in ages}) < max(2.0, SHARE * sketch.size):
                continue
            best = (max if extreme == "max" else min)(age for _, age in ages)
            way = Inverse(Property(property_)) if inverse else Property(property_)
            key = Lapse(Property(BIRTH), Stated(way, Entity(id_), Property(qualifier)))
            return replace(
                sketch,
                query=Superlative(extreme, sketch.query, key),
                members=tuple(dict.fromkeys(m for m, age in ages if age == best)),
                explained=sketch.explained | places | said,
            )
    return None


def _at_turn(begun: Sequence[tuple[Member, list[float]]], place: int) -> tuple[Member, ...]:
    """Return whose turn is at a place; keys of one in a row, none of others between, are one."""
    sign = -1 if place < 0 else 1
    having: dict[float, set[Member]] = {}
    for member, numbers in begun:
        for number in numbers:
            having.setdefault(sign * number, set()).add(member)
    order = sorted(having)
    earlier = [set[Member](), *(having[number] for number in order)]
    turns = [
        (number, member)
        for number, before in zip(order, earlier, strict=False)
        for member in having[number] - before
    ]
    if abs(place) > len(turns):
        return ()
    wanted = turns[abs(place) - 1][0]
    return tuple(member for number, member in turns if number == wanted)


def numbers_of(values: Iterable[Member]) -> list[float]:
    """Return the numbers by which values are ordered."""
    return [v.number for v in values if isinstance(v, Literal) and v.number is not None]


def hop(query: Things) -> tuple[str, str, bool] | None:
    """Return the property of a set one hop from an entity, the entity, and the direction."""
    match query:
        case Apply(Property(property_), Entity(id_)):
            return property_, id_, False
        case Apply(Inverse(Property(property_)), Entity(id_)):
            return property_, id_, True
    return None

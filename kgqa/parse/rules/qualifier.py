"""Statements by what they say beside: `r{q = v}(X)` and `told(X, r(Y)@q)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import among

from kgqa.algebra import Apply, Condition, Entity, Inverse, Property, Qualified, Stated, Told, Years
from kgqa.parse import quantities
from kgqa.parse.alignment import best
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.compare import compare_value
from kgqa.parse.rules.filter import is_time, tests, within
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

PROPERTIES = 6
"""Properties of a name whose statements are looked at."""
BETWEEN = 40
"""Properties that may join two names."""
ASKED = 3
"""Qualifiers that may be asked for."""
UNSAID = -4.0
"""A qualifier whose value is named is no less likely than by this logarithm."""

BEGUN, ENDED = "begun", "ended"
"""The cues that ask since when something held, and until when."""
UNSAID_OWN = -6.0
"""The same over a graph of one's own, where nothing but its name says a qualifier."""

Conditions = tuple[tuple[Condition, ...], Evidence]


def dated(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what the statements of a name lead to that hold at a time, or with an amount."""
    if not isinstance(item.query, Entity) or not scene.values:
        return
    for way, said, qualifiers in statements(scene, item):
        for value, words in scene.values:
            if not words & item.evidence.spent:
                for found in _of_value(scene, said.spending(words), qualifiers, value):
                    yield from by_qualifier(scene, item, way, found, ())


def qualified(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield what the statements of a name lead to that have another name as a qualifier."""
    if not isinstance(item.query, Entity) or not isinstance(other.query, Entity):
        return
    if item.evidence.spent & other.evidence.spent:
        return
    for way, said, qualifiers in statements(scene, item):
        for place, values in qualifiers.items():
            if among(other.nodes, values).any():
                condition = Condition(scene.property(2 * place), "=", other.query)
                evidence = _with(scene, said.joined(other.evidence), place)
                yield from by_qualifier(scene, item, way, ((condition,), evidence), (other,))


def told(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield what a statement between two names says by a qualifier."""
    if not isinstance(item.query, Entity) or not isinstance(other.query, Entity):
        return
    if item.evidence.spent & other.evidence.spent:
        return
    joined = item.evidence.joined(other.evidence)
    likely = scene.alignment.qualifying(joined.named)
    for way, chance in scene.stated(item, BETWEEN):
        if way & 1:
            continue
        found = scene.qualifiers_between(item, way, other)
        evidence = scene.saying(joined, way, chance)
        for place, asked in best(likely, found, ASKED) if len(found) else ():
            key = Stated(scene.property(way), other.things, scene.property(2 * place))
            said = evidence.saying(place, asked, scene.alignment.cover_qualifier(place))
            yield from _told(scene, item, key, said, other)


def told_of_all(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what the statements of a name say by a qualifier, whatever they lead to: its followers.

    The qualifier must be said: of what a statement has beside, nothing else speaks for it.
    """
    if scene.own is not None or not isinstance(item.query, Entity):
        return
    likely = scene.alignment.qualifying(item.evidence.named)
    for way, said, qualifiers in statements(scene, item):
        places = np.array([place for place in qualifiers if likely[place] > UNSAID], np.int32)
        if way & 1 or not len(places):
            continue
        led = Apply(scene.relation(way), item.things)
        for place, asked in best(likely, places, ASKED):
            key = Stated(scene.property(way), led, scene.property(2 * place))
            evidence = said.saying(place, asked, scene.alignment.cover_qualifier(place))
            yield from _told(scene, item, key, evidence)


def _told(
    scene: Scene, item: Item, key: Stated, evidence: Evidence, *others: Item
) -> Iterator[Item]:
    """Yield what statements say, and of several dates the one that is asked for: first elected."""
    ends = {name: scene.cue(name, item, *others) for name in (BEGUN, ENDED)}
    asked = {world().begin: BEGUN, world().end: ENDED}.get(key.qualifier.id)
    if asked is not None and ends[asked]:
        evidence = evidence.spending(ends[asked][0])
    elif asked is not None and any(ends.values()):
        return
    made = scene.item(Told(item.things, key), evidence, "told", item, *others)
    if made is None:
        return
    yield made
    ordinal = scene.analysis.ordinal
    if ordinal is not None and ordinal[0] not in evidence.spent and len(made.nodes) > 1:
        evidence = evidence.spending(frozenset({ordinal[0]}))
        found = scene.item(Told(item.things, key, ordinal[1]), evidence, "told", item, *others)
        if found is not None:
            yield found


def lasted(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield for how long a statement between two names held, and how old one was when it began."""
    if not isinstance(item.query, Entity) or not isinstance(other.query, Entity):
        return
    cues = [*scene.cue("lasting", item, other), *scene.cue("age", item, other)]
    if scene.asks_truth and scene.values:
        cues.append(frozenset())  # for more than ten years
    if not cues or item.evidence.spent & other.evidence.spent:
        return
    joined = item.evidence.joined(other.evidence).spending(cues[0])
    for way, chance in scene.stated(item, BETWEEN):
        if way & 1 or not len(scene.qualifiers_between(item, way, other)):
            continue
        since, until = (
            Told(item.things, Stated(scene.property(way), other.things, Property(qualifier)))
            for qualifier in (world().begin, world().end)
        )
        born = Apply(Inverse(Property(world().lives[0][0])), item.things)
        evidence = scene.saying(joined, way, chance)
        is_age = cues[0] in scene.cue("age", item, other)
        query = Years(born, since) if is_age else Years(since, until)
        made = scene.item(query, evidence, "age", item, other)
        if made is not None:
            if cues[0]:
                yield made
            yield from compare_value(scene, made)


def statements(scene: Scene, item: Item) -> Iterator[tuple[int, Evidence, Mapping[int, Ints]]]:
    """Yield the likeliest ways from a name with what their statements say beside."""
    for way, likely in scene.stated(item, PROPERTIES):
        yield way, scene.saying(item.evidence, way, likely), scene.qualifiers(item, way)


def _of_value(
    scene: Scene, said: Evidence, qualifiers: Mapping[int, Ints], value: quantities.Quantity
) -> Iterator[Conditions]:
    """Yield the tests of qualifiers that a value of the question may stand for."""
    begin, end = (scene.way(one) for one in (world().begin, world().end))
    if begin is not None and end is not None and {begin >> 1, end >> 1} <= qualifiers.keys():
        for conditions in within(scene.property(begin), scene.property(end), value):
            yield conditions, said
    for place in qualifiers:
        is_ordered, is_timed = scene.ways.ordered[2 * place], scene.ways.timed[2 * place]
        fits = is_ordered and bool(is_timed) == is_time(value)
        conditions = tests(scene.property(2 * place), value) if fits else ()
        if conditions:
            yield conditions, _with(scene, said, place)


def _with(scene: Scene, said: Evidence, place: int) -> Evidence:
    least = UNSAID if scene.own is None else UNSAID_OWN
    chance = max(least, float(scene.alignment.qualifying(said.named)[place]))
    return said.saying(place, chance, scene.alignment.cover_qualifier(place))


def by_qualifier(
    scene: Scene, item: Item, way: int, found: Conditions, others: tuple[Item, ...]
) -> Iterator[Item]:
    """Yield what the statements of a name lead to that pass the tests of their qualifiers."""
    conditions, evidence = found
    relation = Qualified(scene.property(way), conditions)
    query = Apply(relation if way & 1 else Inverse(relation), item.things)
    made = scene.item(query, evidence, "qualifier", item, *others)
    if made is not None:
        yield made

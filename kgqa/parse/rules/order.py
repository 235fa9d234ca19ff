"""The first, the last, the most: `argmax(X, k)`, `argmin(X, k)` and `nth(n, X, k)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from kgqa.algebra import (
    Apply,
    Entity,
    Inverse,
    Key,
    Lapse,
    Ordinal,
    Property,
    Qualified,
    Stated,
    Superlative,
    Tally,
    Things,
    Type,
)
from kgqa.parse.item import Evidence, Item
from kgqa.parse.linking import Noun
from kgqa.parse.order_keys import key_node, properties_of
from kgqa.parse.rules.measure import Comparing, exceeding_of, keys, keys_of
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

Extreme: TypeAlias = Literal["max", "min"]

SAID = 0.7
"""A word says a property if it is covered by it this far."""
FURTHEST = 60
"""No place further from an end is looked for: the query for it would be too long to run."""
NARROWING = ("type", "meet", "filter", "minus", "living")
"""The rules that leave some of a set."""
COUNTED = 3
"""Properties whose values may be counted."""


def order(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set that a superlative or an ordinal says."""
    if len(item.nodes) < 2 and not _is_left(item):
        return
    for extreme, place, words in _orders(scene):
        if words & item.evidence.spent:
            continue
        for key, evidence in _keys(scene, item, words):
            query = _ordered(item.things, _end(extreme, key), place, key)
            made = scene.item(query, evidence.spending(words), "order", item)
            if made is not None and (len(made.nodes) < len(item.nodes) or len(item.nodes) == 1):
                yield made


def _is_left(item: Item) -> bool:
    """Whether the one member of a set is left of several: the only woman of all chancellors."""
    return item.rule in NARROWING and any(len(child.nodes) > 1 for child in item.children)


def order_held(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield who of those to choose from held an office first, or for longest."""
    way = scene.way(world().held)
    if item.rule != "union" or not isinstance(other.query, Entity) or way is None:
        return
    joined = item.evidence.joined(other.evidence)
    said = scene.saying(joined, way, float(scene.alignment.likely(joined.named)[way]))
    yield from ordered_held(scene, item, other.query, said, item, other)


def ordered_held(
    scene: Scene, item: Item, office: Entity, said: Evidence, *children: Item
) -> Iterator[Item]:
    """Yield who of a set held an office as words order them."""
    held = Property(world().held), office
    for extreme, place, words in _orders(scene):
        for key in _since(scene, words, held) if not words & said.spent else ():
            query = _ordered(item.things, _end(extreme, key), place, key)
            made = scene.item(query, said.spending(words), "order", *children)
            if made is not None and len(made.nodes) < len(item.nodes):
                yield made


def _end(extreme: Extreme, key: Key) -> Extreme:
    """Return which end of a key is meant: the youngest was born last, and was least old then."""
    if isinstance(key, Lapse) and isinstance(key.until, Stated):
        return "min" if extreme == "max" else "max"
    return extreme


def _ordered(things: Things, extreme: Extreme, place: int, key: Key) -> Things:
    if place == 1:
        return Superlative(extreme, things, key)
    return Ordinal(place if extreme == "min" else -place, things, key)


def _orders(scene: Scene) -> Iterator[tuple[Extreme, int, frozenset[int]]]:
    """Yield the orders that words say: which end, which place from it, and the words."""
    analysis = scene.analysis
    ordinal = analysis.ordinal
    if ordinal and abs(ordinal[1]) > FURTHEST:
        ordinal = None
    place, at = (ordinal[1], frozenset({ordinal[0]})) if ordinal else (1, frozenset[int]())
    exceeding = exceeding_of(scene).union(*scene.cue("age"))
    ends: list[tuple[Extreme, frozenset[int]]] = [
        (measure.adjective.extreme, frozenset({measure.place}))
        for measure in analysis.measures
        if (scene.own is None or not measure.adjective.is_noun) and measure.place not in exceeding
    ]
    if analysis.most is not None and analysis.most[0] not in analysis.bounds | exceeding:
        ends.append((analysis.most[1], frozenset({analysis.most[0]})))
    for extreme, words in ends:
        yield extreme, max(1, place), words | at
    if ordinal and not any(ordinal[0] + 1 in words for _, words in ends):
        yield ("min" if place > 0 else "max"), abs(place), at


def _keys(scene: Scene, item: Item, words: frozenset[int]) -> Iterator[tuple[Key, Evidence]]:
    """Yield what a set may be ordered by."""
    ways = scene.around(item)
    counted = _counted(scene, words)
    for way, evidence in keys(scene, item, _measured(scene, words)):
        if counted is None or not counted.places.isdisjoint(_said(scene, way)):
            yield scene.property(way), evidence
    for key in (*_lapses(scene, words), *_since(scene, words, _held(item))):
        yield key, item.evidence
    if counted is not None:
        yield from _of_most(item, counted)
    if scene.analysis.most is not None and scene.analysis.most[0] in words:
        others = ways[~scene.ways.ordered[ways]]
        for way, likely in scene.likeliest(item, others, COUNTED):
            relation = scene.property(way)
            key = Tally(Inverse(relation) if way & 1 else relation)
            evidence = scene.saying(item.evidence, way, likely)
            if counted is not None and not counted.places & evidence.spent:
                evidence = evidence.spending(_counts(scene, item, way, counted))
            yield key, evidence


def _of_most(item: Item, noun: Noun) -> Iterator[tuple[Key, Evidence]]:
    """Yield of how many of a kind each is what that kind leads to: who manages the most devices."""
    match item.query:
        case Apply(Property() | Inverse() as relation, Type(Entity(id_))) if id_ in noun.classes:
            yield Tally(relation), item.evidence


def _counted(scene: Scene, words: frozenset[int]) -> Noun | None:
    """Return the noun behind `most`: which plant makes the most devices."""
    most = scene.analysis.most
    if scene.own is None or most is None or most[0] not in words:
        return None
    return next((one for one in scene.linked.nouns if min(one.places) == most[0] + 1), None)


def _said(scene: Scene, way: int) -> frozenset[int]:
    return frozenset(np.flatnonzero(scene.alignment.cover(way) >= SAID).tolist())


def _counts(scene: Scene, item: Item, way: int, noun: Noun) -> frozenset[int]:
    """Return the words of a noun, if that is what a way leads to from a set."""
    things = scene.item(Apply(scene.relation(way), item.things), item.evidence, "")
    wanted = {scene.graph.entity(class_) for class_ in noun.classes}
    found = things is not None and not wanted.isdisjoint(scene.types(int(things.nodes[0])))
    return noun.places if found else frozenset()


def _lapses(scene: Scene, words: frozenset[int]) -> Iterator[Key]:
    """Yield the times between two dates that the adjectives among some words measure."""
    for measure in scene.analysis.measures:
        for key in keys_of(scene, measure) if measure.place in words else ():
            ways = [scene.way(one) for one in properties_of(key)]
            if len(ways) > 1 and None not in ways:
                yield key_node(key)


def _since(
    scene: Scene, words: frozenset[int], held: tuple[Property, Things] | None
) -> Iterator[Key]:
    """Yield since when, how long and how old at that time something was said of the members.

    The first president is who was that first, and the youngest who was youngest then.
    """
    begin, end = (scene.way(one) for one in (world().begin, world().end))
    if held is None or begin is None or end is None:
        return
    since, until = (Stated(*held, scene.property(way)) for way in (begin, end))
    ordinal = scene.analysis.ordinal
    measures = [one for one in scene.analysis.measures if one.place in words]
    measures = [one for one in measures if ordinal is None or one.place != ordinal[0]]
    if not measures:
        yield since
    for measure in measures:
        for key in keys_of(scene, measure):
            properties = properties_of(key)
            if properties == (world().begin, world().end):
                yield replace(until, since=since.qualifier)
            elif properties == (world().lives[0][0],):
                yield Lapse(Property(properties[0]), since)


def _held(item: Item) -> tuple[Property, Things] | None:
    """Return the office, or whatever else was stated of the members, that a set is of."""
    match item.query:
        case Apply(Property() | Qualified() as relation, Entity() as held):
            property_ = relation if isinstance(relation, Property) else relation.property
            return (property_, held) if property_.id == world().held else None
        case _:
            return next((one for child in item.children if (one := _held(child))), None)


def _measured(scene: Scene, words: frozenset[int]) -> Comparing:
    """Return what the adjectives among some words measure."""
    measures = [one for one in scene.analysis.measures if one.place in words]
    measured = tuple(key for one in measures for key in keys_of(scene, one))
    return Comparing(">", words, tuple(key for key in measured if scene.way(key) is not None))

"""Whether one value exceeds another, or equals it: `A < B`, `A = B`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_store.adjacency_terms import DATE_NODE

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Count,
    Entity,
    Inverse,
    Number,
    Operand,
    Property,
    Years,
)
from kgqa.parse import quantities
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.exists import are_said
from kgqa.parse.rules.filter import is_time, tests
from kgqa.parse.rules.measure import comparing, keys
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

SHARED = 4
"""Properties that two things may share: the most likely ones."""


def compare(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether one of two things exceeds the other, by what the words compare."""
    if not scene.asks_truth or not _are_in_order(item, other):
        return
    if len(item.nodes) == 1 and len(other.nodes) == 1:
        yield from _exceeding(scene, item, other)
        yield from _sharing(scene, item, other)
    elif len(item.nodes) > 1 or len(other.nodes) > 1:
        yield from _outnumbering(scene, item, other)


def compare_value(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a value is, exceeds or falls short of one that the question states."""
    if not scene.asks_truth or not isinstance(item.query, Apply | Years):
        return
    if item.is_set and int(item.nodes[0]) < scene.graph.adjacency.entities:
        return
    is_date = item.is_set and scene.graph.term(int(item.nodes[0])).kind == DATE_NODE
    for value, words in scene.values:
        if words & item.evidence.spent or is_time(value) != is_date:
            continue
        for comparator, bound, more in _bounds(scene, item, value):
            query = Comparison(item.query, comparator, bound)
            evidence = item.evidence.spending(words | more)
            made = scene.item(query, evidence, "compare", item)
            if made is not None:
                yield made


def _bounds(
    scene: Scene, item: Item, value: quantities.Quantity
) -> Iterator[tuple[Comparator, Operand, frozenset[int]]]:
    """Yield what a value is compared with, how, and the words beside it that say so."""
    if not isinstance(item.query, Years):
        for condition in tests(scene.property(0), value)[:1]:
            yield condition.comparator, condition.bound, frozenset()
        return
    match value:
        case quantities.Amount(unit=unit) if unit != world().year:
            return
        case quantities.Amount(value=number) | quantities.Number(value=number):
            comparator, words = _of_age(scene, value.comparator)
            yield comparator, Number(number), words


def _of_age(scene: Scene, comparator: Comparator) -> tuple[Comparator, frozenset[int]]:
    """Return how an age compares with a number, and the words that say so: older than 40."""
    than = scene.cue("than")
    for measure in scene.analysis.measures if than and comparator == "=" else ():
        if world().lives[0][0] in measure.adjective.keys:
            # Who is older was born earlier.
            return (">" if measure.adjective.extreme == "min" else "<"), than[0]
    return comparator, frozenset()


def _are_in_order(item: Item, other: Item) -> bool:
    return min(item.evidence.spent, default=0) < min(other.evidence.spent, default=0)


def _exceeding(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    spent = item.evidence.spent | other.evidence.spent
    for words in comparing(scene):
        if words.words & spent:
            continue
        for way, evidence in keys(scene, item, words):
            relation = scene.relation(way)
            sides = Apply(relation, item.things), Apply(relation, other.things)
            joined = evidence.joined(other.evidence).spending(words.words)
            # Where the other has no such value, nothing is known.
            if scene.item(sides[1], evidence, "") is not None:
                yield from _compared(scene, sides, words.comparator, joined, item, other)
        for begin, end in words.spans if scene.own is None else ():
            times = _lasted(item, begin, end), _lasted(other, begin, end)
            if any(scene.item(side, item.evidence, "") is None for side in times):
                continue
            joined = item.evidence.joined(other.evidence).spending(words.words)
            yield from _compared(scene, times, words.comparator, joined, item, other)


def _lasted(item: Item, begin: str, end: str) -> Years:
    """Return the years between two dates of a thing."""
    dates = [Apply(Inverse(Property(key)), item.things) for key in (begin, end)]
    return Years(dates[0], dates[1])


def _sharing(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether two things have the same as some property."""
    if not all(int(one.nodes[0]) < scene.graph.adjacency.entities for one in (item, other)):
        return
    for cue in scene.cue("same", item, other):
        joined = item.evidence.joined(other.evidence)
        for way, likely in scene.likeliest(item, scene.around(item), SHARED):
            relation = scene.relation(way)
            sides = Apply(relation, item.things), Apply(relation, other.things)
            if scene.item(sides[1], joined, "") is not None:
                evidence = scene.saying(joined, way, likely).spending(cue)
                yield from _compared(scene, sides, "=", evidence, item, other)


def _outnumbering(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether one set has more members than another."""
    if isinstance(item.query, Entity) or isinstance(other.query, Entity):
        return
    if scene.own is None and not all(_is_told(scene, one) for one in (item, other)):
        return
    joined = item.evidence.joined(other.evidence)
    for words in comparing(scene):
        if not words.keys and not words.is_timed and not words.words & joined.spent:
            sides = Count(item.things), Count(other.things)
            evidence = joined.spending(words.words)
            yield from _compared(scene, sides, words.comparator, evidence, item, other)


def _is_told(scene: Scene, item: Item) -> bool:
    """Whether words say the steps to a set from something that is named."""
    is_named = any(link.is_name for link in item.evidence.links)
    return is_named and are_said(scene, item.evidence)


def _compared(
    scene: Scene,
    sides: tuple[Operand, Operand],
    comparator: Comparator,
    evidence: Evidence,
    *children: Item,
) -> Iterator[Item]:
    made = scene.item(Comparison(sides[0], comparator, sides[1]), evidence, "compare", *children)
    if made is not None:
        yield made

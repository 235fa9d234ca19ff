"""Whether one value exceeds another, or equals it: `A < B`, `A = B`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Comparator, Comparison, Count, Entity, Operand
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.filter import tests
from kgqa.parse.rules.measure import comparing, keys
from kgqa.parse.scene import Scene

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
    if not scene.asks_truth or not isinstance(item.query, Apply):
        return
    if int(item.nodes[0]) < scene.graph.adjacency.entities:
        return
    for value, words in scene.values:
        if words & item.evidence.spent:
            continue
        for condition in tests(scene.property(0), value)[:1]:
            query = Comparison(item.things, condition.comparator, condition.bound)
            made = scene.item(query, item.evidence.spending(words), "compare", item)
            if made is not None:
                yield made


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
    joined = item.evidence.joined(other.evidence)
    for words in comparing(scene):
        if not words.keys and not words.is_timed and not words.words & joined.spent:
            sides = Count(item.things), Count(other.things)
            evidence = joined.spending(words.words)
            yield from _compared(scene, sides, words.comparator, evidence, item, other)


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

"""By how much two differ: `A - B` on numbers, `years(A, B)` on dates."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Amount, Apply, Count, Difference, Entity, Subtraction, Years
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.measure import comparing, keys
from kgqa.parse.scene import Scene

MOST = 3
"""Properties in which two may differ: the most likely ones."""
FORMS = ("difference", "count")


def difference(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield by how much one thing exceeds another, or one set outnumbers another."""
    if scene.analysis.form not in FORMS:
        return
    spent = item.evidence.spent | other.evidence.spent
    for words in comparing(scene):
        if words.words & spent:
            continue
        if len(item.nodes) == 1 and len(other.nodes) == 1:
            for way, evidence in keys(scene, item, words):
                relation = scene.relation(way)
                sides = Apply(relation, item.things), Apply(relation, other.things)
                query = Years(*sides) if scene.ways.timed[way] else Difference(*sides)
                joined = evidence.joined(other.evidence).spending(words.words)
                yield from _positive(scene, query, joined, item, other)
        elif not words.keys and not isinstance(item.query, Entity):
            fewer = Subtraction(Count(item.things), Count(other.things))
            joined = item.evidence.joined(other.evidence).spending(words.words)
            yield from _positive(scene, fewer, joined, item, other)


def between(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield by how much two differ in what the words say: the price difference between them."""
    if scene.analysis.form != "difference":
        return
    if len(item.nodes) != 1 or len(other.nodes) != 1 or not item.evidence.links:
        return
    joined = item.evidence.joined(other.evidence)
    ways = scene.around(item)
    ways = ways[scene.ways.ordered[ways]]
    for cue in scene.cue("differing", item, other):
        for way, likely in scene.likeliest(item, ways, MOST):
            sides = (Apply(scene.relation(way), one.things) for one in (item, other))
            query = Years(*sides) if scene.ways.timed[way] else Difference(*sides)
            evidence = scene.saying(joined, way, likely).spending(cue)
            yield from _positive(scene, query, evidence, item, other)


def _positive(
    scene: Scene, query: Amount | Difference, evidence: Evidence, *children: Item
) -> Iterator[Item]:
    """Yield a difference that is no less than nothing: the greater is the first of the two."""
    made = scene.item(query, evidence, "difference", *children)
    if made is not None and min(scene.numbers(made)) >= 0:
        yield made

"""The first, the last, the most: `argmax(X, k)`, `argmin(X, k)` and `nth(n, X, k)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from kgqa_store.sorted_sets import among

from kgqa.algebra import Comparator, Inverse, Key, Ordinal, Superlative, Tally, Things
from kgqa.parse.analysis import Measure
from kgqa.parse.item import Evidence, Item
from kgqa.parse.scene import Scene

MOST = 4
"""Properties by which a set may be ordered: the most likely ones."""
USUAL = -2.0
"""A property that an adjective measures is no less likely than by this logarithm."""
COUNTED = 3
"""Properties whose values may be counted."""


def order(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set that a superlative or an ordinal says."""
    if len(item.nodes) < 2:
        return
    for extreme, place, words in _orders(scene):
        if words & item.evidence.spent:
            continue
        for key, evidence in _keys(scene, item, words):
            query = _ordered(item.things, extreme, place, key)
            made = scene.item(query, evidence.spending(words), "order", item)
            if made is not None and len(made.nodes) < len(item.nodes):
                yield made


def _ordered(things: Things, extreme: Literal["max", "min"], place: int, key: Key) -> Things:
    if place == 1:
        return Superlative(extreme, things, key)
    return Ordinal(place if extreme == "min" else -place, things, key)


def _orders(scene: Scene) -> Iterator[tuple[Literal["max", "min"], int, frozenset[int]]]:
    """Yield the orders that words say: which end, which place from it, and the words."""
    analysis = scene.analysis
    ordinal = analysis.ordinal
    place, at = (ordinal[1], frozenset({ordinal[0]})) if ordinal else (1, frozenset[int]())
    ends: list[tuple[Literal["max", "min"], frozenset[int]]] = [
        (measure.adjective.extreme, frozenset({measure.place})) for measure in analysis.measures
    ]
    if analysis.most is not None:
        ends.append((analysis.most[1], frozenset({analysis.most[0]})))
    for extreme, words in ends:
        yield extreme, max(1, place), words | at
    if ordinal:
        yield ("min" if place > 0 else "max"), abs(place), at


def _keys(scene: Scene, item: Item, words: frozenset[int]) -> Iterator[tuple[Key, Evidence]]:
    """Yield what a set may be ordered by."""
    ways = scene.around(item)
    usual = dict(usual_keys(scene, item, words))
    for way, evidence in usual.items():
        yield scene.property(way), evidence
    for way, likely in scene.likeliest(item, ways[scene.ways.ordered[ways]], MOST):
        if way not in usual:
            yield scene.property(way), scene.saying(item.evidence, way, likely)
    if scene.analysis.most is not None and scene.analysis.most[0] in words:
        others = ways[~scene.ways.ordered[ways]]
        for way, likely in scene.likeliest(item, others, COUNTED):
            relation = scene.property(way)
            key = Tally(Inverse(relation) if way & 1 else relation)
            yield key, scene.saying(item.evidence, way, likely)


def usual_keys(scene: Scene, item: Item, words: frozenset[int]) -> Iterator[tuple[int, Evidence]]:
    """Yield the ways that an adjective measures, as far as members of a set have them."""
    ways, likely = scene.around(item), scene.alignment.likely(item.evidence.named)
    for measure in scene.analysis.measures:
        for key in measure.adjective.keys if measure.place in words else ():
            way = scene.way(key)
            if way is not None and scene.ways.ordered[way] and among(np.array([way]), ways)[0]:
                chance = max(float(likely[way]), USUAL)
                yield way, scene.saying(item.evidence, way, chance)


def exceeds(measure: Measure) -> Comparator:
    """Return how what is more in an adjective compares with what is less: older is earlier."""
    return ">" if measure.adjective.extreme == "max" else "<"

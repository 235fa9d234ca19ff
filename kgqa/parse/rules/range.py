"""Those of a set whose amounts lie between two that are named: `X[r >= a, r <= b]`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from kgqa.algebra import Filter
from kgqa.parse.item import Item
from kgqa.parse.quantities import Amount, Number, Years
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.rules.filter import MOST, tests
from kgqa.parse.scene import Scene


def range_(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set that have an amount between two of the question."""
    if scene.own is None or len(item.nodes) < 2:
        return
    ways = scene.around(item)
    ways = ways[scene.ways.ordered[ways] & ~scene.ways.timed[ways]]
    for low, high, words in _ranges(scene, item):
        for way, likely in scene.likeliest(item, ways, MOST):
            (least, *_), (most, *_) = (
                tests(scene.property(way), scene.told(way, one)) for one in (low, high)
            )
            conditions = replace(least, comparator=">="), replace(most, comparator="<=")
            evidence = scene.saying(item.evidence, way, likely).spending(words)
            query = Filter(item.things, conditions)
            yield from narrowed(scene, query, evidence, "filter", item)


def _ranges(
    scene: Scene, item: Item
) -> Iterator[tuple[Number | Amount, Number | Amount, frozenset[int]]]:
    """Yield two amounts, and the words of both; four figures may be an amount as well as a year."""
    for value, words in scene.values:
        if isinstance(value, Years) and value.kind == "range" and not words & item.evidence.spent:
            ends = (value.first, value.last)
            low, high = (Number(value.start, value.end, Decimal(end)) for end in ends)
            yield low, high, words
    for (one, first), (other, last) in pairwise(scene.values):
        if isinstance(one, Number | Amount) and isinstance(other, Number | Amount):
            for cue in scene.cue("between", item):
                words = first | last | cue
                if max(cue) + 1 == min(first) and not words & item.evidence.spent:
                    yield one, other, words

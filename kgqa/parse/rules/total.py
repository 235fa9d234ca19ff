"""One number of what the members of a set have: `sum(X, r)`, `average(X, r)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast

from kgqa.algebra import Aggregate, Entity
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

Function: TypeAlias = Literal["sum", "average", "min", "max"]

MOST = 3
"""Properties that are added up: the most likely ones."""


def total(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the sum or the average of amounts, where a word asks for one."""
    if isinstance(item.query, Entity) or not item.is_set:
        return
    known = schema_lexicon().totals
    for place, word in enumerate(scene.normal):
        function = known.get(word)
        if function is None or place in item.evidence.spent:
            continue
        ways = scene.around(item)
        ways = ways[scene.ways.ordered[ways] & ~scene.ways.timed[ways]]
        for way, likely in scene.likeliest(item, ways, MOST):
            evidence = scene.saying(item.evidence, way, likely).spending(frozenset({place}))
            query = Aggregate(cast(Function, function), item.things, scene.property(way))
            made = scene.item(query, evidence, "total", item)
            if made is not None:
                yield made

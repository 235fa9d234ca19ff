"""One number of what the members of a set have: `sum(X, r)`, `average(X, r)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, cast

import numpy as np

from kgqa.algebra import Aggregate, Entity
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

Function: TypeAlias = Literal["sum", "average", "min", "max"]

SAID = 0.9
"""A property is said by a word that it covers this far."""
MOST = 3
"""Properties that are added up: the most likely ones."""


def total(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the sum or the average of amounts, where a word asks for one."""
    if isinstance(item.query, Entity) or not item.is_set:
        return
    for function, words in _functions(scene, item):
        ways = scene.around(item)
        ways = ways[scene.ways.ordered[ways] & ~scene.ways.timed[ways]]
        # SPARQL adds no durations up.
        lasting = [scene.graph.is_duration(scene.property(way).id) for way in ways.tolist()]
        ways = ways[~np.array(lasting, np.bool_)]
        for way, likely in scene.likeliest(item, ways, MOST):
            if not words and not _is_counted(scene, way):
                continue
            evidence = scene.saying(item.evidence, way, likely).spending(words)
            query = Aggregate(cast(Function, function), item.things, scene.property(way))
            made = scene.item(query, evidence, "total", item)
            if made is not None:
                yield made


def _functions(scene: Scene, item: Item) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield the functions that words ask for; how many beds there are may be a sum, too."""
    known = schema_lexicon().totals
    for place, word in enumerate(scene.normal):
        if word in known and place not in item.evidence.spent:
            yield known[word], frozenset({place})
    if scene.own is not None and scene.analysis.form == "count" and len(item.nodes) > 1:
        yield "sum", frozenset()


def _is_counted(scene: Scene, way: int) -> bool:
    """Whether a property tells how many there are of what the question asks how many."""
    first = next(iter(sorted(scene.analysis.content)), 0)
    return float(scene.alignment.cover(way)[first]) >= SAID

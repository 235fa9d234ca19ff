"""Several at the end of an order: the three heaviest are `argmax(X, k) | nth(-2, X, k) | …`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Ordinal, Superlative, Union
from kgqa.parse import quantities
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

MOST = 10
"""So many are listed at most."""


def top(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield as many of the first as a number beside the superlative says."""
    if scene.own is None or not isinstance(item.query, Superlative):
        return
    for value, words in scene.values:
        is_number = isinstance(value, quantities.Number) and value.comparator == "="
        if not is_number or words & item.evidence.spent or not _is_beside(scene, item, words):
            continue
        many = int(value.value) if isinstance(value, quantities.Number) else 0
        if 1 < many <= MOST:
            sign = -1 if item.query.extreme == "max" else 1
            things, key = item.query.things, item.query.key
            others = [Ordinal(sign * place, things, key) for place in range(2, many + 1)]
            query = Union((item.query, *others))
            made = scene.item(query, item.evidence.spending(words), "order", item)
            if made is not None:
                yield made


def _is_beside(scene: Scene, item: Item, words: frozenset[int]) -> bool:
    """Whether a number stands before a superlative, or behind `top`."""
    ends = item.evidence.spent | scene.analysis.cues
    return max(words) + 1 in ends or min(words) - 1 in ends

"""What is in one set and not in another: `X - Y`, where a word denies or leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Difference
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def minus(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield a set without those that the words behind a denial say."""
    denial = scene.analysis.negation
    if denial is None or denial in left.evidence.spent | right.evidence.spent:
        return
    if min(right.evidence.spent, default=0) < denial:
        return
    evidence = left.evidence.joined(right.evidence).spending(frozenset({denial}))
    made = scene.item(Difference(left.things, right.things), evidence, "minus", left, right)
    if made is not None:
        yield made

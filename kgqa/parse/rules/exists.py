"""Whether there are any in a set: `exists(X)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Existence, Things
from kgqa.parse.item import Evidence, Item
from kgqa.parse.scene import Scene


def exists(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether there are any in a set, where the question asks whether."""
    if scene.asks_truth and isinstance(item.query, Apply):
        made = scene.item(Existence(item.things), item.evidence, "exists", item)
        if made is not None:
            yield made


def narrowed(
    scene: Scene, things: Things, evidence: Evidence, rule: str, *children: Item
) -> Iterator[Item]:
    """Yield a narrowed set, and where that is asked, that there are some in it.

    Where two sets have nothing in common, that may be for want of facts: it is not said, but of
    graphs of one's own, which have what they tell of.
    """
    made = scene.item(things, evidence, rule, *children)
    if made is not None:
        yield made
    if scene.asks_truth:
        truth = scene.item(Existence(things), evidence, "exists", *children)
        if truth is not None and (truth.value is True or scene.own is not None):
            yield truth

"""Whether all members of a set are as is said: `count(X) = count(X & Y)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Comparison, Count
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

NARROWING = ("type", "filter", "meet")
"""The rules that leave some of a set."""


def every(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a set is as large as before it was narrowed, where the question says `all`."""
    if scene.own is None or not scene.asks_truth or item.rule not in NARROWING or not item.is_set:
        return
    for cue in scene.cue("every", item):
        whole = item.children[0]
        query = Comparison(Count(whole.things), "=", Count(item.things))
        made = scene.item(query, item.evidence.spending(cue), "compare", item)
        if made is not None:
            yield made

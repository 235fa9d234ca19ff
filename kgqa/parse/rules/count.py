"""How many there are in a set: `count(X)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Count, Entity
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def count(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the number of the members of a set, where a question asks how many."""
    if scene.analysis.form != "count" or isinstance(item.query, Entity):
        return
    if int(item.nodes[0]) >= scene.graph.adjacency.entities:
        return
    made = scene.item(Count(item.things), item.evidence, "count", item)
    if made is not None:
        yield made

"""How many there are in a set: `count(X)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Count, Entity, Told
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def count(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the number of the members of a set, where a question asks how many."""
    if scene.analysis.form != "count" or isinstance(item.query, Entity):
        return
    evidence = item.evidence
    if int(item.nodes[0]) >= scene.graph.adjacency.entities:
        # How often something was so is told by its dates.
        often = scene.cue("often", item) if isinstance(item.query, Told) else []
        if not often:
            return
        evidence = evidence.spending(often[0])
    made = scene.item(Count(item.things), evidence, "count", item)
    if made is not None:
        yield made

"""What is in any of two sets: `X | Y`, where the question offers a choice."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Union
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def union(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield the two things, or sets of them, that stand on both sides of an `or`."""
    place = scene.analysis.alternative
    if place is None or place in left.evidence.spent | right.evidence.spent:
        return
    if not left.evidence.spent or not right.evidence.spent:
        return
    if not max(left.evidence.spent) < place < min(right.evidence.spent):
        return
    values = [int(one.nodes[0]) >= scene.graph.adjacency.entities for one in (left, right)]
    if scene.own is not None and values[0] != values[1]:
        return  # a thing and a date are no choice
    evidence = left.evidence.joined(right.evidence).spending(frozenset({place}))
    made = scene.item(Union((left.things, right.things)), evidence, "union", left, right)
    if made is not None:
        yield made

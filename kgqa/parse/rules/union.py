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
    if not _are_of_a_kind(scene, left, right):
        return
    evidence = left.evidence.joined(right.evidence).spending(frozenset({place}))
    made = scene.item(Union((left.things, right.things)), evidence, "union", left, right)
    if made is not None:
        yield made


def _are_of_a_kind(scene: Scene, left: Item, right: Item) -> bool:
    """Whether one may choose between two: not between a person and an office, or a date.

    Of what the graph does not tell the kind, it may be any.
    """
    nodes = [int(one.nodes[0]) for one in (left, right)]
    values = [node >= scene.graph.adjacency.entities for node in nodes]
    if any(values):
        return all(values)
    kinds = [frozenset(scene.types(node)) for node in nodes]
    return scene.own is not None or not all(kinds) or not kinds[0].isdisjoint(kinds[1])

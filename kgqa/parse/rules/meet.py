"""What two sets have in common: `X & Y`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_store.sorted_sets import intersection

from kgqa.algebra import Entity, Intersection, Things, Type, to_text
from kgqa.parse.item import Item
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.rules.minus import MINUS, stays_denied
from kgqa.parse.scene import Scene


def meet(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield what is in both of two sets that different words say."""
    if any(isinstance(one.query, Entity) or _is_noun(one) for one in (left, right)):
        return
    values = [bool(one.nodes[0] >= scene.graph.adjacency.entities) for one in (left, right)]
    if values[0] != values[1] if scene.own is not None else any(values):
        return  # no thing is a text, and that two have one number says nothing of either
    if scene.own is None and not len(intersection(left.nodes, right.nodes)):
        return  # before an expression is made: most sets have nothing in common
    if _stays_denied(scene, left, right) or _stays_denied(scene, right, left):
        return
    query = conjunction(left.things, right.things)
    evidence = left.evidence.joined(right.evidence)
    yield from narrowed(scene, query, evidence, "meet", left, right)


def _stays_denied(scene: Scene, left: Item, right: Item) -> bool:
    """Whether one set is told by what a denial is about, by which the other has lost something."""
    return bool(scene.denied) and _has_lost(right) and stays_denied(scene, left)


def _has_lost(item: Item) -> bool:
    return item.rule == MINUS or any(map(_has_lost, item.children))


def _is_noun(item: Item) -> bool:
    """Whether a set is all that a common noun says, which narrows every set by another rule."""
    return isinstance(item.query, Type) and not item.evidence.links


def conjunction(*sets: Things) -> Things:
    """Return the intersection of sets in its one form: without brackets, in one order."""
    parts: dict[Things, None] = {}
    for one in sets:
        parts.update(dict.fromkeys(one.operands if isinstance(one, Intersection) else (one,)))
    ordered = sorted(parts, key=lambda part: (isinstance(part, Type), to_text(part)))
    return Intersection(tuple(ordered)) if len(ordered) > 1 else ordered[0]

"""What two sets have in common: `X & Y`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Entity, Intersection, Things, Type, to_text
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def meet(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield what is in both of two sets that different words say."""
    if isinstance(left.query, Entity | Type) or isinstance(right.query, Entity | Type):
        return
    query = conjunction(left.things, right.things)
    made = scene.item(query, left.evidence.joined(right.evidence), "meet", left, right)
    if made is not None:
        yield made


def conjunction(*sets: Things) -> Things:
    """Return the intersection of sets in its one form: without brackets, in one order."""
    parts: dict[Things, None] = {}
    for one in sets:
        parts.update(dict.fromkeys(one.operands if isinstance(one, Intersection) else (one,)))
    ordered = sorted(parts, key=lambda part: (isinstance(part, Type), to_text(part)))
    return Intersection(tuple(ordered)) if len(ordered) > 1 else ordered[0]

"""Those of a set that have no value of a property: `X - r(^r(X))`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Difference, Inverse, Type
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

MOST = 3
"""Properties that may be lacking: the most likely ones."""
SAID = 0.5
"""A property is lacking only where the word behind the denial says it this far."""


def lacking(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a kind that have none of what stands behind a denial."""
    if scene.own is None or not isinstance(item.query, Type):
        return
    flags = {property_ for property_, _ in scene.own.flags}  # who has none of these is not denied
    ways = scene.around(item)
    ways = ways[[scene.property(way).id not in flags for way in ways.tolist()]]
    for cue in scene.cue("deny", item):
        behind = [place for place in sorted(scene.analysis.content) if place > max(cue)][:1]
        for way, likely in scene.likeliest(item, ways, MOST):
            if not behind or scene.alignment.cover(way)[behind[0]] < SAID:
                continue
            if way & 1 and not _leads_to(scene, item, way, behind[0]):
                continue
            there = scene.relation(way)
            back = scene.property(way) if not way & 1 else Inverse(scene.property(way))
            having = Apply(back, Apply(there, item.things))
            evidence = scene.saying(item.evidence, way, likely).spending(cue)
            made = scene.item(Difference(item.things, having), evidence, "minus", item)
            if made is not None and len(made.nodes) < len(item.nodes):
                yield made


def _leads_to(scene: Scene, item: Item, way: int, place: int) -> bool:
    """Whether a way leads to what the noun at a place says: customers that have no orders."""
    things = scene.item(Apply(scene.relation(way), item.things), item.evidence, "")
    types = set(scene.types(int(things.nodes[0]))) if things is not None else set[int]()
    nouns = [noun for noun in scene.linked.nouns if place in noun.places]
    return any(scene.graph.entity(one) in types for noun in nouns for one in noun.classes)

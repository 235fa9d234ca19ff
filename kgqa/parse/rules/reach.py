"""A property that leads on from where it leads to: `r(X) | r(r(X)) | …`, as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Things, Union
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

DEEPEST = 6
"""A property is followed so many times at most."""
MOST = 3
"""Properties that are followed on: the most likely ones."""


def reach(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what the likeliest properties that the ontology calls transitive lead to, and on."""
    if scene.own is None:
        return
    ways = scene.around(item)
    ways = ways[[scene.graph.is_transitive(scene.property(way).id) for way in ways.tolist()]]
    for way, likely in scene.likeliest(item, ways, MOST) if len(ways) else ():
        evidence = scene.saying(item.evidence, way, likely)
        steps: list[Things] = []
        things: Things = item.things
        while len(steps) < DEEPEST:
            things = Apply(scene.relation(way), things)
            if scene.item(things, evidence, "") is None:
                break
            steps.append(things)
        made = scene.item(Union(tuple(steps)), evidence, "step", item) if steps[1:] else None
        if made is not None:
            yield made

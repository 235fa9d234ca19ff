"""A property followed from a set: `^r(X)` asks for its objects, `r(X)` for its subjects."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

FROM_NAME, FROM_SET = 14, 6
"""Properties that are followed from a name, and from a larger item: the most likely ones."""


def step(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the sets that the likeliest properties lead to from the members of a set."""
    most = FROM_SET if item.children else FROM_NAME
    for way, likely in scene.likeliest(item, scene.around(item), most):
        evidence = scene.saying(item.evidence, way, likely)
        made = scene.item(Apply(scene.relation(way), item.things), evidence, "step", item)
        if made is not None:
            yield made

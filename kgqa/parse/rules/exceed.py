"""Those of a set that exceed something in what an adjective measures: `X[k > ^k(Y)]`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Condition, Filter, Inverse
from kgqa.parse.item import Item
from kgqa.parse.rules.order import exceeds, usual_keys
from kgqa.parse.scene import Scene


def exceed(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield the members of a set that are more, or less, than a thing that is described."""
    than = scene.analysis.than
    if than is None:
        return
    if len(item.nodes) < 2 or len(other.nodes) != 1 or min(other.evidence.spent, default=0) < than:
        return
    for measure in scene.analysis.measures:
        words = frozenset({measure.place, than})
        if measure.place > than or words & (item.evidence.spent | other.evidence.spent):
            continue
        for way, evidence in usual_keys(scene, item, words):
            key = scene.property(way)
            bound = Apply(Inverse(key), other.things)
            query = Filter(item.things, (Condition(key, exceeds(measure), bound),))
            joined = evidence.joined(other.evidence).spending(words)
            made = scene.item(query, joined, "exceed", item, other)
            if made is not None:
                yield made

"""Those of a set whose value exceeds another's: `X[k > ^k(Y)]`, `X[k > D]`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Condition, Filter, Inverse
from kgqa.parse.item import Item
from kgqa.parse.rules.measure import comparing, keys
from kgqa.parse.scene import Scene


def exceed(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield the members of a set that are more, less, earlier or later than what is described."""
    if len(item.nodes) < 2 or len(other.nodes) != 1:
        return
    spent = item.evidence.spent | other.evidence.spent
    node = int(other.nodes[0])
    for words in comparing(scene):
        if words.behind < 0 or words.words & spent:
            continue
        if min(other.evidence.spent, default=0) < words.behind:
            continue
        for way, evidence in keys(scene, item, words):
            key = scene.property(way)
            is_value = node >= scene.graph.adjacency.entities
            bound = other.things if is_value else Apply(Inverse(key), other.things)
            query = Filter(item.things, (Condition(key, words.comparator, bound),))
            joined = evidence.joined(other.evidence).spending(words.words)
            made = scene.item(query, joined, "exceed", item, other)
            if made is not None:
                yield made

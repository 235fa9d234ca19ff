"""Whether one value exceeds another: `A < B`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Comparison
from kgqa.parse.item import Item
from kgqa.parse.rules.order import exceeds, usual_keys
from kgqa.parse.scene import Scene


def compare(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether one of two things exceeds the other in what an adjective measures."""
    if scene.analysis.form not in ("truth", "compare") or not scene.analysis.measures:
        return
    if len(item.nodes) != 1 or len(other.nodes) != 1:
        return
    if min(item.evidence.spent, default=0) > min(other.evidence.spent, default=0):
        return
    for measure in scene.analysis.measures:
        words = frozenset({measure.place})
        if words & (item.evidence.spent | other.evidence.spent):
            continue
        for way, evidence in usual_keys(scene, item, words):
            relation = scene.relation(way)
            query = Comparison(
                Apply(relation, item.things), exceeds(measure), Apply(relation, other.things)
            )
            joined = evidence.joined(other.evidence).spending(words)
            # Where either has no such value, nothing is known.
            is_known = scene.item(query.right, evidence, "") is not None
            made = scene.item(query, joined, "compare", item, other) if is_known else None
            if made is not None:
                yield made

"""Who of two held longer, or first, an office that both had: no word need name it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from kgqa.algebra import (
    Apply,
    Entity,
    Intersection,
    Inverse,
    Membership,
    Property,
    Stated,
    Superlative,
    Things,
    Union,
)
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.measure import comparing
from kgqa.parse.rules.order import Extreme, ordered_held
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

MOST = 3
"""Offices that two have in common."""


def order_shared(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield who of those to choose from held for longest, or first, an office that all had."""
    match item.query:
        case Union(operands) if all(isinstance(one, Entity) for one in operands):
            for office, evidence in _offices(scene, operands, item.evidence):
                yield from ordered_held(scene, item, office, evidence, item)


def compare_shared(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether one held an office for longer than another who had it, too."""
    if not scene.asks_truth or not item.evidence.spent or not other.evidence.spent:
        return
    if not isinstance(item.query, Entity) or not isinstance(other.query, Entity):
        return
    joined = item.evidence.joined(other.evidence)
    terms = world().begin, world().end
    spoken = [words for words in comparing(scene) if terms in words.spans]
    if not spoken or min(item.evidence.spent) > min(other.evidence.spent):
        return
    for words in spoken:
        for office, evidence in _offices(scene, (item.query, other.query), joined):
            until, since = Property(world().end), Property(world().begin)
            key = Stated(Property(world().held), office, until, since)
            both = Union((item.query, other.query))
            if any(_is_empty(scene, Superlative("max", one, key)) for one in both.operands):
                continue
            extreme: Extreme = "max" if words.comparator == ">" else "min"
            query = Membership(item.query, Superlative(extreme, both, key))
            said = evidence.spending(words.words)
            made = scene.item(query, said, "compare", item, other)
            if made is not None:
                yield made


def _is_empty(scene: Scene, things: Things) -> bool:
    return scene.item(things, scene.nothing, "") is None


def _offices(
    scene: Scene, holders: tuple[Things, ...], evidence: Evidence
) -> Iterator[tuple[Entity, Evidence]]:
    """Yield the offices that all of some have held."""
    way = scene.way(world().held)
    if scene.own is not None or way is None:
        return
    held = Inverse(Property(world().held))
    found = scene.item(Intersection(tuple(Apply(held, one) for one in holders)), evidence, "")
    said = scene.saying(evidence, way, float(scene.alignment.likely(evidence.named)[way]))
    for node in islice(found.nodes.tolist() if found is not None else (), MOST):
        yield Entity(scene.graph.text(node)), said

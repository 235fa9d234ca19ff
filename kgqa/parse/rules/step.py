"""A property followed from a set: `^r(X)` asks for its objects, `r(X)` for its subjects."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kgqa.algebra import Apply, Entity, Type, Union
from kgqa.parse.inverse_properties import same_relations, spelled
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

RETURNING = -2.5
"""Only a property that is at least so likely is followed back, by the logarithm."""
SAID = 0.5
"""A word says a property that covers it this far."""
SHARING = ("others", "same", "except")
"""The cues for what has something in common with another."""
FROM_NAME, FROM_SET = 14, 6
"""Properties that are followed from a name, and from a larger item: the most likely ones."""


def step(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the sets that the likeliest properties lead to from the members of a set."""
    most = FROM_SET if item.children else FROM_NAME
    ways = scene.likeliest(item, scene.around(item), most)
    for way, likely in ways:
        if _turns_back(scene, item, way) or _goes_and_returns(scene, item, way, likely):
            continue
        evidence = scene.saying(item.evidence, way, likely).among(ways[0][1] - likely)
        made = scene.item(Apply(scene.relation(way), item.things), evidence, "step", item)
        if made is not None:
            yield made
            yield from _from_both_sides(scene, made, way)


def _turns_back(scene: Scene, item: Item, way: int) -> bool:
    """Whether a way leads back to all of a kind, and so to whatever has the property."""
    match item.query:
        case Apply(relation, Type()):
            return relation == scene.relation(way ^ 1)
        case _:
            return False


def _goes_and_returns(scene: Scene, item: Item, way: int, likely: float) -> bool:
    """Whether a way leads back along a property that nothing says: to all with the same actors.

    Words say it, as in films by the director of another, or call for others of the same kind.
    From more than a name they say it twice: countries that border those that border France.
    """
    match item.query:
        case Apply(relation, start) if relation == scene.relation(way ^ 1):
            if likely < RETURNING and not any(scene.cue(name) for name in SHARING):
                return True
            return scene.own is None and not _is_said(scene, item, way, isinstance(start, Entity))
        case _:
            return False


def _is_said(scene: Scene, item: Item, way: int, is_named: bool) -> bool:
    """Whether a word says a property, or two that say something, from more than a name."""
    cover, named = scene.alignment.cover(way), item.evidence.named
    said = {place for place in np.flatnonzero(cover >= SAID).tolist() if place not in named}
    return bool(said) if is_named else len(said & scene.analysis.content) > 1


def _from_both_sides(scene: Scene, made: Item, way: int) -> Iterator[Item]:
    """Yield a step with what is stated from the other side, if that adds anything."""
    same = same_relations(scene.relation(way))
    (item,) = made.children
    for other in scene.around(item).tolist() if same else ():
        relation = scene.relation(other)
        if other != way and spelled(relation) in same:
            both = Union((made.things, Apply(relation, item.things)))
            joined = scene.item(both, made.evidence, "step", item)
            if joined is not None and len(joined.nodes) > len(made.nodes):
                yield joined

"""What is somewhere within a place: `r(E | c(E))`, born in Germany or in a town of it."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Entity, Property, Things, Union
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

MOST = 3
"""Properties that lead to a place: the most likely ones."""


def within(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those who have a place, or one that lies in it, where more have that."""
    if scene.own is not None or not isinstance(item.query, Entity):
        return
    for chain in world().inside:
        places = _places(scene, item, chain)
        if len(places) > 1:
            yield from _there(scene, item, Union(places), chain)
            return


def _places(scene: Scene, item: Item, chain: tuple[str, ...]) -> tuple[Things, ...]:
    """Return a place, what lies in it, and what lies in that, as far as there is anything."""
    places: list[Things] = [item.things]
    for property_ in chain:
        inner = Apply(Property(property_), places[-1])
        if scene.way(property_) is None or scene.item(inner, item.evidence, "") is None:
            break
        places.append(inner)
    return tuple(places)


def _there(scene: Scene, item: Item, places: Things, chain: tuple[str, ...]) -> Iterator[Item]:
    likely = scene.alignment.likely(item.evidence.named)
    known = [scene.way(one) for one in world().where if one not in chain]
    ways = sorted((way + 1 for way in known if way is not None), key=lambda way: -likely[way])
    for way in ways[:MOST]:
        evidence = scene.saying(item.evidence, way, float(likely[way]))
        there = scene.item(Apply(scene.relation(way), item.things), evidence, "")
        made = scene.item(Apply(scene.relation(way), places), evidence, "within", item)
        if made is not None and (there is None or len(made.nodes) > len(there.nodes)):
            yield made

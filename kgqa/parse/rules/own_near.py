"""Those of a set within a distance of something: `near(X, lat & long, Y, 10 kilometre) - Y`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Difference,
    Entity,
    Existence,
    Near,
    Property,
    Quantity,
    Query,
    Things,
    Type,
)
from kgqa.algebra.units import dimension
from kgqa.parse import quantities
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

LENGTH = "length"
FARTHER = (">", ">=")
BETWEEN = 4
"""So many words may stand between a distance and what it is measured from."""


def own_near(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield the members of a set that are not farther from what is named than the words say."""
    if scene.own is None or not isinstance(other.query, Entity):
        return
    if isinstance(item.query, Entity) and not scene.asks_truth:
        return
    if item.evidence.spent & other.evidence.spent:
        return
    for near, words, is_farther in _distances(scene, item.things, other):
        if not words & item.evidence.spent:
            things: Things = Difference(item.things, near) if is_farther else near
            if not isinstance(item.query, Entity):
                things = Difference(things, other.query)
            query: Query = Existence(things) if scene.asks_truth else things
            evidence = item.evidence.joined(other.evidence).spending(words)
            made = scene.item(query, evidence, "near", item, other)
            if made is not None:
                yield made


def own_near_alone(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what is of the kind of a named thing, and not far from it, where no noun says more."""
    if scene.own is None or not isinstance(item.query, Entity) or scene.noun is not None:
        return
    for class_ in scene.types(int(item.nodes[0]))[:1]:
        kind = scene.item(Type(Entity(scene.graph.text(class_))), scene.nothing, "kind")
        if kind is not None:
            yield from own_near(scene, kind, item)


def _distances(
    scene: Scene, things: Things, center: Item
) -> Iterator[tuple[Near, frozenset[int], bool]]:
    """Yield the distances from a thing that a question says, with their words."""
    at = min(center.evidence.spent, default=0)
    for value, words in scene.values:
        if not isinstance(value, quantities.Amount) or dimension(value.unit) != LENGTH:
            continue
        between = range(max(words) + 1, at)
        said = {scene.normal[place] for place in between}
        if not words or not 0 < len(between) <= BETWEEN or not said & schema_lexicon().near:
            continue
        before = [min(words) - 1] if min(words) else []
        leading = {one for one in before if scene.normal[one] in schema_lexicon().near}
        distance = Quantity(value.value, Entity(value.unit))
        for place, longitude in _places(scene):
            near = Near(things, place, longitude, center.things, distance)
            spent = words.union(between, leading)
            yield near, spent, value.comparator in FARTHER


def _places(scene: Scene) -> Iterator[tuple[Property, Property | None]]:
    """Yield the properties that tell where things are."""
    for latitude, longitude in scene.own.facts.places if scene.own is not None else ():
        yield (
            scene.property(latitude),
            None if longitude is None else scene.property(longitude),
        )

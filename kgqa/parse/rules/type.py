"""Those of a set that are of a kind that a noun says: `X & type(c)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.algebra import Entity, Things, Type
from kgqa.parse.item import Item
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.scene import Scene


def kind(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield all that is of the kind which a name says: the Summer Olympics, US presidents."""
    if isinstance(item.query, Entity):
        for things in scene.kinds(item.query.id):
            made = scene.item(things, item.evidence, "kind", item)
            if made is not None:
                yield made


def type_(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set that are of a kind which a noun of the question says.

    Where all are, the noun is said by the set as it is.
    """
    if isinstance(item.query, Entity) or (isinstance(item.query, Type) and scene.own is None):
        return
    for noun in () if isinstance(item.query, Type) else scene.linked.nouns:
        if not noun.places & item.evidence.spent:
            kinds = [things for class_ in noun.classes for things in scene.kinds(class_)]
            yield from _of_kinds(scene, item, kinds, noun.places)
    for trait, words in scene.traits:
        if not words & item.evidence.spent:
            yield from _of_kinds(scene, item, [trait], words)


def _of_kinds(
    scene: Scene, item: Item, kinds: list[Things], words: frozenset[int]
) -> Iterator[Item]:
    evidence = item.evidence.spending(words)
    sizes: set[int] = set()
    for things in kinds:
        query = conjunction(item.things, things)
        for made in narrowed(scene, query, evidence, "type", item):
            if not made.is_set:
                yield made
            elif len(made.nodes) == len(item.nodes):
                yield replace(item, evidence=evidence)
                return
            elif len(made.nodes) not in sizes:
                sizes.add(len(made.nodes))
                yield made

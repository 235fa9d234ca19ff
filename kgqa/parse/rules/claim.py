"""Whether a thing is among others: `e in X`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Entity, Membership, Type
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def claim(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether a name is among a set that other words say."""
    if scene.analysis.form != "truth" or not isinstance(item.query, Entity):
        return
    if isinstance(other.query, Entity | Type):
        return
    evidence = item.evidence.joined(other.evidence)
    made = scene.item(Membership(item.query, other.things), evidence, "claim", item, other)
    if made is not None:
        yield made


def claim_kind(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a name is of a kind that a noun says."""
    if not isinstance(item.query, Entity) or scene.analysis.form != "truth":
        return
    for noun in scene.linked.nouns:
        if noun.places & item.evidence.spent:
            continue
        for class_ in noun.classes:
            evidence = item.evidence.spending(noun.places)
            query = Membership(item.query, Type(Entity(class_)))
            made = scene.item(query, evidence, "claim", item)
            if made is not None:
                yield made


def claim_trait(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether a name is as a word says that the graph marks by true and false."""
    if scene.own is None or not isinstance(item.query, Entity) or scene.analysis.form != "truth":
        return
    is_name = any(link.is_name for link in item.evidence.links)
    for trait, words in scene.traits if is_name else ():
        if not words & item.evidence.spent:
            evidence = item.evidence.spending(words)
            made = scene.item(Membership(item.query, trait), evidence, "claim", item)
            if made is not None:
                yield made

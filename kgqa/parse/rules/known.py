"""What is known by another name is asked for: the city known as the Big Apple."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Entity
from kgqa.parse.item import Item
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.scene import Scene
from kgqa.parse.words import cue_set


def known(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what a name means that stands behind `known as`, with the noun that says its kind."""
    if scene.own is not None or scene.asks_truth or not isinstance(item.query, Entity):
        return
    named = item.evidence.named
    for cue in scene.cue("known", item) if named else ():
        between = scene.normal[max(cue) + 1 : min(named)]
        if max(cue) > min(named) or not cue_set("articles").issuperset(between):
            continue
        evidence = item.evidence.spending(cue | _noun(scene, item))
        made = scene.item(item.query, evidence, "known", item)
        if made is not None:
            yield made


def _noun(scene: Scene, item: Item) -> frozenset[int]:
    """Return the words of the noun that is asked for, if it says what kind of thing this is."""
    noun = scene.noun
    if noun is None or noun.places & item.evidence.spent:
        return frozenset()
    kinds = [things for class_ in noun.classes for things in scene.kinds(class_)]
    sets = [conjunction(item.things, things) for things in kinds]
    is_one = any(scene.item(one, item.evidence, "") is not None for one in sets)
    return noun.places if is_one else frozenset()

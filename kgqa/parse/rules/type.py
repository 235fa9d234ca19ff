"""Those of a set that are of a kind that a noun says: `X & type(c)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.algebra import Entity, Type
from kgqa.parse.item import Item
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.scene import Scene


def type_(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set that are instances of a class which the question names.

    Where all are, the noun is said by the set as it is.
    """
    if isinstance(item.query, Type | Entity):
        return
    for noun in scene.linked.nouns:
        if noun.places & item.evidence.spent:
            continue
        evidence = item.evidence.spending(noun.places)
        for class_ in noun.classes:
            query = conjunction(item.things, Type(Entity(class_)))
            made = scene.item(query, evidence, "type", item)
            if made is None:
                continue
            if len(made.nodes) == len(item.nodes):
                yield replace(item, evidence=evidence)
                break
            yield made

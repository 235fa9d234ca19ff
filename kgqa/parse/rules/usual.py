"""Those of a set that have more than is usual in it: `X[r > average(X, r)]`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Aggregate, Condition, Filter
from kgqa.parse.item import Item
from kgqa.parse.rules.measure import comparing, keys
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon


def usual(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a set that exceed the average of all of them, or fall short of it."""
    if scene.own is None or len(item.nodes) < 2:
        return
    totals = schema_lexicon().totals
    places = [i for i, word in enumerate(scene.normal) if totals.get(word) == "average"]
    for words in comparing(scene) if places else ():
        spent = words.words | {places[0]}
        if words.is_timed or words.behind < 0 or spent & item.evidence.spent:
            continue
        for way, evidence in keys(scene, item, words):
            if not scene.ways.timed[way] and not way & 1:
                average = Aggregate("average", item.things, scene.property(way))
                condition = Condition(scene.property(way), words.comparator, average)
                query = Filter(item.things, (condition,))
                made = scene.item(query, evidence.spending(spent), "filter", item)
                if made is not None:
                    yield made

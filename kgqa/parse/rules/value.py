"""Numbers that are told by nodes without a name: a price with its amount and its currency.

What orders, tests or adds up numbers is done with the nodes, and led back to what has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.algebra import Apply, Comparison, Entity, Inverse
from kgqa.parse.item import Item
from kgqa.parse.rules.filter import filter_
from kgqa.parse.rules.measure import comparing
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.rules.order import order
from kgqa.parse.rules.range import range_
from kgqa.parse.rules.total import total
from kgqa.parse.scene import Scene

MOST = 3
"""Properties to such nodes that are looked at."""


def value(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the numbers that a set has by way of nodes, and those of it that the numbers tell."""
    amounts = scene.own.facts.amounts if scene.own is not None else {}
    ways = scene.around(item) if amounts else ()
    told = [way for way in ways if not way & 1 and way >> 1 in amounts]
    for way in told[:MOST]:
        likely = float(scene.alignment.likely(item.evidence.named)[way])
        evidence = scene.saying(item.evidence, way, likely)
        query = Apply(Inverse(scene.property(way)), item.things)
        nodes = scene.item(query, evidence, "value", item)
        if nodes is not None:
            yield from _numbers(scene, nodes, amounts[way >> 1])
            if not isinstance(item.query, Entity):
                yield from total(scene, nodes)
                yield from _led_back(scene, item, nodes, way)


def _numbers(scene: Scene, nodes: Item, places: tuple[int, ...]) -> Iterator[Item]:
    """Yield the numbers of nodes; that they have them is said with the nodes."""
    for place in places:
        query = Apply(Inverse(scene.property(2 * place)), nodes.things)
        cover = scene.alignment.cover(2 * place)
        evidence = replace(nodes.evidence, cover=nodes.evidence.cover.clip(min=cover))
        made = scene.item(query, evidence, "step", *nodes.children)
        if made is not None:
            yield made


def _led_back(scene: Scene, item: Item, nodes: Item, way: int) -> Iterator[Item]:
    for rule in (order, filter_, range_):
        for chosen in rule(scene, nodes):
            if not chosen.is_set:
                continue
            query = conjunction(item.things, Apply(scene.property(way), chosen.things))
            # To the number it is one property, said by the words of either.
            known = len(item.evidence.said)
            said = (*item.evidence.said, max(chosen.evidence.said[known:]))
            ways = (*item.evidence.ways, way >> 1)
            evidence = replace(chosen.evidence, said=said, ways=ways)
            made = scene.item(query, evidence, chosen.rule, item)
            if made is not None and len(made.nodes) < len(item.nodes):
                yield made


def compare_values(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield whether the number that one thing has by way of a node exceeds that of another."""
    amounts = scene.own.facts.amounts if scene.own is not None else {}
    is_pair = len(item.nodes) == 1 and len(other.nodes) == 1 and scene.asks_truth
    if not amounts or not is_pair or not _are_in_order(item, other):
        return
    joined = item.evidence.joined(other.evidence)
    ways = [way for way in scene.around(item).tolist() if not way & 1 and way >> 1 in amounts]
    for words in comparing(scene) if ways else ():
        for way in ways if not words.words & joined.spent else ():
            likely = float(scene.alignment.likely(joined.named)[way])
            evidence = scene.saying(joined, way, likely).spending(words.words)
            path = [Inverse(scene.property(2 * amounts[way >> 1][0])), Inverse(scene.property(way))]
            sides = [Apply(path[0], Apply(path[1], one.things)) for one in (item, other)]
            query = Comparison(sides[0], words.comparator, sides[1])
            made = scene.item(query, evidence, "compare", item, other)
            if made is not None:
                yield made


def _are_in_order(item: Item, other: Item) -> bool:
    return min(item.evidence.spent, default=0) < min(other.evidence.spent, default=0)

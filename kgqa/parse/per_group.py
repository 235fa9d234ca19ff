"""Questions for a number of each group: how many suppliers per country, the salary per department.

Such a question names the groups behind `per` or `each`, and elsewhere what is counted or added up.
What leads from the one to the other is looked for in the graph: in one step, or in two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from kgqa_store.sorted_sets import among

from kgqa.algebra import Apply, Entity, Inverse, Type
from kgqa.algebra.per_group import Function, PerGroup, Step
from kgqa.parse.item import Evidence, Item
from kgqa.parse.linking import Noun
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

MOSTLY = 0.5
"""A way leads to groups where it leads to them for so many of what it leads from."""
WAYS = 30
"""Ways that are followed to look for groups behind them."""
FURTHER = -4.0
"""What it counts that groups are two steps away."""
SAID = 0.5
"""A property is what is added up where it covers a word this far."""
COUNTING = ("how many", "number of", "count of")


@dataclass(frozen=True, slots=True)
class Found:
    """A number of each group, and the words that are left over."""

    scene: Scene
    asked: PerGroup
    evidence: Evidence


def per_group(
    scene: Scene, items: Iterable[Item], promise: Callable[[Item], float]
) -> Found | None:
    """Return what is asked of each group; None where a question asks for nothing of the kind."""
    if scene.own is None or scene.asks_truth:
        return None
    for cue, group in _groups(scene):
        spent = cue | group.places
        function, words = _function(scene)
        members = _members(scene, items, promise, spent | words, group, function)
        if members is None or not function:
            continue
        key = _key(scene, members) if function != "count" else None
        path = _path(scene, members, group) if function == "count" or key else ()
        if not path:
            continue
        steps = [
            scene.property(way) if not way & 1 else Inverse(scene.property(way)) for way in path
        ]
        evidence = members.evidence.spending(spent | words)
        for way in (*path, *([] if key is None else [key])):
            evidence = scene.saying(evidence, way, 0.0)
        property_ = None if key is None else scene.property(key)
        groups = Type(Entity(group.classes[0]))
        told = cast(tuple[Step, ...], tuple(steps))
        asked = PerGroup(groups, members.things, told, cast(Function, function), property_)
        return Found(scene, asked, evidence)
    return None


def _groups(scene: Scene) -> Iterator[tuple[frozenset[int], Noun]]:
    """Yield the nouns behind words for `each`, with the places of these."""
    for cue in scene.cue("per"):
        for noun in scene.linked.nouns:
            if min(noun.places) == max(cue) + 1:
                yield cue, noun


def _function(scene: Scene) -> tuple[str, frozenset[int]]:
    """Return what is computed for each group, and the words that say it."""
    for place, word in enumerate(scene.normal):
        function = schema_lexicon().totals.get(word)
        if function in ("sum", "average"):
            return function, frozenset({place})
    text = f" {' '.join(scene.normal)} "
    counts = scene.analysis.form == "count" or any(f" {one} " in text for one in COUNTING)
    places = [i for i, word in enumerate(scene.normal) if word in ("number", "count")]
    return ("count", frozenset(places[:1])) if counts else ("", frozenset())


def _members(
    scene: Scene,
    items: Iterable[Item],
    promise: Callable[[Item], float],
    spent: frozenset[int],
    group: Noun,
    function: str,
) -> Item | None:
    """Return the set whose members are counted or added up: the most promising one of its kind."""
    nouns = [one for one in scene.linked.nouns if not one.places & spent]
    if nouns:
        noun = min(nouns, key=lambda one: min(one.places))
        classes = {scene.graph.entity(class_) for class_ in noun.classes}
        fitting = [
            item
            for item in items
            if item.is_set
            and noun.places <= item.evidence.spent
            and not item.evidence.spent & spent
            and classes & set(scene.types(int(item.nodes[0])))
        ]
        if fitting:
            return max(fitting, key=promise)
    return _subjects(scene) if function != "count" and not nouns else None


def _subjects(scene: Scene) -> Item | None:
    """Return all that have what is added up, where no noun says what they are."""
    likely = scene.alignment.likely(frozenset())[::2]
    ordered = np.flatnonzero(scene.ways.ordered[::2] & ~scene.ways.timed[::2])
    subjects = scene.own.subjects if scene.own is not None else ()
    for place in sorted(ordered.tolist(), key=lambda one: -likely[one])[:1]:
        if subjects[place]:
            return scene.item(Type(Entity(scene.widest(place))), scene.nothing, "kind")
    return None


def _key(scene: Scene, members: Item) -> int | None:
    """Return the way to what is added up; None where no word says it."""
    ways = scene.around(members)
    ways = ways[scene.ways.ordered[ways] & ~scene.ways.timed[ways]]
    found = [way for way, _ in scene.likeliest(members, ways, 1)]
    said = [way for way in found if scene.alignment.cover(way).max(initial=0.0) >= SAID]
    return said[0] if said and not said[0] & 1 else None


def _path(scene: Scene, members: Item, group: Noun) -> tuple[int, ...]:
    """Return the likeliest ways from the members to their groups."""
    nodes = scene.graph.adjacency.instances(scene.graph.entity(group.classes[0]))
    found: list[tuple[float, tuple[int, ...]]] = []
    for way, likely, ends in _steps(scene, members):
        if _are_groups(ends, nodes):
            found.append((likely, (way,)))
    if not found:
        for way, likely, between in _steps(scene, members):
            for next_, also, ends in _steps(scene, between):
                if next_ != way ^ 1 and _are_groups(ends, nodes):
                    found.append((likely + also + FURTHER, (way, next_)))
    return max(found)[1] if found else ()


def _steps(scene: Scene, item: Item) -> Iterator[tuple[int, float, Item]]:
    """Yield the ways to things, how likely they are, and what they lead to."""
    for way, likely in scene.likeliest(item, scene.around(item), WAYS):
        made = scene.item(Apply(scene.relation(way), item.things), item.evidence, "")
        if made is not None and int(made.nodes[0]) < scene.graph.adjacency.entities:
            yield way, likely, made


def _are_groups(item: Item, nodes: np.ndarray) -> bool:
    return float(among(item.nodes, np.sort(nodes)).mean()) > MOSTLY

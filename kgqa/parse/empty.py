"""What a question says in full, and nothing in the graph is: films that one both made and scored.

Items that denote nothing are none of the chart. What is only a part of such a one has not
understood the question, however much else it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import NOTHING

from kgqa.algebra import Apply, Entity, Property, Query
from kgqa.parse.item import Item
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

SAID = 0.5
"""A word says a property that covers it this far."""
LIKELY = -1.5
"""A property that the graph has none of for a name is meant if it is at least so likely."""
PARTS = 12
"""Steps from names that are joined: the most promising ones."""
MEANT = 4
"""Properties that the words say, and names may lack: the likeliest ones."""
SEEN = 64
"""Edges of a property by which it is told what it is of."""
MOST = 8
"""Empty readings of one question."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A step from a name, with the words that say it and the classes of what it leads to."""

    item: Item
    words: frozenset[int]
    classes: frozenset[int]


def empty_readings(
    scene: Scene, items: Sequence[Item], promise: Callable[[Item], float]
) -> tuple[Item, ...]:
    """Return what two steps from names have in common, of which there is nothing, best first."""
    if scene.own is not None:
        return ()
    names = [item for item in _names(items) if any(one.is_name for one in item.evidence.links)]
    steps = [one for one in items if _is_step(one)]
    steps = sorted(steps, key=promise, reverse=True)[:PARTS]
    steps += [step for name in names for step in _lacking(scene, name)]
    parts = [part for one in steps if (part := _part(scene, one)) is not None]
    found: dict[Query, Item] = {}
    for one, other in permutations(parts, 2):
        for made in _joined(scene, one, other):
            found.setdefault(made.query, made)
    return tuple(sorted(found.values(), key=promise, reverse=True)[:MOST])


def _names(items: Sequence[Item]) -> list[Item]:
    """Return the names that items of a chart start from."""
    found = {child.query: child for item in items for child in item.children}
    return [one for one in found.values() if isinstance(one.query, Entity)]


def _is_step(item: Item) -> bool:
    is_one = item.rule == "step" and len(item.children) == 1 and len(item.evidence.ways) == 1
    return is_one and isinstance(item.children[0].query, Entity)


def _lacking(scene: Scene, name: Item) -> Iterator[Item]:
    """Yield the steps from a name by what the words say, and things like it have, but not it."""
    likely = scene.alignment.likely(name.evidence.named)
    around = frozenset(scene.around(name).tolist())
    ways = np.flatnonzero(scene.ways.followed & (likely >= LIKELY))
    kept = sorted(ways.tolist(), key=lambda way: -likely[way])[:MEANT]
    for way in kept:
        if way not in around and _ends(scene, way, name.nodes):
            evidence = scene.saying(name.evidence, way, float(likely[way]))
            query = Apply(scene.relation(way), name.things)
            if scene.item(query, evidence, "") is None:
                yield Item(query, NOTHING, evidence, "step", (name,))


def _ends(scene: Scene, way: int, nodes: Ints) -> bool:
    """Whether things of the class of some are among what a way starts from."""
    edges = scene.graph.adjacency.edges(scene.property(way).id)
    starts = (edges.objects if way & 1 else edges.subjects)[:SEEN]
    return not _classes(scene, nodes).isdisjoint(_classes(scene, starts))


def _classes(scene: Scene, nodes: Ints) -> frozenset[int]:
    adjacency = scene.graph.adjacency
    things = np.unique(nodes[:SEEN])
    things = things[things < adjacency.entities]
    return frozenset(adjacency.objects(world().instance, things).tolist())


def _part(scene: Scene, item: Item) -> _Part | None:
    """Return a step with its words, if it is said, and the classes of what it leads to."""
    way = item.evidence.ways[-1]
    cover, named = scene.alignment.cover(2 * way), item.evidence.named
    said = frozenset(np.flatnonzero(cover >= SAID).tolist()) - named
    words = said & scene.analysis.content
    edges = scene.graph.adjacency.edges(scene.property(2 * way).id)
    leads = edges.subjects if _is_forward(item) else edges.objects
    classes = _classes(scene, item.nodes if len(item.nodes) else leads)
    return _Part(item, words, classes) if words and classes else None


def _is_forward(item: Item) -> bool:
    return isinstance(item.query, Apply) and isinstance(item.query.relation, Property)


def _joined(scene: Scene, one: _Part, other: _Part) -> Iterator[Item]:
    """Yield what two steps that other words say have in common, if there is nothing."""
    left, right = one.item, other.item
    if left.query == right.query or one.classes.isdisjoint(other.classes):
        return
    if not _are_both_said(scene, one, other):
        return
    query = conjunction(left.things, right.things)
    evidence = left.evidence.joined(right.evidence)
    if scene.item(query, evidence, "") is None:
        yield Item(query, NOTHING, evidence, "meet", (left, right))


def _are_both_said(scene: Scene, one: _Part, other: _Part) -> bool:
    """Whether the words say both of two steps, from one name or from two.

    From one name they are joined, each by a word on its side. From two names each has a word
    beside its name: written by this one, and directed by that one.
    """
    named, others = one.item.evidence.named, other.item.evidence.named
    spoken = [min(cue) for cue in scene.cue("both")]
    if one.item.children[0].query == other.item.children[0].query:
        return any(_is_between(place, one.words, other.words) for place in spoken)
    if named & others:
        return False
    if one.item.evidence.ways == other.item.evidence.ways:
        return any(_is_between(place, named, others) for place in spoken)
    first = _beside(scene, one.words, named, others)
    second = _beside(scene, other.words, others, named)
    return bool(first and second) and len(first | second) > 1


def _is_between(place: int, before: frozenset[int], behind: frozenset[int]) -> bool:
    """Whether a word has some words before it, and others behind it."""
    return any(one < place for one in before - behind) and any(
        one > place for one in behind - before
    )


def _beside(
    scene: Scene, words: frozenset[int], named: frozenset[int], others: frozenset[int]
) -> frozenset[int]:
    """Return the words that no other name and no other clause parts from a name."""
    parting = others.union(*scene.cue("both"), *scene.cue("clause"))
    return frozenset(
        word
        for word in words
        if parting.isdisjoint(range(min(word, *named), max(word, *named) + 1))
    )


def left_out(item: Item, empty: Sequence[Item], needed: frozenset[int]) -> float:
    """Return how far a word is covered by an empty reading of which an item is only a part.

    It has one of its two steps, and does not follow what the other one follows.
    """
    steps = frozenset(_queries(item))
    found = 0.0
    for one in empty:
        for kept, lost in permutations(one.children):
            if kept.query in steps and not {*lost.evidence.ways} <= {*item.evidence.ways}:
                more = one.evidence.cover - item.evidence.cover
                found = max(found, *(float(more[place]) for place in needed), 0.0)
    return found


def astray(scene: Scene, item: Item) -> int:
    """Count the steps from names that are said beside other names: written by that one, not this.

    Such a word has a name beside it, and that is not the one from which the step is made.
    """
    parts = [part for one in _steps(item) if (part := _part(scene, one)) is not None]
    names = [name[0].places for name in scene.linked.names if name and name[0].is_name]
    return sum(not _beside_own(scene, part, names) for part in parts)


def _steps(item: Item) -> list[Item]:
    below = [one for child in item.children for one in _steps(child)]
    return [item, *below] if _is_step(item) else below


def _beside_own(scene: Scene, part: _Part, names: Sequence[frozenset[int]]) -> bool:
    """Whether no other name has all the words of a step beside it that its own has not."""
    named = part.item.evidence.named
    others = [one for one in names if one.isdisjoint(named)]
    far = part.words - _beside(scene, part.words, named, frozenset().union(*others))
    return far != part.words or not any(
        far <= _beside(scene, far, one, named.union(*(two for two in others if two != one)))
        for one in others
    )


def _queries(item: Item) -> Iterator[Query]:
    yield item.query
    for child in item.children:
        yield from _queries(child)

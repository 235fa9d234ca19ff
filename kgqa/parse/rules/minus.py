"""What is in one set and not in another: `X - Y`, where a word denies or leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from kgqa_store.sorted_sets import among

from kgqa.algebra import Apply, Difference, Entity, Existence, Filter, Intersection, Property
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

NARROWING = ("filter", "type")
"""The rules whose items are parts of a set that a denial may leave out."""
MINUS = "minus"
"""The rule by which sets lose members."""


def minus(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield a set without those that a denial is about, or that are named as exceptions."""
    is_name = isinstance(right.query, Entity)
    if isinstance(left.query, Entity) or int(left.nodes[0]) >= scene.graph.adjacency.entities:
        return
    for cue in scene.cue("except" if is_name else "deny", left, right):
        if is_name and min(right.evidence.spent) < max(cue):
            continue
        if not is_name and not _is_about(scene, left, right, cue):
            continue
        if scene.own is not None and not is_name and not _is_denied(scene, left, right, cue):
            continue
        yield from _without(scene, left, right, cue)
    if not is_name and left.rule == MINUS and len(left.children) > 1:
        yield from _further(scene, left, right)
    for cue in scene.cue("others", left, right) if is_name and scene.own is None else ():
        yield from _without(scene, left, right, cue)
        return


def _is_about(scene: Scene, left: Item, right: Item, cue: frozenset[int]) -> bool:
    """Whether a denial is about what would be left out, and none about what would stay."""
    names, goes = scene.denied[cue], right.evidence.named
    return not stays_denied(scene, left) and not (names and goes and names.isdisjoint(goes))


def stays_denied(scene: Scene, item: Item) -> bool:
    """Whether a name that a denial is about is one by which the members of a set are told."""
    return any(not names.isdisjoint(_staying(item)) for names in scene.denied.values())


def _staying(item: Item) -> frozenset[int]:
    """Return the words of the names by which members of a set are told, but of what it lost."""
    if item.rule == MINUS and len(item.children) > 1:
        return _staying(item.children[0])
    if item.children:
        return frozenset[int]().union(*map(_staying, item.children))
    return item.evidence.named


def _further(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield a set without one more of what a denial lists: neither this, nor that."""
    for cue in scene.cue("listed", left, right):
        denied, more = left.children[1].evidence.named, right.evidence.named
        if denied and more and max(denied) < min(cue) <= max(cue) < min(more):
            match left.children[1].query, right.query:
                case Apply(relation), Apply(other) if relation == other:
                    yield from _without(scene, left, right, cue)


def _is_denied(scene: Scene, left: Item, right: Item, cue: frozenset[int]) -> bool:
    """Whether the word behind a denial is of what is left out, and not of what stays."""
    light = schema_lexicon().light
    behind = [at for at in sorted(scene.analysis.content) if at > max(cue)]
    behind = [at for at in behind if scene.normal[at] not in light] or behind
    return all(right.evidence.cover[at] > left.evidence.cover[at] for at in behind[:1])


def minus_part(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what a set loses by a test that is denied: those not published in the 1960s."""
    if item.rule not in NARROWING or not isinstance(item.query, Filter | Intersection):
        return
    for cue in scene.cue("deny", item):
        if scene.own is not None and not _is_denied(scene, item.children[0], item, cue):
            continue
        tested = item.evidence.spent - item.children[0].evidence.spent
        if scene.own is None and min(tested, default=0) < min(cue):
            continue
        evidence = item.evidence.spending(cue)
        query = Difference(item.children[0].things, item.things)
        made = scene.item(query, evidence, "minus", item)
        if made is not None:
            yield made


def others(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield a set without the name that it starts from: what else, who else, on the same one."""
    if len(item.evidence.links) != 1 or len(item.nodes) < 2:
        return
    name = Entity(item.evidence.links[0].id)
    for cue in (*scene.cue("others", item), *scene.cue("company", item))[:1]:
        made = scene.item(Difference(item.things, name), item.evidence.spending(cue), "minus", item)
        if made is not None and len(made.nodes) < len(item.nodes):
            yield made


def _without(scene: Scene, left: Item, right: Item, cue: frozenset[int]) -> Iterator[Item]:
    evidence = left.evidence.joined(right.evidence).spending(cue)
    query = Difference(left.things, right.things)
    made = scene.item(query, evidence, MINUS, left, right)
    if made is not None and (
        len(made.nodes) < len(left.nodes) or _may_share(scene, *made.children)
    ):
        yield made
    is_less = made is None or len(made.nodes) < len(left.nodes)
    if scene.asks_truth and (is_less or isinstance(right.query, Entity)):
        truth = scene.item(Existence(query), evidence, MINUS, left, right)
        if truth is not None:
            yield truth


def _may_share(scene: Scene, left: Item, right: Item) -> bool:
    """Whether things of one set could be in another, though none is: they have what makes it.

    The films that do not star somebody may all be without him. They are named before he is.
    """
    stays, goes = left.evidence.named, right.evidence.named
    if scene.own is not None or not stays or not goes or max(stays) > min(goes):
        return False
    match right.query:
        case Apply(Property(id_), Entity()):
            way = scene.way(id_)
            return way is not None and bool(among(np.array([way]), scene.around(left))[0])
        case _:
            return False

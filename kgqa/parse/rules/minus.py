"""What is in one set and not in another: `X - Y`, where a word denies or leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Difference, Entity, Filter, Intersection
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.schema_lexicon import schema_lexicon

NARROWING = ("filter", "type")
"""The rules whose items are parts of a set that a denial may leave out."""


def minus(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield a set without those that a denial is about, or that are named as exceptions."""
    is_name = isinstance(right.query, Entity)
    if isinstance(left.query, Entity) or int(left.nodes[0]) >= scene.graph.adjacency.entities:
        return
    for cue in scene.cue("except" if is_name else "deny", left, right):
        if is_name and min(right.evidence.spent) < max(cue):
            continue
        if scene.own is not None and not is_name and not _is_denied(scene, left, right, cue):
            continue
        yield from _without(scene, left, right, cue)
    for cue in scene.cue("others", left, right) if is_name and scene.own is None else ():
        yield from _without(scene, left, right, cue)
        return


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
    made = scene.item(Difference(left.things, right.things), evidence, "minus", left, right)
    if made is not None and len(made.nodes) < len(left.nodes):
        yield made

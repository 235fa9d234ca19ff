"""What stands to one thing in two relations that are joined: `r(X) & s(X)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Inverse, Property
from kgqa.parse.item import Item
from kgqa.parse.rules.meet import conjunction
from kgqa.parse.scene import Scene

MOST = 6
"""Second relations that are looked at: the most likely ones."""
SAID = 0.5
"""A word says a relation that covers it this far."""


def roles(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those who have another relation, too, to what a step started from: wrote and directed.

    Of the two relations one is said before the word that joins them, and the other behind it.
    """
    way = _way(scene, item)
    if scene.own is not None or way is None:
        return
    (child,) = item.children
    for cue in scene.cue("both", item):
        if not _is_said(scene, way, range(min(cue))):
            continue
        behind = range(max(cue) + 1, len(scene.analysis.words))
        ways = scene.around(child)
        for other, likely in scene.likeliest(child, ways[(ways & 1) == (way & 1)], MOST):
            if other == way or not _is_said(scene, other, behind):
                continue
            query = conjunction(item.things, Apply(scene.relation(other), child.things))
            evidence = scene.saying(item.evidence, other, likely).spending(cue)
            made = scene.item(query, evidence, "meet", item)
            if made is not None:
                yield made


def _way(scene: Scene, item: Item) -> int | None:
    """Return the way that a step followed."""
    if item.rule != "step" or len(item.children) != 1:
        return None
    match item.query:
        case Apply(Property(id_), _):
            way = scene.way(id_)
            return None if way is None else way + 1
        case Apply(Inverse(Property(id_)), _):
            return scene.way(id_)
        case _:
            return None


def _is_said(scene: Scene, way: int, places: range) -> bool:
    cover = scene.alignment.cover(way)
    return any(cover[place] >= SAID for place in places)

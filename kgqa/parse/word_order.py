"""How the words of a reading lie: what says a property stands by what the property leads from.

In `the wife of the director of Titanic` the property that is followed first stands next to the
name, and no other name stands between a property and its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kgqa.parse.alignment import Floats
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

SAID = 0.5
"""A word says a property if it is covered by it this far."""


@dataclass(frozen=True, slots=True)
class Said:
    """A property that an item follows, by the word that says it best."""

    at: int
    """The place of the word; -1 where none says it."""
    source: frozenset[int]
    """The words of the names that it leads from."""
    before: int
    """The place of the word for the property that is followed before it; -1 where there is none."""


def word_order(scene: Scene, item: Item) -> dict[str, float]:
    """Return how far the words of an item lie apart, cross, and stand in the wrong order."""
    said = list(_steps(scene, item))
    heard = [one for one in said if one.at >= 0 and one.source]
    gaps = [min(abs(one.at - place) for place in one.source) for one in heard]
    places = [one.at for one in said if one.at >= 0]
    return {
        "widest": float(max(gaps, default=0)),
        "crossed": float(sum(_crossed(scene, one) for one in heard)),
        "inverted": float(sum(map(_is_inverted, heard))),
        "doubled": float(len(places) - len({*places})),
    }


def _steps(scene: Scene, item: Item) -> Iterator[Said]:
    """Yield the properties that an item follows, those of its parts first."""
    known = sum(len(child.evidence.ways) for child in item.children)
    before = -1
    for child in item.children:
        for one in _steps(scene, child):
            yield one
            before = one.at
    source = _source(item)
    for way in item.evidence.ways[known:]:
        at = _place(scene, way)
        yield Said(at, source, before if len(item.children) == 1 else -1)


def _source(item: Item) -> frozenset[int]:
    """Return the words of the names that an item leads from; else all words of its parts."""
    (first, *others) = item.children or (item,)
    if others:
        return frozenset()
    return first.evidence.named or first.evidence.spent


def _place(scene: Scene, way: int) -> int:
    """Return the place of the word that says a property best; -1 where none does."""
    cover: Floats = np.maximum(scene.alignment.cover(2 * way), scene.alignment.cover(2 * way + 1))
    at = int(cover.argmax()) if len(cover) else -1
    return at if at >= 0 and cover[at] >= SAID else -1


def _crossed(scene: Scene, said: Said) -> int:
    """Return how many other names stand between a property and what it leads from."""
    near = min(said.source, key=lambda place: abs(place - said.at))
    between = {*range(min(near, said.at) + 1, max(near, said.at))}
    names = [name[0].places for name in scene.linked.names if name and name[0].is_name]
    return sum(not places & said.source and bool(places & between) for places in names)


def _is_inverted(said: Said) -> bool:
    """Whether a property stands nearer to the name than the one that is followed before it."""
    if said.before < 0:
        return False
    near = min(said.source, key=lambda place: abs(place - said.before))
    is_same_side = (said.at < near) == (said.before < near)
    return is_same_side and abs(said.at - near) < abs(said.before - near)

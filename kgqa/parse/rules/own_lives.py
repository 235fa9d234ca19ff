"""Ages, the living and the dead of a graph of one's own, whose schema calls birth and death so."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Difference,
    Existence,
    Filter,
    Inverse,
    Property,
    Query,
    Things,
    Years,
)
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene


def own_age(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the years from when the one member of a set began to its end, or until today."""
    for cue in scene.cue("age", item) if len(item.nodes) == 1 else ():
        for begin, end in _lives(scene):
            first = Apply(Inverse(scene.property(begin)), item.things)
            day = scene.analysis.today
            evidence = scene.saying(item.evidence, begin, 0.0).spending(cue)
            until: Things = Date(day.year, day.month, day.day)
            if end is not None:
                last = Apply(Inverse(scene.property(end)), item.things)
                if scene.item(last, evidence, "") is not None:
                    evidence, until = scene.saying(evidence, end, 0.0), last
            made = scene.item(Years(first, until), evidence, "age", item)
            if made is not None and min(scene.numbers(made)) >= 0:
                yield made


def own_living(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set whose death is told, or those of whom none is."""
    for name, is_dead in (("alive", False), ("dead", True)):
        for words in scene.cue(name, item)[:1]:
            for end in [end for _, end in _lives(scene) if end is not None]:
                things = _set_of(scene, item.things, scene.property(end), is_dead=is_dead)
                query: Query = Existence(things) if scene.asks_truth else things
                made = scene.item(query, item.evidence.spending(words), "living", item)
                if made is not None:
                    yield made


def _set_of(scene: Scene, things: Things, died: Property, *, is_dead: bool) -> Things:
    if is_dead:
        day = scene.analysis.today
        return Filter(things, (Condition(died, "<=", Date(day.year, day.month, day.day)),))
    return Difference(things, Apply(died, Apply(Inverse(died), things)))


def _lives(scene: Scene) -> tuple[tuple[int, int | None], ...]:
    """Return the ways to the dates of beginnings and of ends, birth and death first."""
    return scene.own.facts.lives if scene.own is not None else ()

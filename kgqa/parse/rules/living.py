"""Who of a set is alive, and who is dead: `X[born >= b] - died(^died(X))`, `X[died <= today]`."""

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
)
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.world import world


def living(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set that are as the words say: alive, or dead."""
    kinds = (("alive", _alive), ("dead", _dead)) if scene.own is None else ()
    for cue, set_ in kinds:
        for words in scene.cue(cue, item)[:1]:
            things = set_(scene, item.things)
            query: Query = Existence(things) if scene.asks_truth else things
            made = scene.item(query, item.evidence.spending(words), "living", item)
            if made is not None:
                yield made


def _alive(scene: Scene, things: Things) -> Things:
    """Return those whose death is not told, and who are not too old for that."""
    begin, end = world().lives[0]
    day = scene.analysis.today
    oldest = Date(day.year - world().longest_life, day.month, day.day)
    born = Filter(things, (Condition(Property(begin), ">=", oldest),))
    died = Property(end)
    return Difference(born, Apply(died, Apply(Inverse(died), things)))


def _dead(scene: Scene, things: Things) -> Things:
    day = scene.analysis.today
    ended = Condition(Property(world().lives[0][1]), "<=", Date(day.year, day.month, day.day))
    return Filter(things, (ended,))

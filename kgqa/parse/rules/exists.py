"""Whether there are any in a set: `exists(X)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.algebra import Apply, Existence, Things
from kgqa.parse.item import Evidence, Item
from kgqa.parse.scene import Scene

SAID = 0.3
"""A word says a property that covers it this far."""


def exists(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether there are any in a set, where the question asks whether, and says the set."""
    if scene.asks_truth and isinstance(item.query, Apply) and _is_all(scene, item):
        made = scene.item(Existence(item.things), item.evidence, "exists", item)
        if made is not None:
            yield made


def _is_all(scene: Scene, item: Item) -> bool:
    """Whether nothing else is asked of a set, and every step to it has a word of its own.

    Whoever is older than 60 has a date of birth, but that is not what was asked.
    """
    if scene.own is not None:
        return True
    tested = [words for _, words in scene.traits]
    tested += [*scene.cue("than", item), *scene.cue("alive", item)]
    if any(not words & item.evidence.spent for words in tested):
        return False
    return are_values_used(scene, item.evidence) and are_said(scene, item.evidence)


def are_values_used(scene: Scene, evidence: Evidence) -> bool:
    """Whether no date or amount of a question is left, of which its truth depends."""
    return scene.own is not None or all(words & evidence.spent for _, words in scene.values)


def are_said(scene: Scene, evidence: Evidence) -> bool:
    """Whether different words say the properties that were followed."""
    words = sorted(scene.analysis.content - evidence.named)
    covers = [scene.alignment.cover(2 * place) for place in evidence.ways]
    return _apart([frozenset(i for i in words if cover[i] >= SAID) for cover in covers])


def _apart(said: Sequence[frozenset[int]], taken: frozenset[int] = frozenset()) -> bool:
    """Whether each of some sets of words has a word that no other one takes."""
    if not said:
        return True
    return any(_apart(said[1:], taken | {word}) for word in said[0] - taken)


def narrowed(
    scene: Scene, things: Things, evidence: Evidence, rule: str, *children: Item
) -> Iterator[Item]:
    """Yield a narrowed set, and where that is asked, that there are some in it.

    Where two sets have nothing in common, that may be for want of facts: it is not said, but of
    graphs of one's own, which have what they tell of.
    """
    made = scene.item(things, evidence, rule, *children)
    if made is not None:
        yield made
    if scene.asks_truth:
        truth = scene.item(Existence(things), evidence, "exists", *children)
        if truth is not None and (truth.value is True or scene.own is not None):
            yield truth

"""What is in any of two sets: `X | Y`, where the question offers a choice."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Apply, Entity, Union
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

SAID = 0.5
"""A word says what it covers this far."""


def union(scene: Scene, left: Item, right: Item) -> Iterator[Item]:
    """Yield the two things, or sets of them, that stand on both sides of an `or`."""
    place = scene.analysis.alternative
    if place is None or place in left.evidence.spent | right.evidence.spent:
        return
    if not left.evidence.spent or not right.evidence.spent:
        return
    if not max(left.evidence.spent) < place < min(right.evidence.spent):
        return
    if not _are_of_a_kind(scene, left, right) or not _are_described(scene, left, right, place):
        return
    evidence = left.evidence.joined(right.evidence).spending(frozenset({place}))
    made = scene.item(Union((left.things, right.things)), evidence, "union", left, right)
    if made is not None:
        yield made


def _are_of_a_kind(scene: Scene, left: Item, right: Item) -> bool:
    """Whether one may choose between two: not between a person and an office, or a date.

    Of what the graph does not tell the kind, it may be any.
    """
    nodes = [int(one.nodes[0]) for one in (left, right)]
    values = [node >= scene.graph.adjacency.entities for node in nodes]
    if any(values):
        return all(values)
    kinds = [frozenset(scene.types(node)) for node in nodes]
    return scene.own is not None or not all(kinds) or not kinds[0].isdisjoint(kinds[1])


def _are_described(scene: Scene, left: Item, right: Item, place: int) -> bool:
    """Whether words say how what is not named itself is described, each on its side of the `or`.

    Abraham Lincoln or George Washington are no office of either. Where both are described alike,
    it is enough to say it of the first: the director of Titanic, or of Inception.
    """
    if scene.own is not None:
        return True
    ordering = [one for one in _ordering(scene) if one < min(left.evidence.named, default=place)]
    first = max(ordering, default=-1) + 1
    is_said = _is_described(left, range(first, place))
    return is_said and (
        _is_described(right, range(place, len(scene.normal))) or _are_alike(left, right)
    )


def _ordering(scene: Scene) -> list[int]:
    """Return the places of the words that say by what is chosen."""
    analysis = scene.analysis
    most = [analysis.most[0]] if analysis.most is not None else []
    ordinal = [analysis.ordinal[0]] if analysis.ordinal is not None else []
    return [*(measure.place for measure in analysis.measures), *most, *ordinal]


def _is_described(item: Item, places: range) -> bool:
    evidence = item.evidence
    if isinstance(item.query, Entity):
        return True
    return any(evidence.cover[one] >= SAID for one in places if one not in evidence.named)


def _are_alike(left: Item, right: Item) -> bool:
    match left.query, right.query:
        case Apply(relation), Apply(other):
            return relation == other
        case _:
            return False

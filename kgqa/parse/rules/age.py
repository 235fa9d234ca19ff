"""How old something is or was, and how long it lasted: `years(^begin(X), ^end(X))`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa_store.adjacency_terms import DATE_NODE

from kgqa.algebra import Apply, Date, Entity, Inverse, Property, Things, Years
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.compare import compare_value
from kgqa.parse.rules.exists import are_said
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

CUES = ("age", "lasting")
"""The cues that ask for a number of years."""
DATES = 3
"""Dates of what somebody lived through: the likeliest ones."""


def age(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the years from when the one member of a set began to its end, or until today."""
    for begin, end, evidence in _lives(scene, item):
        until = _of(end, item)
        if scene.item(until, evidence, "") is None:
            day = scene.analysis.today
            until = Date(day.year, day.month, day.day)
        yield from _years(scene, _of(begin, item), until, evidence, item)


def age_then(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield the years from when one thing began to a date, or to when another was."""
    if len(other.nodes) != 1:
        return
    if scene.graph.term(int(other.nodes[0])).kind == DATE_NODE:
        for begin, _, evidence in _lives(scene, item):
            joined = evidence.joined(other.evidence)
            yield from _years(scene, _of(begin, item), other.things, joined, item, other)
        return
    ways = scene.around(other)
    dates = scene.likeliest(other, ways[scene.ways.timed[ways]], DATES)
    for begin, _, evidence in _lives(scene, item):
        joined = evidence.joined(other.evidence)
        for way, likely in dates:
            until = _of(scene.property(way).id, other)
            told = scene.saying(joined, way, likely)
            yield from _years(scene, _of(begin, item), until, told, item, other)


def _lives(scene: Scene, item: Item) -> Iterator[tuple[str, str, Evidence]]:
    """Yield the properties by which the one member of a set begins and ends."""
    numbers = _numbers(scene)
    cues = [cue - numbers for name in CUES for cue in scene.cue(name, item)]
    cues += _beside_numbers(scene, item)
    lives = world().lives
    if not cues and _is_bare(scene, item):
        cues, lives = [frozenset()], lives[:1]  # somebody is over 40, and no city
    if not cues or len(item.nodes) != 1:
        return
    if scene.asks_truth and scene.own is None and not are_said(scene, item.evidence):
        return
    ways = scene.around(item)
    for begin, end in lives:
        way = scene.way(begin)
        if way is not None and way in ways:
            yield begin, end, item.evidence.spending(cues[0])


def _numbers(scene: Scene) -> frozenset[int]:
    """Return the words of numbers with which a truth compares: under the age of 30."""
    values = scene.values if scene.asks_truth else []
    return frozenset[int]().union(*(words for _, words in values))


def _is_bare(scene: Scene, item: Item) -> bool:
    """Whether a truth says nothing but somebody, and more or less than what number."""
    numbers = _numbers(scene)
    if not isinstance(item.query, Entity):
        return False
    return bool(numbers) and scene.analysis.content <= item.evidence.spent | numbers


def _beside_numbers(scene: Scene, item: Item) -> Iterator[frozenset[int]]:
    """Yield the words that speak of an age, or of a time, where a truth has a number of years."""
    if scene.asks_truth and scene.values:
        yield from scene.cue("lived", item)
        numbers = _numbers(scene)
        for measure in scene.analysis.measures:
            if world().lives[0][0] in measure.adjective.keys:
                yield frozenset({measure.place}) - numbers


def _of(property_: str, item: Item) -> Things:
    return Apply(Inverse(Property(property_)), item.things)


def _years(
    scene: Scene, start: Things, end: Things, evidence: Evidence, *children: Item
) -> Iterator[Item]:
    made = scene.item(Years(start, end), evidence, "age", *children)
    if made is not None and min(scene.numbers(made)) >= 0:
        yield made
        yield from compare_value(scene, made)

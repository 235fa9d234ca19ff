"""What was so at the time of something else: `r{begin <= e, end >= s}(X)`, `X[r >= s, r <= e]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from kgqa_store.adjacency_terms import DATE_NODE

from kgqa.algebra import Apply, Condition, Entity, Filter, Inverse, Property, Qualified, Things
from kgqa.parse.item import Evidence, Item
from kgqa.parse.rules.exists import narrowed
from kgqa.parse.rules.qualifier import statements
from kgqa.parse.scene import Scene
from kgqa.parse.world import world

MOST = 2
"""Dates of the members of a set that are looked at: the most likely ones."""

Span: TypeAlias = tuple[Things, Things]
"""The first and the last date of a time."""


def during(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield what of a name, or of a set, was so while something else was, or at a date of it."""
    if scene.own is not None or len(other.nodes) != 1 or not other.evidence.spent:
        return
    joined = item.evidence.joined(other.evidence)
    for cue in scene.cue("during", item, other):
        if 0 in cue or min(other.evidence.spent) < max(cue):
            continue
        for first, last in _spans(scene, other):
            said = joined.spending(cue)
            if isinstance(item.query, Entity):
                yield from _held(scene, item, other, (first, last), said)
            elif len(item.nodes) > 1:
                yield from _dated(scene, item, other, (first, last), said)


def _spans(scene: Scene, item: Item) -> Iterator[Span]:
    """Yield the times that a date, or the dates of a thing, stand for."""
    node = int(item.nodes[0])
    if scene.graph.term(node).kind == DATE_NODE:
        yield item.things, item.things
        return
    known = frozenset(scene.around(item).tolist())
    moment = world().moment
    for begin, end in (*world().lives[1:], (moment, moment)):
        ways = scene.way(begin), scene.way(end)
        if None not in ways and known.issuperset(ways):
            yield _of(begin, item), _of(end, item)


def _of(property_: str, item: Item) -> Things:
    return Apply(Inverse(Property(property_)), item.things)


def _held(scene: Scene, item: Item, other: Item, span: Span, said: Evidence) -> Iterator[Item]:
    """Yield what the statements of a name lead to that held at a time."""
    begin, end = world().begin, world().end
    places = {way >> 1 for one in (begin, end) if (way := scene.way(one)) is not None}
    conditions = (
        Condition(Property(begin), "<=", span[1]),
        Condition(Property(end), ">=", span[0]),
    )
    for way, evidence, qualifiers in statements(scene, item):
        if len(places) == 2 and places <= qualifiers.keys():
            relation = Qualified(scene.property(way), conditions)
            query = Apply(relation if way & 1 else Inverse(relation), item.things)
            made = scene.item(query, evidence.joined(said), "qualifier", item, other)
            if made is not None:
                yield made


def _dated(scene: Scene, item: Item, other: Item, span: Span, said: Evidence) -> Iterator[Item]:
    """Yield the members of a set with a date in a time."""
    ways = scene.around(item)
    for way, likely in scene.likeliest(item, ways[scene.ways.timed[ways]], MOST):
        key = scene.property(way)
        conditions = Condition(key, ">=", span[0]), Condition(key, "<=", span[1])
        evidence = scene.saying(said, way, likely)
        yield from narrowed(scene, Filter(item.things, conditions), evidence, "filter", item, other)

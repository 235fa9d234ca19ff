"""What is so at the time of asking: `X - r{end <= today}(Y)`, `argmax(X, r(Y)@begin)`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Difference,
    Inverse,
    Property,
    Qualified,
    Stated,
    Superlative,
    Things,
)
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene
from kgqa.parse.world import world


def now(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield what of a set has not ended, and what began last, where the present is asked about."""
    if scene.own is not None or len(item.nodes) < 2 or not isinstance(item.query, Apply):
        return  # graphs of one's own have no qualifiers by which anything begins and ends
    if not _are_things(scene, item):
        return
    cues = scene.cue("now", item)
    if not cues:
        return
    evidence = item.evidence.spending(cues[0])
    for query in _present(scene, item.query):
        made = scene.item(query, evidence, "now", item)
        if made is not None and len(made.nodes) < len(item.nodes):
            yield made


def _are_things(scene: Scene, item: Item) -> bool:
    """Whether a set is of entities: of numbers, what has ended would be subtracted."""
    return bool(item.nodes[0] < scene.graph.adjacency.entities)


def _present(scene: Scene, query: Apply) -> Iterator[Things]:
    """Yield the expressions for what of a step has not ended, and for what began last."""
    match query.relation:
        case Property() as property_:
            pass
        case Inverse(Property() as property_):
            pass
        case _:
            return
    day = scene.analysis.today
    until = Condition(Property(world().end), "<=", Date(day.year, day.month, day.day))
    ended = Qualified(property_, (until,))
    is_turned = isinstance(query.relation, Inverse)
    yield Difference(query, Apply(Inverse(ended) if is_turned else ended, query.things))
    begun = Stated(query.relation, query.things, Property(world().begin))
    yield Superlative("max", query, begun)

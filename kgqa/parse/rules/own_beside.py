"""What the statements of a graph of one's own say beside: in what role, how long, who was first."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Entity,
    Existence,
    Property,
    Query,
    Stated,
    Superlative,
    Text,
    Things,
    Told,
    Years,
)
from kgqa.parse.item import Item
from kgqa.parse.rules.qualifier import BETWEEN, by_qualifier, statements
from kgqa.parse.scene import IMPLIED, Scene
from kgqa.parse.schema_lexicon import schema_lexicon


def qualified_by_text(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield what the statements of a name lead to that say a text beside: as a director."""
    if scene.own is None or not isinstance(item.query, Entity) or not isinstance(other.query, Text):
        return
    if item.evidence.spent & other.evidence.spent:
        return
    for way, said, qualifiers in statements(scene, item):
        for place, values in qualifiers.items():
            texts = {scene.graph.text(node).partition("\0")[0] for node in values.tolist()}
            if other.query.text in texts:
                condition = Condition(scene.property(2 * place), "=", other.query)
                evidence = said.joined(other.evidence).saying(
                    place, IMPLIED, scene.alignment.cover_qualifier(place)
                )
                yield from by_qualifier(scene, item, way, ((condition,), evidence), (other,))


def own_lasted(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield for how many years a statement between two names held, or has held until today."""
    if scene.own is None or item.evidence.spent & other.evidence.spent:
        return
    if not isinstance(item.query, Entity) or not isinstance(other.query, Entity):
        return
    joined = item.evidence.joined(other.evidence)
    for cue in scene.cue("lasting", item, other)[:1]:
        for way, chance in scene.stated(item, BETWEEN):
            found = [] if way & 1 else scene.qualifiers_between(item, way, other).tolist()
            begin, end = (_of(scene, found, words) for words in schema_lexicon().spans)
            if begin is not None:
                evidence = scene.saying(joined, way, chance).spending(cue)
                years = _between(scene, way, item, other, begin, end)
                made = scene.item(years, evidence, "age", item, other)
                if made is not None:
                    yield made


def first_or_last(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of whom something was said first, last, or for the longest time."""
    match item.query:
        case Apply(Property() as relation, Entity() as things) if scene.own is not None:
            pass
        case _:
            return
    way = scene.way(relation.id)
    qualifiers = scene.qualifiers(item.children[0], way + 1) if way is not None else {}
    begin = _of(scene, list(qualifiers), schema_lexicon().spans[0])
    if begin is None or len(item.nodes) < 2:
        return
    key = Stated(relation, things, scene.property(2 * begin))
    firsts = schema_lexicon().firsts
    for place, word in enumerate(scene.normal):
        if word in firsts and place not in item.evidence.spent:
            extreme = "min" if firsts[word] == "first" else "max"
            query = Superlative(extreme, item.things, key)  # type: ignore[arg-type]
            evidence = item.evidence.spending(frozenset({place}))
            made = scene.item(query, evidence, "order", item)
            if made is not None:
                yield made


def claimed_beside(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield whether there is anything of the kind that a qualifier tells of a name."""
    if scene.own is not None and scene.asks_truth and item.rule == "qualifier":
        query: Query = Existence(item.things)
        made = scene.item(query, item.evidence, "exists", item)
        if made is not None:
            yield made


def _of(scene: Scene, places: list[int], words: frozenset[str]) -> int | None:
    """Return the first of some qualifiers whose names have any of some words."""
    for place in places:
        names = scene.ways.names[place]
        if scene.ways.timed[2 * place] and any(not words.isdisjoint(name) for name in names):
            return place
    return None


def _between(scene: Scene, way: int, item: Item, other: Item, begin: int, end: int | None) -> Years:
    """Return the years between two dates that a statement has."""
    relation = scene.property(way)
    since = Told(item.things, Stated(relation, other.things, scene.property(2 * begin)))
    day = scene.analysis.today
    until: Things = Date(day.year, day.month, day.day)
    if end is not None:
        until = Told(item.things, Stated(relation, other.things, scene.property(2 * end)))
    return Years(since, until)

"""Those of a set with so many, or the most, of something: `X[count(r & Y) > n]`.

Over a graph of one's own a noun behind a number or behind `most` says what is counted: the
departments with more than five managers, the artist with the most works in the attic.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import (
    Apply,
    Comparator,
    Entity,
    Having,
    Intersection,
    Inverse,
    Number,
    Superlative,
    Tally,
    Things,
    Type,
)
from kgqa.parse import quantities
from kgqa.parse.item import Evidence, Item
from kgqa.parse.scene import Scene

COUNTED = 4
"""Ways to what is counted: the likeliest ones."""
NEAR = 2
"""So many words may stand between a number and the noun behind it."""
SAID = 0.7
"""A word says a property if it is covered by it this far."""


def having(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set with so many of what stands behind a number."""
    if scene.own is None or len(item.nodes) < 2 or not _are_entities(scene, item):
        return
    for comparator, number, words in _numbers(scene, item):
        for tally, evidence in _tallies(scene, item, max(words)):
            query = Having(item.things, tally, comparator, number)
            made = scene.item(query, evidence.spending(words), "having", item)
            if made is not None:
                yield made


def most_counted(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield those of a set with the most, or the fewest, of what stands behind that word."""
    most = scene.analysis.most
    if scene.own is None or most is None or len(item.nodes) < 2 or not _are_entities(scene, item):
        return
    if most[0] in item.evidence.spent or not _noun_behind(scene, most[0]):
        return
    for tally, evidence in _tallies(scene, item, most[0]):
        query = Superlative(most[1], item.things, tally)
        made = scene.item(query, evidence.spending(frozenset({most[0]})), "order", item)
        if made is not None and len(made.nodes) < len(item.nodes):
            yield made


def having_of(scene: Scene, item: Item, other: Item) -> Iterator[Item]:
    """Yield those of a set with so many, or the most, of what is in another set."""
    if scene.own is None or len(item.nodes) < 2 or not _are_entities(scene, item):
        return
    if isinstance(other.query, Entity | Type) or not _are_entities(scene, other):
        return
    ends: list[tuple[frozenset[int], tuple[Comparator, Number] | None]] = [
        (words, (comparator, number)) for comparator, number, words in _numbers(scene, item, other)
    ]
    most = scene.analysis.most
    if most is not None and most[0] not in item.evidence.spent | other.evidence.spent:
        ends.append((frozenset({most[0]}), None))
    for words, number in ends:
        counted = _noun_behind(scene, max(words))
        for tally, evidence in _shared(scene, item, other, counted):
            query: Things
            if number is not None:
                query = Having(item.things, tally, *number)
            else:
                assert most is not None  # noqa: S101 - there is a number, or the most
                query = Superlative(most[1], item.things, tally)
            made = scene.item(query, evidence.spending(words), "having", item, other)
            if made is not None and len(made.nodes) < len(item.nodes):
                yield made


def _are_entities(scene: Scene, item: Item) -> bool:
    return item.is_set and int(item.nodes[0]) < scene.graph.adjacency.entities


def _numbers(scene: Scene, *items: Item) -> Iterator[tuple[Comparator, Number, frozenset[int]]]:
    """Yield the whole numbers of a question that no item has used, with how they compare."""
    for value, words in scene.values:
        is_free = not any(words & one.evidence.spent for one in items)
        if isinstance(value, quantities.Number) and words and is_free and not value.value % 1:
            yield value.comparator, Number(value.value), words


def _noun_behind(scene: Scene, place: int) -> frozenset[int]:
    """Return the places of the noun behind a place; nothing where none is near."""
    for noun in sorted(scene.linked.nouns, key=lambda one: min(one.places)):
        if place < min(noun.places) <= place + NEAR:
            return noun.places
    return frozenset()


def _tallies(scene: Scene, item: Item, place: int) -> Iterator[tuple[Tally, Evidence]]:
    """Yield the counts of what the words behind a place say, with their evidence."""
    nouns = [one for one in scene.linked.nouns if one.places == _noun_behind(scene, place)]
    spent = item.evidence.spent
    ways = scene.around(item)
    for way, likely in scene.likeliest(item, ways[~scene.ways.ordered[ways]], COUNTED):
        relation = scene.property(way) if not way & 1 else Inverse(scene.property(way))
        evidence = scene.saying(item.evidence, way, likely)
        for noun in nouns:
            if noun.places & spent or not noun.classes:
                continue
            for within in _within(scene, item, way, noun.classes[0]):
                yield Tally(relation, within), evidence.spending(noun.places)
        said = scene.alignment.cover(way)[place + 1 : place + 1 + NEAR]
        if not nouns and len(said) and max(said) >= SAID:
            yield Tally(relation), evidence


def _within(scene: Scene, item: Item, way: int, class_: str) -> Iterator[Things | None]:
    """Yield what is counted of what a way leads to: nothing more where all are of a class."""
    found = scene.item(Apply(scene.relation(way), item.things), item.evidence, "")
    if found is None or not _are_entities(scene, found):
        return
    kind = Type(Entity(class_))
    both = scene.item(Intersection((found.things, kind)), item.evidence, "")
    if both is not None:
        yield None if len(both.nodes) == len(found.nodes) else kind


def _shared(
    scene: Scene, item: Item, other: Item, counted: frozenset[int]
) -> Iterator[tuple[Tally, Evidence]]:
    """Yield the counts of what ways from one set have in another."""
    joined = item.evidence.joined(other.evidence)
    ways = scene.around(item)
    for way, likely in scene.likeliest(item, ways[~scene.ways.ordered[ways]], COUNTED):
        reached = scene.item(Apply(scene.relation(way), item.things), joined, "")
        if reached is None:
            continue
        both = scene.item(Intersection((reached.things, other.things)), joined, "")
        if both is None or not 1 < len(both.nodes) < len(reached.nodes):
            continue  # where all are in the other set, it says nothing
        relation = scene.property(way) if not way & 1 else Inverse(scene.property(way))
        evidence = scene.saying(joined, way, likely)
        if counted and not counted & other.evidence.spent:
            nouns = [one for one in scene.linked.nouns if one.places == counted]
            wanted = {scene.graph.entity(class_) for one in nouns for class_ in one.classes}
            if wanted.isdisjoint(scene.types(int(both.nodes[0]))):
                continue
            evidence = evidence.spending(counted)
        yield Tally(relation, other.things), evidence

"""What a question orders things by: adjectives, and properties that words name; and sets in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.parse.orders import at_place, extreme_of
from kgqa.parse.property_words import stems_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.tallies import most_by_words
from kgqa.parse.turns import in_turn, longest, numbered, oldest
from kgqa.parse.words import Adjective, cue_set

LONGEST = 3
"""Words that a property is called by, at most."""
MEASURED = frozenset({"Quantity", "Time"})
"""Datatypes of properties whose values have an order."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """What things are ordered by, and the places of the words that say so."""

    adjective: Adjective
    places: frozenset[int]


def orderings(walker: Walker) -> list[Ordering]:
    """Return what the question orders by, what its words name before what adjectives measure."""
    analysis = walker.analysis
    # Higher than 8,000 metres is no order, nor is over a million inhabitants.
    beside = {place + step for place in analysis.bounds for step in (-1, 0, 1)}
    measures = [m for m in analysis.measures if m.place not in beside]
    sizes = [(m.place, m.adjective.extreme) for m in measures if m.adjective.is_size]
    if analysis.most is not None:
        sizes.append(analysis.most)
    if not sizes:
        return [Ordering(m.adjective, frozenset({m.place})) for m in measures]
    place, extreme = sizes[-1]
    found = [
        Ordering(Adjective(keys, extreme, is_named=True), places | {place})
        for places, keys in named_amounts(walker)
    ]
    for measure in measures:
        adjective = measure.adjective
        if measure.place != place:
            # "lowest grossing", "smallest population", "least populated": the size says which end.
            adjective = Adjective(adjective.keys, extreme)
        found.append(Ordering(adjective, frozenset({measure.place, place})))
    return found


def named_amounts(walker: Walker) -> list[tuple[frozenset[int], tuple[str, ...]]]:
    """Return the properties with an order that words name, longer names first."""
    words = walker.analysis.words
    # "of all time" names no time.
    free = [
        place
        for place in sorted(walker.free & walker.analysis.content)
        if words[place].normal not in cue_set("universal")
    ]
    runs: list[list[int]] = []
    for place in free:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    found: dict[frozenset[int], tuple[str, ...]] = {}
    for run in runs:
        for length in range(min(LONGEST, len(run)), 0, -1):
            for start in range(len(run) - length + 1):
                places = frozenset(run[start : start + length])
                if any(places < longer for longer in found):
                    continue
                if keys := _called(walker, places):
                    found[places] = keys
    return sorted(found.items(), key=lambda one: -len(one[0]))


def _called(walker: Walker, places: frozenset[int]) -> tuple[str, ...]:
    """Return the properties with an order that are called by the words at some places."""
    words = [walker.analysis.words[place] for place in sorted(places)]
    stems = frozenset(word.stem for word in words)
    schema = walker.kinds.schema
    found = []
    for one in schema.find_property(" ".join(word.normal for word in words), 12):
        entry = schema.property(one.id)
        if entry is None or entry.datatype not in MEASURED or not entry.edges:
            continue
        if stems in walker.called.called(one.id).amounts:
            found.append((-entry.edges, one.id))
    return tuple(id_ for _, id_ in sorted(found))


def is_of_one(walker: Walker, sketch: Sketch) -> bool:
    """Whether a set is what a place has one of, at a time, though no word calls it so.

    The largest city of a country is not the largest of those that were its capital.
    """
    if len(sketch.relations) != 1 or not walker.analysis.measures:
        return False
    property_ = sketch.relations[0][0]
    entry = walker.kinds.schema.property(property_) if property_ in cue_set("ones") else None
    said = {word.stem for word in walker.analysis.words}
    return entry is not None and not said & stems_of(entry.label.split())


def ordered(
    walker: Walker, named: Sequence[Ordering], base: Sketch
) -> Iterator[tuple[str, Sketch]]:
    """Yield what a set has at the place, or at the end, that the question asks for."""
    analysis = walker.analysis
    if analysis.ordinal is not None:
        place, number = analysis.ordinal
        where = frozenset({place})
        placed = [(at_place(walker, base, number, where), "")]
        # Who was born first is not the first president; where someone played last is the last
        # of the teams that he played for.
        before = max((p for p in analysis.content if p < place), default=place)
        is_held = analysis.words[before].stem in cue_set("holding")
        if before in base.explained or is_held or any(p > place for p in analysis.content):
            placed += [
                (numbered(walker, base, number, where), "numbered"),
                (in_turn(walker, base, number, where), "turn"),
            ]
        for sketch, features in placed:
            if sketch is not None:
                yield "ordinal", replace(sketch, note=features)
    is_named = False
    for ordering in named:
        where, adjective = ordering.places, ordering.adjective
        note = "named" if ordering.adjective.is_named else ""
        if analysis.ordinal is not None and analysis.ordinal[0] in where:
            continue
        if analysis.ordinal is not None and analysis.ordinal[1] > 1:
            place, number = analysis.ordinal
            sketch = at_place(walker, base, number, where | {place}, adjective)
            if sketch is not None:
                yield "ordinal", replace(sketch, note=note)
        if (held := longest(walker, base, adjective, where)) is not None:
            yield "superlative", replace(held, note="turn")
        if (then := oldest(walker, base, adjective, where)) is not None:
            yield "superlative", replace(then, note="turn")
            continue
        sketch = extreme_of(walker, base, adjective, where)
        if sketch is not None:
            is_named |= ordering.adjective.is_named
            yield "superlative", replace(sketch, note=note)
    if analysis.most is not None and not is_named:
        place, extreme = analysis.most
        for found in most_by_words(walker, base, extreme, frozenset({place})):
            yield "superlative", found

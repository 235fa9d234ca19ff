"""What a question orders things by: its adjectives, and the properties that its words name."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.parse.sketches import Walker
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
    sizes = [(m.place, m.adjective.extreme) for m in analysis.measures if m.adjective.is_size]
    if analysis.most is not None:
        sizes.append(analysis.most)
    if not sizes:
        return [Ordering(m.adjective, frozenset({m.place})) for m in analysis.measures]
    place, extreme = sizes[-1]
    found = [
        Ordering(Adjective(keys, extreme, is_named=True), places | {place})
        for places, keys in _named(walker)
    ]
    for measure in analysis.measures:
        adjective = measure.adjective
        if measure.place != place:
            # "lowest grossing", "smallest population", "least populated": the size says which end.
            adjective = Adjective(adjective.keys, extreme)
        found.append(Ordering(adjective, frozenset({measure.place, place})))
    return found


def _named(walker: Walker) -> list[tuple[frozenset[int], tuple[str, ...]]]:
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

"""Orders by what the words name: who has most of something, counted or measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from kgqa.algebra import Inverse, Key, Property, Superlative, Tally
from kgqa.parse.members import Literal
from kgqa.parse.sketches import Sketch, Walker

FEW = 60
"""A set with more members is not counted through."""
LEAST = 0.55
"""A property that the words say less well is not what is counted."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A key that the words may name, and what each member has of it."""

    key: Key
    property: str
    score: float
    amounts: dict[str, float]


def most_by_words(
    walker: Walker, sketch: Sketch, extreme: OneOf["max", "min"], places: frozenset[int]
) -> Iterator[Sketch]:
    """Yield the members that have most, or least, of what the words name; the best two keys."""
    members = [m for m in sketch.members or () if isinstance(m, str)]
    if not 2 <= len(members) <= FEW or not sketch.links:
        return
    keys = sorted(_keys(walker, sketch, members), key=lambda one: (-one.score, one.property))
    for one in keys[:2]:
        best = (max if extreme == "max" else min)(one.amounts.values())
        winners = tuple(m for m, amount in one.amounts.items() if amount == best)
        if len(winners) == len(one.amounts):
            continue
        stems = walker.called.called(one.property).stems
        said = {p for p in walker.free if walker.analysis.words[p].stem in stems}
        yield replace(
            sketch,
            query=Superlative(extreme, sketch.query, one.key),
            members=winners,
            relations=(*sketch.relations, (one.property, one.score)),
            explained=sketch.explained | places | said,
        )


def _keys(walker: Walker, sketch: Sketch, members: list[str]) -> Iterator[Counted]:
    link = sketch.links[0]
    out, into = walker.lookups.out(members), walker.lookups.into(members)
    for p in sorted({p for edges in out.values() for p in edges}):
        score = walker.score(link, p, True)
        if score < LEAST or not walker.called.called(p).is_relation:
            continue
        values = {m: out[m].get(p, ()) for m in members}
        numbers = {
            m: max(v.number for v in found if isinstance(v, Literal) and v.number is not None)
            for m, found in values.items()
            if any(isinstance(v, Literal) and v.number is not None for v in found)
        }
        if len(numbers) > 1:
            yield Counted(Property(p), p, score, numbers)
        elif not numbers:
            counts = {m: float(len(set(found))) for m, found in values.items()}
            yield Counted(Tally(Property(p)), p, score, counts)
    for p in sorted({p for counts in into.values() for p in counts}):
        score = walker.score(link, p, False)
        if score >= LEAST and walker.called.called(p).is_relation:
            amounts = {m: float(into[m].get(p, 0)) for m in members}
            yield Counted(Tally(Inverse(Property(p))), p, score, amounts)

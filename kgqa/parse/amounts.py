"""Sets narrowed to those with more or less of something than a number says: over 40 million."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import Condition, Entity, Filter, Number, Property, Quantity, to_text
from kgqa.algebra.units import dimension
from kgqa.parse import quantities
from kgqa.parse.judging import Candidate
from kgqa.parse.members import Literal, Member
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import compares, measured_by
from kgqa.parse.words import cue_set

FEW = 400
"""Of a larger set the amounts are not looked at."""
SHARE = 0.3
"""What fewer of the members have is not what is compared."""


def amounting_to(walker: Walker, sketch: Sketch) -> Iterator[Sketch]:
    """Yield a set narrowed by each number or amount that the question compares with."""
    members = [m for m in sketch.members or () if isinstance(m, str)]
    if not 2 <= len(members) <= FEW:
        return
    for one in quantities.bounds(walker.analysis.question):
        places = walker.analysis.between(one.start, one.end)
        if places & sketch.explained:
            continue
        edges = walker.lookups.out(members)
        numbers = {
            p: {m: found for m in members if (found := _numbers(edges[m].get(p, ())))}
            for p in {p for found in edges.values() for p in found}
        }
        common = [p for p, found in numbers.items() if len(found) >= SHARE * len(members)]
        said = {p: _said(walker, p) for p in common}
        likely = max((p for p in common if said[p]), key=lambda p: (len(said[p]), p), default=None)
        if likely is None and isinstance(one, quantities.Amount) and _is_plain(walker, sketch, one):
            measured = [p for p in common if _is_measured_in(walker, p, one.unit)]
            likely = measured[0] if len(measured) == 1 else None
        if likely is None:
            continue
        yield _narrowed(walker, sketch, one, likely, numbers[likely])


def within_bounds(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the readings that heed the number that the question compares with, if there are any.

    All films of somebody are not those that are longer than two hours.
    """
    bounds = [
        re.escape(to_text(bound_of(one))) for one in quantities.bounds(walker.analysis.question)
    ]
    if not bounds:
        return list(candidates)
    told = re.compile(rf"(?<![\w.])(?:{'|'.join(bounds)})(?![\w.])")
    heeding = [one for one in candidates if told.search(to_text(one.query))]
    return heeding or list(candidates)


def bound_of(one: quantities.Number | quantities.Amount) -> Number | Quantity:
    """Return what a question compares with, as the algebra has it."""
    if isinstance(one, quantities.Amount):
        return Quantity(one.value, Entity(one.unit))
    return Number(one.value)


def _narrowed(
    walker: Walker,
    sketch: Sketch,
    one: quantities.Number | quantities.Amount,
    property_: str,
    numbers: dict[str, list[float]],
) -> Sketch:
    """Return those members of which an amount compares so with another."""
    # In which unit the graph has them only running it tells.
    members: tuple[Member, ...] | None = None
    if isinstance(one, quantities.Number):
        wanted = float(one.value)
        fits = (m for m, found in numbers.items() if compares(found, one.comparator, wanted))
        members = tuple(fits)
    condition = Condition(Property(property_), one.comparator, bound_of(one))
    places = walker.analysis.between(one.start, one.end)
    return replace(
        sketch,
        query=Filter(sketch.query, (condition,)),
        members=members,
        explained=sketch.explained | places | _said(walker, property_),
    )


def _said(walker: Walker, property_: str) -> frozenset[int]:
    """Return the places of the words that name a property, or measure it."""
    return measured_by(walker, property_) | (walker.says(property_, True) & walker.analysis.content)


def _is_plain(walker: Walker, sketch: Sketch, one: quantities.Amount) -> bool:
    """Whether the word before an amount says nothing of its own: run for more than two hours."""
    analysis = walker.analysis
    first = min(analysis.between(one.start, one.end), default=0)
    last = max((p for p in analysis.content if p < first), default=None)
    said = cue_set("lasting") | cue_set("enduring")
    return last is None or last in sketch.explained or analysis.words[last].normal in said


def _is_measured_in(walker: Walker, property_: str, unit: str) -> bool:
    """Whether most amounts of a property compare with those in a unit: hours with minutes."""
    sizes: dict[str, int] = {}
    for one, count in walker.lookups.units(property_).items():
        sizes[dimension(one)] = sizes.get(dimension(one), 0) + count
    return max(sizes, key=lambda name: sizes[name], default="") == dimension(unit)


def _numbers(values: tuple[Member, ...]) -> list[float]:
    return [
        value.number
        for value in values
        if isinstance(value, Literal) and value.kind == "number" and value.number is not None
    ]

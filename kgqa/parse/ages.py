"""How old someone was, and how long something lasted: years between two dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import Apply, Entity, Inverse, Property, Query, Things, Years
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal
from kgqa.parse.periods import span, today_of
from kgqa.parse.sketches import Sketch, Walker

BIRTHS = ("P569", "P571", "P577")
"""When something began to be, likelier ones first."""
DEATH = "P570"
LASTED = (("P580", "P582"), ("P571", "P576"), ("P2031", "P2032"), ("P729", "P730"))
"""Properties of a beginning and of its end."""
EVENTS = ("P577", "P585", "P580", "P571", "P1619")
"""When what somebody lived through took place."""
SAID = 0.9
"""How well `how old` says a birth."""

Aged = tuple[Query, Sketch]
"""A number of years, and the set from which it is counted."""


def ages(walker: Walker, people: Sequence[Sketch], others: Sequence[Link]) -> Iterator[Aged]:
    """Yield how old the one member of each set was when it died, when something was, or is now."""
    old = walker.analysis.saying("old")
    # How old one was on becoming something is not how old one was at last.
    is_at_death = bool(walker.analysis.saying("death")) or not walker.analysis.saying("attaining")
    for one in people:
        sketch = one
        begun = _first(walker, sketch, BIRTHS)
        if begun is None:
            continue
        key, born = begun
        start = Apply(Inverse(Property(key)), sketch.query)
        sketch = replace(sketch, relations=(*sketch.relations, (key, SAID)))
        died = _first(walker, sketch, (DEATH,))
        if died is not None and is_at_death:
            end = Apply(Inverse(Property(DEATH)), sketch.query)
            says = walker.analysis.saying("death")
            yield _between(start, end, sketch, born, died[1], says | old)
        elif died is None:
            now = today_of(walker.analysis)
            length = span(now)[0] - born
            if length >= 0:
                yield _years(Years(start, now), sketch, length, old)
        for link in others:
            if not any(link.places & one.places for one in sketch.links):
                yield from _at(walker, sketch, start, born, link)


def _at(walker: Walker, sketch: Sketch, start: Things, born: float, link: Link) -> Iterator[Aged]:
    event = Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)
    deaths = (DEATH,) if walker.analysis.saying("death") else ()
    found = _first(walker, event, (*EVENTS, *deaths))
    if found is not None:
        key, when = found
        end = Apply(Inverse(Property(key)), Entity(link.id))
        both = replace(
            sketch,
            links=(*sketch.links, link),
            explained=sketch.explained | link.places | walker.says(key, True),
        )
        yield _between(start, end, both, born, when, frozenset())


def lengths(walker: Walker, things: Sequence[Sketch]) -> Iterator[Aged]:
    """Yield how many years the one member of each set lasted."""
    for one in things:
        sketch = one
        for first, last in LASTED:
            begun, ended = _first(walker, sketch, (first,)), _first(walker, sketch, (last,))
            if begun is not None and ended is not None:
                start = Apply(Inverse(Property(first)), sketch.query)
                end = Apply(Inverse(Property(last)), sketch.query)
                says = walker.analysis.saying("lasting")
                sketch = replace(sketch, relations=(*sketch.relations, (first, SAID)))
                yield _between(start, end, sketch, begun[1], ended[1], says)
                break


def _first(walker: Walker, sketch: Sketch, keys: Sequence[str]) -> tuple[str, float] | None:
    """Return the first of `keys` that the one member of a set has a date of, and when that is."""
    members = sketch.members or ()
    if len(members) != 1 or not isinstance(members[0], str):
        return None
    values = walker.lookups.values([members[0]], keys).get(members[0], {})
    for key in keys:
        numbers = [v.number for v in values.get(key, ()) if v.kind == "date" and v.number]
        if numbers:
            return key, max(numbers)
    return None


def _between(
    start: Things, end: Things, sketch: Sketch, first: float, last: float, said: frozenset[int]
) -> Aged:
    return _years(Years(start, end), sketch, last - first, said)


def _years(query: Query, sketch: Sketch, length: float, said: frozenset[int]) -> Aged:
    number = float(int(length))
    return query, replace(
        sketch,
        members=(Literal("number", str(number), number),),
        explained=sketch.explained | said,
        kind=1.0,
        is_wrong=False,
        note="aged",
    )

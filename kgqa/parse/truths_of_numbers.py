"""Claims with a number: how many there are, how much of something, how old, how long it lasted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from kgqa.algebra import (
    Apply,
    Comparator,
    Comparison,
    Count,
    Date,
    Entity,
    Inverse,
    Number,
    Property,
    Query,
    Years,
)
from kgqa.algebra.units import dimension, factor
from kgqa.parse import quantities
from kgqa.parse.ages import ages, lengths
from kgqa.parse.amounts import bound_of
from kgqa.parse.linking import Link
from kgqa.parse.members import Member
from kgqa.parse.orders import BIRTH, alone
from kgqa.parse.present import is_present
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.told import edges_between, spans_told
from kgqa.parse.truths import Claim, compares, measured_by
from kgqa.parse.turns import numbers_of
from kgqa.parse.words import adjectives, cue_set, words_for

MEANT = 3
"""Things that a name may mean of which a number is looked for."""
YEAR = "Q577"
LIFE = "P569..P570"
SAID = 0.6
"""A property that the words say less well, and do not name, is not what the number is of."""
NAMED = 0.9
"""How well the words say what they name, or measure."""
LASTED: dict[Comparator, Comparator] = {">": ">=", "<=": "<"}
"""How completed years compare where a time is longer than some years: by a day is enough."""

Figure: TypeAlias = quantities.Number | quantities.Amount


def numbers_told(
    walker: Walker, names: Sequence[Sequence[Link]], sets: Callable[[], Sequence[Sketch]]
) -> Iterator[Claim]:
    """Yield whether a number is as the question says, or more or less: of an entity, or of a set.

    Sets are found if it says a number. What is counted is not asked where a property tells it.
    """
    words = walker.analysis.words
    for told in quantities.spans(walker.analysis.question):
        if not isinstance(told, quantities.Number | quantities.Amount):
            continue
        places = walker.analysis.between(told.start, told.end)
        before = words[min(places) - 1].normal if min(places, default=0) else ""
        if not places <= walker.free or before == "than":
            continue  # a part of a name, or more or less than it in a way that is not known
        found = [c for name in names for c in _of_name(walker, name, told, places)]
        found += _holding(walker, names, told, places)
        for sketch in () if found else sets():
            if sketch.size == 1 and sketch.is_things:
                found += _timed(walker, sketch, told, places)
            if isinstance(told, quantities.Number):
                found += _numbering(walker, sketch, told, places)
        yield from found


def _of_name(
    walker: Walker, name: Sequence[Link], told: Figure, places: frozenset[int]
) -> list[Claim]:
    """Return claims about the likeliest of what a name may mean of which there are any."""
    for one in name[:MEANT]:
        timed = _timed(walker, alone(one), told, places)
        if found := [*_measured(walker, one, told, places), *timed]:
            return found
    return []


# --- Amounts --------------------------------------------------------------------------------------


def _measured(walker: Walker, one: Link, told: Figure, places: frozenset[int]) -> Iterator[Claim]:
    """Yield whether an amount of an entity is as the question says, or more or less."""
    content = walker.analysis.content
    edges = walker.lookups.out([one.id])[one.id]
    for p in sorted(edges, key=lambda p: _rank(walker, p)):
        known = _numbers(edges[p])
        wanted = _in_unit_of(walker, p, told)
        said = (walker.says(p, True) | measured_by(walker, p)) & content
        if not known or wanted is None or not said or not content <= one.places | said | places:
            continue
        is_named = _is_named(walker, p, content - one.places - places)
        is_measured = bool(measured_by(walker, p))
        score = walker.score(one, p, True)
        if not is_named and not is_measured and score < SAID:
            continue
        holds = compares(known, told.comparator, wanted)
        query = Comparison(_of(one, p), told.comparator, bound_of(told))
        score = max(score, NAMED) if is_named or is_measured else score
        yield Claim(query, (one,), score, one.places | said | places, holds)
        if is_measured:
            return  # the likeliest of what an adjective measures is meant


def _rank(walker: Walker, property_: str) -> tuple[int, str]:
    """Return how unlikely an adjective of the question measures a property."""
    ranks = [
        one.adjective.keys.index(property_)
        for one in walker.analysis.measures
        if property_ in one.adjective.keys
    ]
    return min(ranks, default=len(adjectives())), property_


def _is_named(walker: Walker, property_: str, places: frozenset[int]) -> bool:
    """Whether words are what a property counts: `children`, of the number of children."""
    stems = frozenset(walker.analysis.words[place].stem for place in places)
    return stems in walker.called.called(property_).amounts


def _numbers(values: Sequence[Member]) -> list[float]:
    return numbers_of(v for v in values if not isinstance(v, str) and v.kind == "number")


def _in_unit_of(walker: Walker, property_: str, told: Figure) -> float | None:
    """Return a number in the unit that a property is given in, if it can be."""
    if isinstance(told, quantities.Number):
        return float(told.value)
    unit = walker.lookups.unit(property_)
    if unit is None or dimension(unit) != dimension(told.unit):
        return None
    return float(told.value * factor(told.unit) / factor(unit))


def _of(link: Link, property_: str) -> Apply:
    return Apply(Inverse(Property(property_)), Entity(link.id))


# --- Times ----------------------------------------------------------------------------------------


def _timed(walker: Walker, one: Sketch, told: Figure, places: frozenset[int]) -> Iterator[Claim]:
    if isinstance(told, quantities.Number) or told.unit == YEAR:
        yield from _aged(walker, one, told, places)
        yield from _lasting(walker, one, told, places)


def _aged(walker: Walker, one: Sketch, told: Figure, places: frozenset[int]) -> Iterator[Claim]:
    """Yield whether somebody or something is as old as the question says, or was when it died."""
    old, lived = _saying_age(walker), _saying(walker, words_for(LIFE))
    is_bare = isinstance(told, quantities.Number) and told.comparator != "="
    is_all = walker.analysis.content <= one.explained | places
    for query, sketch in ages(walker, [one], ()):
        match query:
            case Years(Apply(Inverse(Property(begun))), Date()):
                # Of an office it is not asked since when there has been one.
                is_asked = bool(old) or (is_bare and is_all and begun == BIRTH)
                is_it = begun == BIRTH or _is_no_role(walker, one)
                is_meant = is_present(walker.analysis) and is_asked and is_it
            case _:
                died = _saying(walker, cue_set("death"))
                is_meant = bool(lived or (old and died))
        if is_meant:
            # Who lives to be 60 may live longer.
            comparator = ">=" if lived and told.comparator == "=" else told.comparator
            said = replace(sketch, explained=sketch.explained | places | old | lived)
            yield from _years(walker, query, said, told, comparator)


def _is_no_role(walker: Walker, sketch: Sketch) -> bool:
    """Whether a set is of one that is named, and not an office of whose holder more is said."""
    return isinstance(sketch.query, Entity) and not walker.kinds.is_role(sketch.query.id)


def _lasting(walker: Walker, one: Sketch, told: Figure, places: frozenset[int]) -> Iterator[Claim]:
    """Yield whether something lasted as long as the question says, or longer, or less long."""
    said = _saying(walker, cue_set("enduring"))
    if not said or isinstance(told, quantities.Number):
        return
    for query, sketch in lengths(walker, [one]):
        comparator = LASTED.get(told.comparator, told.comparator)
        found = replace(sketch, explained=one.explained | places | said)
        yield from _years(walker, query, found, told, comparator)


def _holding(
    walker: Walker, names: Sequence[Sequence[Link]], told: Figure, places: frozenset[int]
) -> Iterator[Claim]:
    """Yield whether one held an office as long as the question says, or longer, or less long."""
    if isinstance(told, quantities.Number) or told.unit != YEAR:
        return
    for query, sketch in spans_told(walker, list(edges_between(walker, names))):
        comparator = LASTED.get(told.comparator, told.comparator)
        found = replace(sketch, explained=sketch.explained | places)
        yield from _years(walker, query, found, told, comparator)


def _years(
    walker: Walker, query: Query, sketch: Sketch, told: Figure, comparator: Comparator
) -> Iterator[Claim]:
    """Yield whether a number of completed years, of which all words speak, compares so."""
    if not isinstance(query, Years) or not walker.analysis.content <= sketch.explained:
        return
    holds = compares(numbers_of(sketch.members or ()), comparator, float(told.value))
    claimed = Comparison(query, comparator, Number(told.value))
    yield Claim(claimed, sketch.links, NAMED, sketch.explained, holds)


def _saying(walker: Walker, cues: frozenset[str]) -> frozenset[int]:
    words = walker.analysis.words
    return frozenset(i for i in walker.free if {words[i].normal, words[i].stem} & cues)


def _saying_age(walker: Walker) -> frozenset[int]:
    """Return the places of the words that speak of an age: that it is in years is not enough."""
    ages_ = frozenset(word for word, one in adjectives().items() if one.keys[0] == BIRTH)
    return _saying(walker, ages_ | cue_set("old") - {"years"})


# --- Sets -----------------------------------------------------------------------------------------


def _numbering(
    walker: Walker, sketch: Sketch, told: quantities.Number, places: frozenset[int]
) -> Iterator[Claim]:
    """Yield whether a set, of which all words speak, has as many members as they say, or more."""
    if not sketch.members or not sketch.is_things or isinstance(sketch.query, Entity):
        return
    measures = [m.adjective for m in walker.analysis.measures if m.place in places]
    if not all(adjective.is_size for adjective in measures):
        return  # who is younger than 40 is not fewer than that
    content = walker.analysis.content - places
    named = frozenset(place for link in sketch.links for place in link.places)
    # What no word says is not counted.
    if not content <= sketch.explained or not sketch.explained & content - named:
        return
    holds = compares([len(sketch.members)], told.comparator, float(told.value))
    query = Comparison(Count(sketch.query), told.comparator, Number(told.value))
    relation = sketch.relation or 0.6
    yield Claim(query, sketch.links, relation, sketch.explained | places, holds)

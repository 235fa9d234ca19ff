"""Whether something was so at a time: what the statement says of when it began, ended or was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import (
    Apply,
    Comparator,
    Condition,
    Difference,
    Entity,
    Inverse,
    Membership,
    Property,
    Qualified,
    Things,
)
from kgqa.algebra.ways import ENDED
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.lookups import Qualifiers
from kgqa.parse.offices import HELD
from kgqa.parse.periods import AT, END, START, Period, span, today_of
from kgqa.parse.present import incumbent, is_present
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import Claim, compares
from kgqa.parse.turns import named_offices, numbers_of
from kgqa.parse.words import cue_set

OFFICE = 0.8
"""How well the words say that somebody held an office that they name."""


def in_named_office(walker: Walker, one: Link) -> Iterator[Claim]:
    """Yield that an entity held the offices that the words name, not by their whole names."""
    offices = {*walker.lookups.objects(one.id, HELD)}
    words = walker.analysis.words
    own = one.label.lower().split()  # of `de Gaulle` the last word may be all that is linked
    also = frozenset(
        i for i in walker.free if words[i].stem in cue_set("holding") or words[i].normal in own
    )
    for id_, said in named_offices(walker, offices):
        query = Membership(Entity(one.id), Apply(Property(HELD), Entity(id_)))
        yield Claim(query, (one,), OFFICE, one.places | said | also, holds=True)


def so_now(walker: Walker, claim: Claim) -> Claim:
    """Return a claim that holds, but not where the question is about now and it is over.

    Melbourne was the capital of Australia, and is not; who had begun last is the head of a state.
    """
    step = _step(claim)
    if step is None or not is_present(walker.analysis):
        return claim
    one, other, property_, inverse = step
    now = _last(walker, claim, step) if property_ in cue_set("alone") else None
    if now is not None:
        return claim if one in (now.members or ()) else _over(claim, one, now.query)
    today = span(today_of(walker.analysis))[0]
    stated = walker.lookups.stated(property_, other, inverse=inverse)
    ends = [numbers_of(told.get(END, ())) for member, told in stated if member == one]
    if not ends or not all(times and max(times) < today for times in ends):
        return claim
    ways = (Property(property_), Qualified(Property(property_), (ENDED,)))
    all_, past = (Apply(Inverse(way) if inverse else way, Entity(other)) for way in ways)
    return _over(claim, one, Difference(all_, past))


def _last(walker: Walker, claim: Claim, step: tuple[str, str, str, bool]) -> Sketch | None:
    """Return who began last of those that are joined to an entity as a claim says."""
    _, other, property_, inverse = step
    if inverse:
        members = walker.lookups.objects(other, property_)
    else:
        members = walker.lookups.subjects([(property_, other)])[property_, other]
    way = Inverse(Property(property_)) if inverse else Property(property_)
    all_ = Sketch(Apply(way, Entity(other)), members, claim.links, explained=claim.explained)
    return incumbent(walker, all_)


def _over(claim: Claim, one: str, now: Things) -> Claim:
    """Return that something is not among those of now."""
    return replace(claim, query=Membership(Entity(one), now), holds=False)


def _step(claim: Claim) -> tuple[str, str, str, bool] | None:
    """Return the two entities that a claim joins, by which property, and in which direction."""
    match claim.query:
        case Membership(Entity(one), Apply(Inverse(Property(property_)), Entity(other))):
            return one, other, property_, True
        case Membership(Entity(one), Apply(Property(property_), Entity(other))):
            return one, other, property_, False
    return None


def at_time(
    walker: Walker, claim: Claim, period: Period, comparator: Comparator
) -> Iterator[Claim]:
    """Yield whether what is so was so at a time, or came to be so before or after it."""
    step = _step(claim)
    if step is None:
        return
    one, other, property_, inverse = step
    stated = walker.lookups.stated(property_, other, inverse=inverse)
    told = [qualifiers for member, qualifiers in stated if member == one]
    found = _told(walker.analysis, told, period, comparator)
    if found is not None:
        conditions, holds = found
        relation = Qualified(Property(property_), conditions)
        way = Inverse(relation) if inverse else relation
        yield replace(
            claim,
            query=Membership(Entity(one), Apply(way, Entity(other))),
            explained=claim.explained | period.places | _said(walker.analysis),
            holds=holds,
        )


def _told(
    analysis: Analysis, told: Sequence[Qualifiers], period: Period, comparator: Comparator
) -> tuple[tuple[Condition, ...], bool] | None:
    """Return what a statement must say of its time, and whether one of some does."""
    stems = {word.stem for word in analysis.words}
    if comparator == "=" and stems & cue_set("electing") and period.date is None:
        # Who is elected takes office then, or in the year after it.
        period = replace(period, last=(period.last or 0) + 1)
    changes = stems & (cue_set("attaining") | cue_set("leaving"))
    for key in (END,) if stems & cue_set("leaving") else (AT, START):
        values = [value for each in told for value in each.get(key, ())]
        known = period.comparable(values)
        if not known:
            continue
        if comparator != "=":
            condition = Condition(Property(key), comparator, period.bound(period.first or 0))
            return (condition,), compares(known, comparator, period.begins)
        if key == START and not changes:
            return _during(told, period)
        return period.conditions(key), any(map(period.has, values))
    return None


def _during(told: Sequence[Qualifiers], period: Period) -> tuple[tuple[Condition, ...], bool]:
    """Return that a statement began by a time, and ended no earlier where it has ended."""
    began = Condition(Property(START), "<=", period.bound(period.last or 0))
    if any(END in each for each in told):
        ended = Condition(Property(END), ">=", period.bound(period.first or 0))
        holds = any(period.is_within(each.get(START, ()), each.get(END, ())) for each in told)
        return (began, ended), holds
    starts = [value for each in told for value in each.get(START, ())]
    return (began,), compares(period.comparable(starts), "<=", period.begins)


def _said(analysis: Analysis) -> frozenset[int]:
    """Return the places of the words that say that something began or ended, before or after."""
    stems = cue_set("attaining") | cue_set("leaving")
    words = cue_set("before") | cue_set("after") | cue_set("present")
    return frozenset(
        i for i, word in enumerate(analysis.words) if word.stem in stems or word.normal in words
    )

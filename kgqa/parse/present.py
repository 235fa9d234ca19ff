"""What is so now: what has not ended, or what was so on the day on which a question is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa_store.names_text import singulars

from kgqa.algebra import (
    Apply,
    Condition,
    Difference,
    Entity,
    Inverse,
    Property,
    Qualified,
    Stated,
    Superlative,
    Things,
    Union,
)
from kgqa.algebra.ways import ENDED
from kgqa.parse.analysis import Analysis
from kgqa.parse.members import Member
from kgqa.parse.orders import ids_of
from kgqa.parse.periods import END, HALF_A_DAY, START, Period, last_begun, span, today_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.turns import hop, numbers_of
from kgqa.parse.words import cue_set

DISSOLVED = "P576"
SEVERAL = 40
"""Larger sets are no turns of one thing."""


def still(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return what has not ended, where the question is about the present and others have."""
    step = hop(sketch.query)
    if step is None:
        return None
    if walker.analysis.asked_on is not None:
        return _as_of(walker, sketch, *step)
    property_, id_, inverse = step
    stated = walker.lookups.stated(property_, id_, inverse=inverse)
    ended = {m for m, told in stated if END in told}
    rest = tuple(m for m in sketch.members or () if m not in ended)
    if not ended:
        return None
    past = _stated(property_, id_, inverse, ENDED)
    return _narrowed(walker, sketch, Difference(sketch.query, past), rest)


def _as_of(
    walker: Walker, sketch: Sketch, property_: str, id_: str, inverse: bool
) -> Sketch | None:
    """Return what was so on the day of asking: had begun, and not ended, as far as is stated."""
    day = today_of(walker.analysis)
    now = span(day)[0] + HALF_A_DAY
    lasting_: dict[Member, None] = {}
    begun: dict[Member, None] = {}
    ended: dict[Member, None] = {}
    for member, told in walker.lookups.stated(property_, id_, inverse=inverse):
        starts, ends = numbers_of(told.get(START, ())), numbers_of(told.get(END, ()))
        if ends:
            ended[member] = None
        if starts and min(starts) <= now:
            begun[member] = None
            if ends and max(ends) >= now:
                lasting_[member] = None
    members = tuple(dict.fromkeys((*lasting_, *(m for m in begun if m not in ended))))
    has_begun = Condition(Property(START), "<=", day)
    ends_later = Condition(Property(END), ">=", day)
    first = _stated(property_, id_, inverse, has_begun, ends_later)
    unended = Difference(
        _stated(property_, id_, inverse, has_begun), _stated(property_, id_, inverse, ENDED)
    )
    return _narrowed(walker, sketch, Union((first, unended)), members)


def _tells(walker: Walker, sketch: Sketch) -> bool:
    """Whether a set says more of the question than its names, or all of it."""
    named = frozenset(p for link in sketch.links for p in link.places)
    content = walker.analysis.content - _said(walker)
    return content <= sketch.explained or bool(sketch.explained & content - named)


def incumbent(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return who began last by the day of asking, of those of whom one follows upon the other."""
    day = today_of(walker.analysis)
    return last_begun(walker, sketch, Period(day.year, day.year, _said(walker), date=day))


def as_of_now(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets with the one who is it now in place of those who were it one upon the other.

    What holds several and says no more of the question is left out: one is asked for.
    """
    told = {i: s for i, s in enumerate(sketches) if _tells(walker, s)}
    ones = {
        i: one
        for i, s in told.items()
        if (one := incumbent(walker, s) or _remaining(walker, s)) is not None
    }
    found = []
    for i, sketch in enumerate(sketches):
        several = sketch.size > 1 and any(sketch.explained <= o.explained for o in ones.values())
        if i in ones or not several:
            rest = lasting(walker, sketch) if i in told else sketch
            found.append(ones.get(i) or (rest if rest.size == 1 else sketch))
    lasting_ = [s for s in found if not _is_over(walker, s)]
    return lasting_ if any(s.size == 1 and _tells(walker, s) for s in lasting_) else found


def _remaining(walker: Walker, sketch: Sketch) -> Sketch | None:
    """Return the one that is left where others have ended: of capitals that which still is one.

    Of several that are left it is the one of which alone it is stated when it began.
    """
    step = hop(sketch.query)
    if step is None or not 2 <= sketch.size <= SEVERAL:
        return None
    property_, id_, inverse = step
    stated = walker.lookups.stated(property_, id_, inverse=inverse)
    ended = {m for m, told in stated if END in told}
    begun = {m for m, told in stated if START in told}
    rest = tuple(m for m in sketch.members or () if m not in ended)
    past = _stated(property_, id_, inverse, ENDED)
    if ended and len(rest) == 1:
        return replace(sketch, query=Difference(sketch.query, past), members=rest)
    only = tuple(m for m in rest if m in begun)
    if not ended or len(only) != 1:
        return None
    way = Inverse(Property(property_)) if inverse else Property(property_)
    begins = Stated(way, Entity(id_), Property(START))
    latest = Superlative("max", Difference(sketch.query, past), begins)
    return replace(sketch, query=latest, members=only)


def _is_over(walker: Walker, sketch: Sketch) -> bool:
    """Whether all that a set says has ended, as is stated."""
    step = hop(sketch.query)
    if step is None:
        return False
    property_, id_, inverse = step
    today = span(today_of(walker.analysis))[0]
    stated = walker.lookups.stated(property_, id_, inverse=inverse)
    ends = [numbers_of(told.get(END, ())) for _, told in stated]
    return bool(ends) and all(one and max(one) < today for one in ends)


def _said(walker: Walker) -> frozenset[int]:
    """Return the places of the words that say that something is so now."""
    words = walker.analysis.words
    return frozenset(i for i, word in enumerate(words) if word.normal in cue_set("present"))


def _stated(property_: str, id_: str, inverse: bool, *conditions: Condition) -> Apply:
    way = Qualified(Property(property_), conditions)
    return Apply(Inverse(way) if inverse else way, Entity(id_))


def _narrowed(
    walker: Walker, sketch: Sketch, query: Things, members: tuple[Member, ...]
) -> Sketch | None:
    """Return a set narrowed to some of its members, where that leaves some and not all."""
    if not members or len(members) == sketch.size:
        return None
    explained = sketch.explained | _said(walker)
    return replace(sketch, query=query, members=members, explained=explained, note="still")


def lasting(walker: Walker, sketch: Sketch) -> Sketch:
    """Return a set without what is stated to be dissolved, if that leaves anything."""
    if not sketch.members or not sketch.is_things or sketch.size < 2:
        return sketch
    ended = walker.lookups.values(ids_of(sketch.members), (DISSOLVED,))
    rest = tuple(member for member in sketch.members if member not in ended)
    if not ended or not rest:
        return sketch
    dates = Apply(Inverse(Property(DISSOLVED)), sketch.query)
    query = Difference(sketch.query, Apply(Property(DISSOLVED), dates))
    return replace(sketch, query=query, members=rest)


def is_of_one_now(analysis: Analysis) -> bool:
    """Whether a question is about one that is it now, of no order and no time."""
    normal = {word.normal for word in analysis.words}
    is_plain = analysis.form == "set" and not analysis.cues and not analysis.years
    is_one = not normal & {"are", "were"} and not _is_plural(analysis)
    return is_plain and is_present(analysis) and is_one


def _is_plural(analysis: Analysis) -> bool:
    """Whether the word behind `which`, or one that says what is asked for, is a plural."""
    words = analysis.words
    asked = [i + 1 for i, word in enumerate(words[:-1]) if word.normal in ("which", "what")]
    ends = [i for i, word in enumerate(words) if word.normal in cue_set("prepositions")]
    heads = [p for p in sorted(analysis.content) if p < min(ends, default=len(words))]
    first = asked[:1] or (heads if not analysis.asks else heads[:1])
    return any(not words[p].is_capital and any(singulars(words[p].normal)) for p in first)


def is_present(analysis: Analysis) -> bool:
    """Whether a question is about now: it says so, or its first verb does."""
    normal = [word.normal for word in analysis.words]
    if {*normal} & cue_set("present"):
        return True
    if any(word in ("is", "are", "whos", "s") for word in normal[:2]):
        return True
    verbs = [word for word in normal if word in cue_set("auxiliaries")]
    # `Capital of Australia` has no verb at all, and means the one that is it.
    return verbs[0] in ("is", "are", "do", "does") if verbs else not analysis.asks

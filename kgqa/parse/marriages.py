"""Who is married to whom now: marriages without those that either of the two says have ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.algebra import (
    Apply,
    Condition,
    Difference,
    Entity,
    Inverse,
    Property,
    Qualified,
    Union,
)
from kgqa.parse.lookups import Qualifiers
from kgqa.parse.members import Member
from kgqa.parse.orders import ids_of
from kgqa.parse.periods import END, HALF_A_DAY, span, today_of
from kgqa.parse.present import is_present
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.turns import numbers_of

SYMMETRIC = frozenset({"P26", "P451"})
"""Properties that hold of either of two, but may be said to have ended by one: spouse, partner."""
ENDED_BY = "P1534"
"""Qualifier: what ended it."""
FEW = 20
"""Of so many it is looked up what they say themselves."""


def still_married(walker: Walker, sketch: Sketch, owner: Member | None = None) -> Sketch:
    """Return to whom one is married, where that is asked and some marriages have ended.

    `owner` is the one from whom the last hop of a set leads; without it, the name that it does.
    """
    match sketch.query:
        case Apply(Property(property_) | Inverse(Property(property_)), start):
            one = start.id if isinstance(start, Entity) else owner
        case _:
            return sketch
    others = ids_of(sketch.members or ())
    if property_ not in SYMMETRIC or not isinstance(one, str) or not 1 < len(others) <= FEW:
        return sketch
    if not is_present(walker.analysis):
        return sketch
    own = walker.lookups.stated(property_, one, inverse=True)
    theirs = [
        (other, told)
        for other in others
        for value, told in walker.lookups.stated(property_, other, inverse=True)
        if value == one
    ]
    return _lasting(walker, sketch, property_, one, own, theirs)


Stated = Sequence[tuple[Member, Qualifiers]]


def _lasting(
    walker: Walker, sketch: Sketch, property_: str, one: str, own: Stated, theirs: Stated
) -> Sketch:
    """Return a set without those of whom statements of either side tell an end."""
    query, ended = sketch.query, set[Member]()
    for stated, is_own in ((own, True), (theirs, False)):
        for condition, some in _ends(walker, stated):
            if some <= ended:
                continue
            way = Qualified(Property(property_), (condition,))
            query = Difference(query, Apply(Inverse(way) if is_own else way, Entity(one)))
            ended |= some
    rest = tuple(m for m in sketch.members or () if m not in ended)
    return replace(sketch, query=query, members=rest) if rest and ended else sketch


def _ends(walker: Walker, stated: Stated) -> Iterator[tuple[Condition, set[Member]]]:
    """Yield the tests of statements that tell an end by the day of asking, and of whom."""
    day = today_of(walker.analysis)
    now = span(day)[0] + HALF_A_DAY
    over = {m for m, told in stated if any(n <= now for n in numbers_of(told.get(END, ())))}
    if over:
        yield Condition(Property(END), "<=", day), over
    # A marriage that was divorced is over, though nobody says since when.
    undated = [(m, told[ENDED_BY]) for m, told in stated if ENDED_BY in told and END not in told]
    causes = sorted({cause for _, some in undated for cause in some if isinstance(cause, str)})
    if causes:
        things = [Entity(cause) for cause in causes]
        value = things[0] if len(things) == 1 else Union(tuple(things))
        yield Condition(Property(ENDED_BY), "=", value), {m for m, _ in undated}

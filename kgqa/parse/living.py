"""Who is alive and who is not: those of whom a death is stated, and those of whom none is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from kgqa.algebra import (
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Number,
    Property,
    Things,
    Truth,
)
from kgqa.parse.kinds import PEOPLE
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal
from kgqa.parse.orders import BIRTH, ids_of
from kgqa.parse.periods import DEATH, HALF_A_DAY, span, today_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import Claim
from kgqa.parse.turns import numbers_of
from kgqa.parse.words import cue_set

FEW = 400
"""Of a larger set it is not asked who is alive."""
OLDEST = 115
"""Years after a birth in which somebody may be alive of whom no death is stated."""
NONE = Number(Decimal(0))
SAID = 0.9
"""How well such words say that there was a death, or none."""


@dataclass(frozen=True, slots=True)
class Living:
    """Whether a question speaks of being alive on a day, and the places of the words for it."""

    is_alive: bool
    places: frozenset[int]
    day: Date

    def of(self, things: Things) -> Things:
        """Return those of some things who were alive on the day, or were not any more."""
        if not self.is_alive:
            return self._dead(things)
        earliest = Number(Decimal(self.day.year - OLDEST))
        born = Condition(Property(BIRTH), ">=", earliest)
        return Difference(Filter(things, (born,)), self._dead(things))

    def claim(self, id_: str) -> Truth:
        """Return that one was alive on the day, or was not any more."""
        dead = self._dead(Entity(id_))
        return Comparison(Count(dead), "=", NONE) if self.is_alive else Existence(dead)

    def _dead(self, things: Things) -> Things:
        return Filter(things, (Condition(Property(DEATH), "<=", self.day),))

    def holds(self, dates: Mapping[str, Sequence[Literal]]) -> bool | None:
        """Whether it is so of somebody with these dates; None where they do not tell."""
        now = span(self.day)[0] + HALF_A_DAY
        if any(died <= now for died in numbers_of(dates.get(DEATH, ()))):
            return not self.is_alive
        births = numbers_of(dates.get(BIRTH, ()))
        if not births or max(births) < self.day.year - OLDEST:
            return None
        return self.is_alive


def living(walker: Walker) -> Living | None:
    """Return whether a question says of somebody to be alive, or dead; no longer is not."""
    analysis = walker.analysis
    normal = [word.normal for word in analysis.words]
    for cue, is_alive in (("living", True), ("dead", False)):
        place = next((i for i in sorted(walker.free) if normal[i] in cue_set(cue)), None)
        if place is None or normal[place + 1 : place + 2] == ["in"]:
            continue  # who is living in Paris lives there
        if cue_set("during") & {*normal[:place]}:
            return None  # when she was alive is a time
        said = analysis.saying("present") | analysis.saying("anymore") | {place}
        denied, day = analysis.negation, today_of(analysis)
        if denied is None or denied > place:
            return Living(is_alive, said, day)
        if analysis.content & {*range(denied + 1, place)} <= said:
            return Living(not is_alive, said | {denied}, day)
    return None


def only_living(walker: Walker, sketches: Sequence[Sketch]) -> list[Sketch]:
    """Return sets of people as those of them who are alive, or are not, where a question says so.

    What cannot be narrowed so is left out, if anything can.
    """
    said = living(walker)
    if said is None:
        return list(sketches)
    found = [one for sketch in sketches if (one := _narrowed(walker, sketch, said)) is not None]
    return found or list(sketches)


def _narrowed(walker: Walker, sketch: Sketch, said: Living) -> Sketch | None:
    if not sketch.members or not sketch.is_things or sketch.size > FEW:
        return None
    dates = walker.lookups.values(ids_of(sketch.members), (BIRTH, DEATH))
    members = tuple(m for m, known in dates.items() if said.holds(known))
    # Where no death is stated at all the graph may tell of none.
    if not members or not any(DEATH in known for known in dates.values()):
        return None
    found = replace(
        sketch,
        query=said.of(sketch.query),
        members=members,
        relations=(*sketch.relations, (DEATH, SAID)),
        explained=sketch.explained | said.places,
    )
    return walker.judged(found)


def lives(walker: Walker, names: Sequence[Sequence[Link]]) -> Iterator[Claim]:
    """Yield whether the one whom a question names is alive, or is not."""
    said = living(walker)
    for link in names[0][:2] if said is not None and len(names) == 1 else ():
        if said is None or not walker.kinds.is_any(link.id, PEOPLE):
            continue
        explained = link.places | said.places
        holds = said.holds(walker.lookups.values([link.id], (BIRTH, DEATH)).get(link.id, {}))
        if holds is not None and walker.analysis.content <= explained:
            yield Claim(said.claim(link.id), (link,), SAID, explained, holds)

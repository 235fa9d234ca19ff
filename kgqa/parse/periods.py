"""Sets narrowed by time: by the dates of their members, or of the statements that say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from kgqa_store.names_text import singulars

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Entity,
    Filter,
    IllFormed,
    Inverse,
    Number,
    Property,
    Qualified,
    Stated,
    Superlative,
)
from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal, Member, month_and_day, year
from kgqa.parse.orders import BIRTH, DATES, ids_of, key_of, said_by
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.turns import TURNS, hop, numbers_of
from kgqa.parse.words import cue_set

AT, START, END = "P585", "P580", "P582"
"""Qualifiers: when something was so, from when and until when."""
DEATH = "P570"
HALF_A_DAY = 1 / 744
"""In years, as dates are ordered."""
KNOWN = 0.5
"""Of so many it must be known when they began."""
ALONE = 0.7
"""Where so many of these begin at a time of their own, one follows upon the other."""


@dataclass(frozen=True, slots=True)
class Period:
    """The years from `first` to `last`, both among them; None has no bound on that side."""

    first: int | None
    last: int | None
    places: frozenset[int]
    links: tuple[Link, ...] = ()
    """The event that took so long."""
    date: Date | None = None
    """The month or the day of the one year that is named."""
    is_of_life: bool = False
    """Whether somebody was born or died then: of others that says when they were something."""

    def others(self, sketches: Sequence[Sketch]) -> list[Sketch]:
        """Return the sets that are not about the event itself."""
        return [s for s in sketches if not any(one.places & self.places for one in s.links)]

    def conditions(self, property_: str) -> tuple[Condition, ...]:
        """Return the tests of a date of that property."""
        key = Property(property_)
        if self.first is not None and self.first == self.last:
            return (Condition(key, "=", self.bound(self.first)),)
        found = []
        if self.first is not None:
            found.append(Condition(key, ">=", self.bound(self.first)))
        if self.last is not None:
            found.append(Condition(key, "<=", self.bound(self.last)))
        return tuple(found)

    def bound(self, year: int) -> Date | Number:
        """Return one of its years as dates are compared with it: the day, where that is named."""
        return self.date or Number(Decimal(year))

    def is_said_by(self, link: Link) -> bool:
        """Whether a name is nothing but a part of it; a year, or a whole day, may be a name."""
        if self.first is not None and self.first == self.last:
            return self.date is not None and link.places < self.places
        return link.places <= self.places

    def has(self, value: Member) -> bool:
        """Whether a date is in it, as far as both are known."""
        found = year(value) if isinstance(value, Literal) else None
        if found is None or not isinstance(value, Literal):
            return False
        if (self.first is not None and found < self.first) or (
            self.last is not None and found > self.last
        ):
            return False
        return self.date is None or _is_on(value, self.date)

    @property
    def begins(self) -> float:
        """When it begins, as dates of the graph are ordered; of a year no more is told."""
        return span(self.date)[0] if self.date is not None else float(self.first or 0)

    def comparable(self, values: Iterable[Member]) -> list[float]:
        """Return dates as they compare with its beginning: by their day, or by their year."""
        some = list(values)
        return numbers_of(_dates(some)) if self.date is not None else [*map(float, _years(some))]

    def meets(self, starts: Sequence[Member], ends: Sequence[Member]) -> bool:
        """Whether some of it is between the first of some dates and the last of others."""
        began, ended = self.comparable(starts), self.comparable(ends)
        if self.first is None or self.last is None or not began or not ended:
            return False
        return min(began) <= self.last and max(ended) >= self.first

    def is_within(self, starts: Sequence[Member], ends: Sequence[Member]) -> bool:
        """Whether it is between the first of some dates and the last of others."""
        if self.first is None or self.last is None:
            return False
        began, ended = self.comparable(starts), self.comparable(ends)
        if not began or not ended:
            return False
        if self.date is None:
            return min(began) <= self.first and max(ended) >= self.last
        first, last = span(self.date)
        return min(began) <= last and max(ended) >= first


def _are_several(walker: Walker, period: Period) -> bool:
    """Whether several are asked for, in the course of several years."""
    asks, content = walker.analysis.asks, walker.analysis.content
    asked = walker.noun.places if walker.noun is not None else frozenset(sorted(content)[:1])
    were = "were" in [word.normal for word in walker.analysis.words[:3]]  # who were the presidents
    is_set = asks in ("which", "what") or (asks == "who" and were)
    if period.first == period.last or not asked or not is_set:
        return False
    return next(singulars(walker.analysis.words[max(asked)].normal), None) is not None


def periods_of(analysis: Analysis, used: frozenset[int]) -> tuple[Period, ...]:
    """Return the periods that a question names outside the words of its names."""
    found = []
    for one in quantities.spans(analysis.question):
        places = analysis.between(one.start, one.end)
        bounds = _bounds(one)
        date = _date(one) if bounds is not None and bounds[0] == bounds[1] else None
        if bounds is not None and (date is not None or not places & used):
            found.append(Period(*bounds, places, date=date))
    return tuple(found)


def days_of(analysis: Analysis) -> tuple[Period, ...]:
    """Return the months and days that a question names, be it before them, on them or after."""
    return tuple(
        Period(date.year, date.year, analysis.between(one.start, one.end), date=date)
        for one in quantities.spans(analysis.question)
        if (date := _date(one)) is not None
    )


def periods_of_events(walker: Walker, names: Sequence[Sequence[Link]]) -> tuple[Period, ...]:
    """Return the periods that events behind `during` or `when` took: during World War II.

    Somebody's death is such an event, too: at the time of his death.
    """
    words = [word.normal for word in walker.analysis.words]
    found = []
    for links in names:
        before = [i for i in range(min(links[0].places)) if words[i] not in cue_set("articles")]
        if [words[i] for i in before[-2:]] == ["time", "of"]:
            said = frozenset(before[-2:])
        elif before and words[before[-1]] in cue_set("during"):
            said = frozenset(before[-1:])
        else:
            continue
        for link in links[:1]:
            period = _day_in_life(walker, link, said) or _lasted(walker, link, said)
            if period is not None:
                found.append(period)
    return tuple(found)


def _lasted(walker: Walker, link: Link, said: frozenset[int]) -> Period | None:
    """Return the years that an event took, or that of its end where that is said."""
    words = [word.normal for word in walker.analysis.words]
    dates = walker.lookups.values([link.id], (START, END, AT)).get(link.id, {})
    at = dates.get(AT, ())
    starts, ends = _years(dates.get(START, at)), _years(dates.get(END, at))
    if not starts or not ends:
        return None
    ended = [i for i in range(max(link.places) + 1, len(words)) if words[i] in cue_set("ended")]
    first = max(ends) if ended else min(starts)
    return Period(first, max(ends), link.places | said | {*ended}, (link,))


def _day_in_life(walker: Walker, link: Link, said: frozenset[int]) -> Period | None:
    """Return the day on which somebody was born or died, where that is said behind the name."""
    behind = walker.analysis.words[max(link.places) + 1 :][:2]
    first = max(link.places) + 1
    for cue, key in (("death", DEATH), ("birth", BIRTH)):
        at = frozenset(first + i for i, word in enumerate(behind) if word.stem in cue_set(cue))
        dates = walker.lookups.values([link.id], (key,)).get(link.id, {}).get(key, [])
        named = {y for date in dates if (y := year(date)) is not None}
        if at and len(named) == 1:
            day = min(named)
            month, number = month_and_day(dates[0])
            date = None if (month, number) == (1, 1) else Date(day, month, number)
            places = link.places | said | at
            return Period(day, day, places, (link,), date=date, is_of_life=True)
    return None


def _bounds(one: quantities.Quantity) -> tuple[int | None, int | None] | None:
    match one:
        case quantities.Years(first=first, last=last):
            return first, last
        case quantities.Date(year=int(named), comparator=comparator):
            match comparator:
                case "<":
                    return None, named - 1
                case "<=":
                    return None, named
                case ">":
                    return named + 1, None
                case ">=":
                    return named, None
            return named, named
    return None


def _date(one: quantities.Quantity) -> Date | None:
    """Return the month or the day that a question names with its year."""
    match one:
        case quantities.Date(year=int(named), month=int(month), day=day):
            try:
                return Date(named, month, day)
            except IllFormed:
                return None  # no month has a 31st of June
    return None


def span(date: Date) -> tuple[float, float]:
    """Return the first and the last day of a date, as dates of the graph are ordered."""
    month = date.year + ((date.month or 1) - 1) / 12
    return month + (date.day or 1) / 372, month + (date.day or 31) / 372


def _is_on(value: Literal, date: Date) -> bool:
    """Whether a date is of a month or a day; the first of January may be any day of its year."""
    month, day = month_and_day(value)
    return (month, day) == (1, 1) or (month == date.month and date.day in (None, day))


def dated_in(walker: Walker, sketch: Sketch, period: Period) -> Sketch | None:
    """Return those members that date from a period."""
    if not sketch.members or not sketch.is_things:
        return None
    keys = (*DATES, DEATH)
    content = walker.analysis.content - (period.places if period.is_of_life else frozenset())
    said = [key for key in keys if said_by(walker, key) & content]
    if period.is_of_life and not said:
        return None
    values = walker.lookups.values(ids_of(sketch.members), keys)
    # Who did something in a year was not born then.
    usual = [key for key in DATES if key != BIRTH]
    key = key_of(values, said or usual, sketch.members, is_named=bool(said), fewest=1)
    if key is None:
        return None
    members = tuple(
        m for m, found in values.items() if any(period.has(v) for v in found.get(key, ()))
    )
    if not members:
        return None
    query = Filter(sketch.query, period.conditions(key))
    found = _timed(replace(sketch, query=query, members=members), period)
    return replace(found, explained=found.explained | said_by(walker, key))


def is_dated_so(walker: Walker, period: Period) -> bool:
    """Whether the word before a period says of what date it is: died in 1865."""
    before = [p for p in walker.analysis.content if p < min(period.places, default=0)]
    keys = (*DATES, DEATH)
    return bool(before) and any(max(before) in said_by(walker, key) for key in keys)


def is_denied(walker: Walker, period: Period) -> bool:
    """Whether a question denies that something was in a period: not released in the eighties.

    What else is denied stands between: not by him, or not married.
    """
    analysis, begin = walker.analysis, min(period.places, default=0)
    if analysis.negation is None or analysis.negation > begin:
        return False
    between = {p for p in analysis.content if analysis.negation < p < begin}
    keys = (*DATES, DEATH)
    dated = frozenset[int]().union(*(said_by(walker, key) for key in keys))
    held = {p for p in between if analysis.words[p].stem in cue_set("holding")}
    return between <= dated | held


def _timed(sketch: Sketch, period: Period) -> Sketch:
    """Return a set that was narrowed to a period with what says so."""
    links = (*sketch.links, *period.links)
    return replace(sketch, links=links, explained=sketch.explained | period.places)


def stated_in(walker: Walker, sketch: Sketch, period: Period) -> Iterator[Sketch]:
    """Yield what was so in a period, by the times of the statements that say it."""
    step = hop(sketch.query)
    if step is None or period.first is None or period.last is None:
        return
    property_, id_, inverse = step
    stated = walker.lookups.stated(property_, id_, inverse=inverse)
    at = [m for m, told in stated if any(map(period.has, told.get(AT, ())))]
    begun = [m for m, told in stated if period.date and any(map(period.has, told.get(START, ())))]
    # Who held it through the years is one; several held it in the course of them.
    several = _are_several(walker, period)
    first, last = (period.last, period.first) if several else (period.first, period.last)
    fits = period.meets if several else period.is_within
    during = [m for m, told in stated if fits(told.get(START, ()), told.get(END, ()))]
    lasts = (
        Condition(Property(START), "<=", period.bound(first)),
        Condition(Property(END), ">=", period.bound(last)),
    )
    found_at = ((at, AT), (begun, START))
    told_by = [*((members, period.conditions(key)) for members, key in found_at), (during, lasts)]
    for members, conditions in told_by:
        if members:
            way = Qualified(Property(property_), conditions)
            query = Apply(Inverse(way) if inverse else way, Entity(id_))
            found = replace(sketch, query=query, members=tuple(dict.fromkeys(members)))
            yield walker.judged(_timed(replace(found, note="stated"), period))


def today_of(analysis: Analysis) -> Date:
    """Return the day that `now` is."""
    return Date(analysis.today.year, analysis.today.month, analysis.today.day)


def last_begun(walker: Walker, sketch: Sketch, period: Period) -> Sketch | None:
    """Return who had begun last when a period began: who held an office that one has at a time.

    When a term ended is seldom stated, but when the next began is.
    """
    step = hop(sketch.query)
    if step is None or not 2 <= sketch.size <= TURNS:
        return None
    if period.first is None or period.last is None or _are_several(walker, period):
        return None
    property_, id_, inverse = step
    stated = walker.lookups.stated(property_, id_, inverse=inverse)
    terms = [(m, min(starts), numbers_of(told.get(END, ())))
             for m, told in stated if (starts := numbers_of(told.get(START, ())))]  # fmt: skip
    begun = {m: start for m, start, _ in terms}
    if len(begun) < KNOWN * sketch.size or len({*begun.values()}) < ALONE * len(begun):
        return None
    until = period.first + 1 if period.date is None else span(period.date)[1] + HALF_A_DAY
    earlier = [one for one in terms if one[1] < until]
    if not earlier:
        return None
    latest = max(start for _, start, _ in earlier)
    if any(start == latest and ends and max(ends) < period.begins for _, start, ends in earlier):
        return None  # it was over by then, and who came next is not known
    begins = Condition(Property(START), "<=", period.bound(period.first))
    is_now = period.date == today_of(walker.analysis) and walker.analysis.asked_on is None
    way = Property(property_) if is_now else Qualified(Property(property_), (begins,))
    key = Stated(Inverse(way) if inverse else way, Entity(id_), Property(START))
    members = tuple(dict.fromkeys(m for m, start, _ in earlier if start == latest))
    found = replace(sketch, query=Superlative("max", sketch.query, key), members=members)
    return walker.judged(_timed(replace(found, note="turn"), period))


def _dates(values: Sequence[Member]) -> list[Literal]:
    return [v for v in values if isinstance(v, Literal) and v.kind == "date"]


def _years(values: Sequence[Member]) -> list[int]:
    return [y for v in values if isinstance(v, Literal) and (y := year(v)) is not None]

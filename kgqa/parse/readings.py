"""From an analysed question to readings: sets around its names, and the operators it calls for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from kgqa.algebra import Count, Entity, Type, to_text
from kgqa.parse.ages import ages, lengths
from kgqa.parse.amounts import amounting_to, within_bounds
from kgqa.parse.analysis import Analysis
from kgqa.parse.beyond import beyond, heeding_order
from kgqa.parse.clear_words import heeding_clear_words
from kgqa.parse.closed import Closed
from kgqa.parse.combining import marked, marks, only_typed
from kgqa.parse.differences import (
    heeding_denial,
    without,
    without_any,
    without_company,
    without_dated,
    without_kind,
    without_marked,
    without_named,
    without_place,
    without_same,
)
from kgqa.parse.exceeding import what_exceeds
from kgqa.parse.heeding import heeding_words
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.kin import of_said_gender
from kgqa.parse.linking import Link, Linked
from kgqa.parse.living import living, only_living
from kgqa.parse.local_kinds import with_local_kinds
from kgqa.parse.marriages import still_married
from kgqa.parse.meets import PAIRED, meets
from kgqa.parse.members import Literal
from kgqa.parse.natures import of_asked_nature, of_asked_people, of_asked_values
from kgqa.parse.noun_sets import of_noun, of_whole_kinds
from kgqa.parse.offices import (
    in_best_known_office,
    in_office,
    is_office,
    saying_no_office,
)
from kgqa.parse.orderings import is_of_one, ordered, orderings
from kgqa.parse.periods import (
    dated_in,
    is_dated_so,
    is_denied,
    last_begun,
    periods_of,
    periods_of_events,
    stated_in,
)
from kgqa.parse.places import is_misplaced, lying_in, risen
from kgqa.parse.predicates import said_of_things
from kgqa.parse.present import as_of_now, is_of_one_now, is_present, lasting, still
from kgqa.parse.series import in_series
from kgqa.parse.several_roles import heeding_roles
from kgqa.parse.sides import from_all_sides
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.tallies import most_often
from kgqa.parse.themselves import themselves
from kgqa.parse.times_told import how_often
from kgqa.parse.told import asked_of_statements
from kgqa.parse.words import cue_set, is_stop
from kgqa.parse.yes_or_no import YesOrNo

SAID = 0.6
"""A set whose relations the words say less well is not what a superlative is about."""
MARKED = 8
"""Sets that are narrowed to what a word marks."""
OFFICES = 4
"""Sets of those who held an office that are narrowed to a time, however good they look."""
MEASURED = 20
"""Sets whose amounts are compared with a number."""
AROUND = 24
"""Sets one hop from what a name may mean that are kept."""
NARROWED = 6
"""Sets of a name that are narrowed to a place that another name means."""
LEFT_OVER = 6
"""Sets without what a question denies that are put in an order."""
TURNING = 16
"""Sets of a name of which it is seen who is it now."""


class Composer:
    """Composes the readings of one question."""

    def __init__(self, analysis: Analysis, linked: Linked, walker: Walker, judge: Judge) -> None:
        """Compose from what is known of the question."""
        self.analysis, self.linked, self.walker, self.judge = analysis, linked, walker, judge
        periods = periods_of(analysis, frozenset())
        names = [
            name
            for name in linked.names
            if name
            and not self._is_everywhere(name[0])
            and not any(period.is_said_by(name[0]) for period in periods)
        ]
        named = [name for name in names if name[0].is_name]
        self.names = named or [of_whole_kinds(walker, name) for name in names]
        self.nouns = [n for n in linked.names if n and not n[0].is_name] if named else []
        named_marks = marks(walker, [link for name in self.nouns for link in name[:2]])
        self.marks = [*named_marks, *said_of_things(walker)]
        used = frozenset(p for name in named for p in name[0].places)
        self.years = tuple((year, p) for year, p in analysis.years if p not in used)
        self.periods = (*periods_of(analysis, used), *periods_of_events(walker, self.names))
        self.orderings = orderings(walker)

    def _is_everywhere(self, link: Link) -> bool:
        """Whether a name is the world, of which the largest country is asked: it says nothing."""
        words = [self.analysis.words[place] for place in link.places]
        said = [w.normal for w in words if not is_stop(w)]
        is_ordered = bool(self.analysis.cues) and self.walker.noun is not None
        return is_ordered and bool(said) and {*said} <= cue_set("universal")

    def compose(self) -> list[Candidate]:
        """Return the readings, best first, each expression once."""
        found: dict[str, Candidate] = {}
        for candidate in self._all():
            text = to_text(candidate.query)
            if text not in found or found[text].score < candidate.score:
                found[text] = candidate
        return sorted(found.values(), key=lambda one: (-one.score, to_text(one.query)))

    def _all(self) -> Iterator[Candidate]:
        match self.analysis.form:
            case "compare":
                yield from self._closed.compared() or YesOrNo(self, self._closed).claims()
            case "difference":
                yield from self._closed.differing()
            case "truth":
                yield from YesOrNo(self, self._closed).claims()
            case "choose":
                yield from self._closed.choose()
            case "set" | "count" if more := self._exceeding():
                yield from more
            case "count":
                yield from within_bounds(self.walker, list(self._count()))
            case "set":
                sets = heeding_denial(self.analysis, list(self._sets()))
                sets = heeding_roles(self.walker, self._around, sets)
                heeding = heeding_clear_words(self.walker, within_bounds(self.walker, sets))
                fitting = heeding_order(self.walker, of_asked_values(self.walker, heeding))
                yield from heeding_words(self.walker, of_asked_nature(self.walker, fitting))

    @property
    def _closed(self) -> Closed:
        names = (*self.names, *(n for n in self.nouns if self._is_common(n[0])))
        return Closed(self.analysis, names, self.years, self.walker, self.judge)

    def _is_common(self, noun: Link) -> bool:
        """Whether a noun is one: a word without a capital, or a year, is no film called so."""
        said = [place for place in noun.places if place in self.analysis.content]
        is_name = not noun.label[:1].islower() and len(said) < 3
        return not is_name or self.walker.kinds.is_class(noun.id)

    # --- Sets -----------------------------------------------------------------------------------

    @cached_property
    def _around(self) -> list[list[Sketch]]:
        """The sets one hop from what each name may mean, best first."""
        walker = self.walker
        every = [[s for link in name for s in walker.around(link)] for name in self.names]
        return [walker.best(from_all_sides(walker, some), AROUND) for some in every]

    @cached_property
    def bases(self) -> list[Sketch]:
        """The sets that the names and the noun of the question give."""
        walker = self.walker
        ones = [list(group) for group in self._around]
        offices = False
        for name, sketches in zip(self.names, ones, strict=True):
            # They explain the noun, too, so they come before what is only around the name.
            held = [s for one in name[:2] for s in in_office(walker, one, self.linked.nouns)]
            parts = [s for one in name[:3] for s in in_series(walker, one)]
            others = saying_no_office(sketches, held)
            local = with_local_kinds(walker, name[0], self.linked.nouns, others)
            sketches[:] = [*held, *parts, *local]
            offices |= bool(held)
        implied = [] if offices else list(in_best_known_office(walker))
        if implied:  # the office is meant, and not the role
            ones = [[s for s in group if not _is_role(s, implied)] for group in ones]
            ones.append(implied)
        ones = [self._now(group) for group in ones]
        twos = [from_all_sides(walker, walker.onward(sketches)) for sketches in ones]
        if not self.names:
            ones = [[*(s for s in of_noun(walker) if not _is_role(s, implied)), *implied]]
        single = [s for group in (*ones, *twos) for s in group]
        # Where a state is asked for a town is none, but it lies in one.
        risen_ = [risen(walker, s) or s for s in single]
        single = [s for s in risen_ if not is_misplaced(walker, s)]
        pairs = [*meets(walker, ones, twos), *self._lying_in(ones), *self._company(ones)]
        every = of_said_gender(walker, only_typed(walker, [*single, *pairs]))
        nouns = of_noun(walker) if self.analysis.measures else []
        found = [*every, *self._marked(every), *nouns, *themselves(walker, self.names)]
        return only_living(walker, found)

    def _now(self, sketches: list[Sketch]) -> list[Sketch]:
        """Return sets of those who follow one upon the other as the one who is it now."""
        if self.periods or not is_of_one_now(self.analysis):
            return sketches
        turning = [still_married(self.walker, s) for s in sketches[:TURNING]]
        return [*as_of_now(self.walker, turning), *sketches[TURNING:]]

    def _marked(self, sketches: list[Sketch]) -> list[Sketch]:
        """Return sets narrowed to what a word such as `female` marks."""
        if not self.marks:
            return []
        best = self.walker.best(sketches, MARKED)
        return [s for sketch in best for s in marked(self.walker, sketch, self.marks)]

    def _lying_in(self, ones: list[list[Sketch]]) -> list[Sketch]:
        """Return sets narrowed to what is in a place, or in a place within it."""
        best = [s for group in ones for s in group[:NARROWED]]
        best += [s for s in of_noun(self.walker) if isinstance(s.query, Type)]
        links = [name[0] for name in self.names]
        return [s for one in best for link in links for s in lying_in(self.walker, one, link)]

    def _company(self, ones: list[list[Sketch]]) -> list[Sketch]:
        """Return those who are in a set together with one of a name, without that one."""
        some = [s for group in ones for s in group[:PAIRED]]
        return list(without_company(self.walker, some, [name[0] for name in self.names]))

    def _sets(self) -> Iterator[Candidate]:
        bases = self.bases
        denied = self.analysis.negation
        for s in bases:
            yield self.judge.sketch(s, "difference" if denied in s.explained else "generic")
        in_order = list(self.in_order(bases))
        for operator, sketch in in_order:
            yield self.judge.sketch(sketch, operator)
        rest = list(self._without(bases))
        in_turn = list(self._ordered_rest(rest))
        yield from in_turn
        for sketch in [*rest, *self._timed(self.walker.best(rest, 10))] if not in_turn else ():
            yield self.judge.sketch(sketch, "difference")
        # Who was third in office was not the third to be born.
        turns = [s for _, s in in_order if s.note in ("turn", "numbered")]
        yield from self._aged(bases, turns or [s for _, s in in_order])
        for operator, query, sketch in asked_of_statements(self.walker, self.names, bases):
            yield replace(self.judge.sketch(sketch, operator), query=query)

    def _ordered_rest(self, rest: list[Sketch]) -> Iterator[Candidate]:
        """Yield who is first or last of what neither of two leaves: the last who was neither."""
        if not self.analysis.denies_both:
            return
        for base in self.walker.best(rest, LEFT_OVER):
            for operator, sketch in ordered(self.walker, self.orderings, base):
                yield self.judge.sketch(self.walker.judged(sketch), operator)

    def _aged(self, bases: list[Sketch], ordered: list[Sketch]) -> Iterator[Candidate]:
        """Yield years between two dates, where the question asks how old or how long."""
        walker = self.walker
        if self.analysis.asks not in ("how old", "how long"):
            return
        alone = [Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)
                 for name in self.names for link in name[:3]]  # fmt: skip
        single = [
            s
            for some in (ordered, bases)
            for s in [s for s in walker.best(some, 30) if s.size == 1 and s.is_things][:6]
        ]
        links = [link for name in self.names for link in name[:2] if link.is_name]
        asks_age = self.analysis.asks == "how old"
        every = [*alone, *single]
        for query, sketch in ages(walker, every, links) if asks_age else lengths(walker, every):
            yield replace(self.judge.sketch(sketch, "generic"), query=query)

    def in_order(self, bases: list[Sketch]) -> Iterator[tuple[str, Sketch]]:
        """Yield sets narrowed by years, then ordered as the question says, and where they lead."""
        walker = self.walker
        things = [s for s in bases if s.is_things and not is_of_one(walker, s)]
        # A set that only the noun says is not ranked with those around names, which say more words.
        nouns = [s for s in things if not s.links]
        ranked = [*nouns[:6], *walker.best([s for s in things if s.links], 40)]
        # Who held an office when something happened: both are named, and much else is around them.
        offices = [s for s in things if is_office(s.query) and s not in ranked]
        timed = self._timed([*offices[:OFFICES], *ranked])
        yield from (("generic", s) for s in [*timed, *self._amounting(ranked)])
        # Who won the election of 1848: one is of that year, and what it led to is asked for.
        single = [s for s in timed if s.size == 1 and s.is_things and s.members]
        steps = walker.onward(walker.best(single, 6))
        said = [s for s in steps if s.size == 1 and s.is_things and s.relation >= SAID]
        yield from (("generic", s) for s in [*steps, *walker.onward(said[:4])])
        ranked = [*timed, *ranked]
        if self.analysis.measures and is_present(self.analysis):
            ranked = [lasting(walker, s) for s in ranked]
        wrapped: list[tuple[str, Sketch]] = []
        for base in ranked[:34]:
            # What comes out at the end is to be of the kind that was asked for, not what went in.
            wrapped += [
                (operator, walker.judged(s))
                for operator, s in ordered(walker, self.orderings, base)
            ]
        if self.analysis.most is not None and self.analysis.most[1] == "max":
            links = [link for name in self.names for link in name[:2]]
            where = frozenset({self.analysis.most[0]})
            wrapped += [("superlative", s) for s in most_often(walker, bases, links, where)]
        yield from wrapped
        yield from beyond(
            *(walker, self.judge, things),
            nouns=self.linked.nouns,
            links=[name[0] for name in self.names],
            orderings=self.orderings,
        )
        best = sorted(wrapped, key=lambda one: -self.judge.sketch(one[1], one[0]).score)[:6]
        for operator, sketch in best:
            is_end = sketch.kind >= 0.5 and self.analysis.content <= sketch.explained
            if sketch.members and len(sketch.members) == 1 and not is_end:
                one = sketch.members[0]
                steps = [still_married(walker, s, one) for s in walker.onward([sketch])]
                yield from ((operator, risen(walker, s) or s) for s in steps)

    def _timed(self, bases: list[Sketch]) -> list[Sketch]:
        """Return sets narrowed to the time that the question is about."""
        found: list[Sketch] = []
        affirmed = [one for one in self.periods if not is_denied(self.walker, one)]
        for period in affirmed[:2]:
            for base in period.others(bases):
                if (dated := dated_in(self.walker, base, period)) is not None:
                    found.append(dated)
                    if is_dated_so(self.walker, period):
                        continue  # who died then was not only in office
                found += stated_in(self.walker, base, period)
                if (begun := last_begun(self.walker, base, period)) is not None:
                    found.append(begun)
        if not self.periods and is_present(self.analysis):
            found += [s for b in bases[:12] if (s := still(self.walker, b)) is not None]
        return found

    def _amounting(self, bases: list[Sketch]) -> list[Sketch]:
        """Return sets narrowed to more or less of something than the question says."""
        return [s for one in bases[:MEASURED] for s in amounting_to(self.walker, one)]

    def _without(self, bases: list[Sketch]) -> Iterator[Sketch]:
        """Yield sets without what the negated part of the question says."""
        walker, negation = self.walker, self.analysis.negation
        # Who is no longer alive is one whose death is stated.
        if negation is not None and living(self.walker) is None:
            yield from without(walker, bases, negation)
            yield from without_named(walker, bases, self.names, negation)
            yield from without_marked(walker, bases, self.marks, negation)
            yield from without_same(walker, bases, self.names, negation)
            yield from without_any(walker, bases, negation)
            yield from without_kind(walker, bases, self.linked.nouns, negation)
            yield from without_dated(walker, bases, self.periods, negation)
            yield from without_place(walker, bases, self.names, negation)

    def _count(self) -> Iterator[Candidate]:
        bases = self.bases
        timed = self._timed(self.walker.best(bases, 30))
        without = list(self._without(bases))
        amounts = self._amounting([*of_noun(self.walker), *self.walker.best(bases, 30)])
        for sketch in of_asked_people(self.walker, [*bases, *timed, *amounts, *without]):
            if isinstance(sketch.query, Entity):
                continue  # one thing is not counted
            if sketch.is_things:
                number = None if sketch.members is None else float(len(sketch.members))
                candidate = self.judge.sketch(sketch, "count")
                members = None if number is None else (Literal("number", str(number), number),)
                yield replace(candidate, query=Count(sketch.query), members=members)
            else:
                yield self.judge.sketch(sketch, "count")
        for query, sketch in how_often(self.walker, self.names):
            yield replace(self.judge.sketch(sketch, "count"), query=query)

    def _exceeding(self) -> list[Candidate]:
        """Return what exceeds one that is named, or how many do."""
        if self.analysis.than is None:
            return []
        return what_exceeds(self.walker, self.judge, self.bases, self.names, self.orderings)

    def beside(self, linked: Linked, walker: Walker) -> Composer:
        """Return a composer for what else a question says of one that it names."""
        return Composer(self.analysis, linked, walker, self.judge)


def _is_role(sketch: Sketch, offices: list[Sketch]) -> bool:
    """Whether a set is of those who have the role of which an office is meant."""
    said = frozenset[int]().union(*(one.explained for one in offices))
    return is_office(sketch.query) and all(link.places <= said for link in sketch.links)

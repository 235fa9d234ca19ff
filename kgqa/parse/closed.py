"""Questions that name what they choose from: which of two, whether two compare, yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from kgqa.algebra import Comparator, Entity, Intersection, Membership, Union
from kgqa.parse.analysis import Analysis
from kgqa.parse.denials import are_meant
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.kinds_counted import more_of_kind, most_of_kind
from kgqa.parse.linking import Link
from kgqa.parse.orderings import Ordering, orderings
from kgqa.parse.orders import alone, greater_of, pair_of
from kgqa.parse.pairs import likeliest, likeness, pairs_of
from kgqa.parse.periods import Period, days_of
from kgqa.parse.predicates import claims_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.subtractions import by_how_much, orderings_between
from kgqa.parse.tallies import most_by_words
from kgqa.parse.truths import Claim, compared, dated, having, joint, related, said_best, shared
from kgqa.parse.truths_in_time import at_time, in_named_office, so_now
from kgqa.parse.truths_of_places import within
from kgqa.parse.turns import first_held, longer_held
from kgqa.parse.words import adjectives, cue_set

SAID = 0.8
"""A relation that the words say as well as this is what they are about, though one is unknown."""


class Closed:
    """Composes the readings of a question that names what it chooses from."""

    def __init__(
        self,
        analysis: Analysis,
        names: Sequence[tuple[Link, ...]],
        years: Sequence[tuple[int, int]],
        walker: Walker,
        judge: Judge,
    ) -> None:
        """Compose from what is known of the question; nouns may be among the names."""
        self.analysis, self.names, self.years = analysis, names, years
        self.walker, self.judge = walker, judge
        self.over: list[Candidate] = []
        """What was so and is no more, though the question asks whether it is."""

    @cached_property
    def _orderings(self) -> list[Ordering]:
        """What the question compares by."""
        found = orderings(self.walker)
        if self.analysis.form == "difference" and self.analysis.than is None:
            found += orderings_between(self.walker)
        for i, word in enumerate(self.analysis.words):
            if word.normal in cue_set("before"):
                found.append(Ordering(adjectives()["first"], frozenset({i})))
            if word.normal in cue_set("after"):
                found.append(Ordering(adjectives()["last"], frozenset({i})))
        return found

    def choose(self) -> Iterator[Candidate]:
        """Yield which of the two that the word `or` stands between is meant."""
        either = self.analysis.alternative or 0
        named = [n for n in self.names if n[0].is_name] or self.names
        before = [n for n in named if max(n[0].places) < either]
        after = [n for n in named if min(n[0].places) > either]
        if not before or not after:
            return
        pairs = pairs_of(self.walker, before[-1], after[0])
        others = [*before[:-1], *after[1:]]
        found = likeliest(self.walker, {pair: [*self._greater(*pair)] for pair in pairs})
        if not any(candidate.features.get("named") for candidate in found):
            counted = {pair: [*self._counted(*pair, others)] for pair in pairs}
            found += likeliest(self.walker, counted)
        # Who of two is in a group is not who was in it longer.
        if not found and not self.analysis.measures and self.analysis.most is None:
            found = [c for a, b in pairs for c in self._chosen(a, b, others)]
        yield from found

    def _greater(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has more of what the question compares by."""
        left, right = alone(one), alone(other)
        for ordering in self._orderings:
            by = ordering.adjective, ordering.places
            both = pair_of(left, right)
            held = self._held(both, ordering)
            sketch = held or greater_of(self.walker, left, right, *by)
            if sketch is not None:
                note = "named" if ordering.adjective.is_named else ""
                found = replace(
                    sketch, relations=(("", 0.6),), kind=likeness(self.walker, one, other)
                )
                yield self.judge.sketch(replace(found, note=note), "comparative")

    def _held(self, both: Sketch, ordering: Ordering) -> Sketch | None:
        """Return which of two was longer in an office that the words name, or came to it first."""
        by = ordering.adjective, ordering.places
        return longer_held(self.walker, both, *by) or first_held(self.walker, both, *by)

    def _counted(
        self, one: Link, other: Link, others: Sequence[tuple[Link, ...]]
    ) -> Iterator[Candidate]:
        """Yield which of two entities has most of what the words name, counted."""
        if self.analysis.most is None:
            return
        place, extreme = self.analysis.most
        both, where = pair_of(alone(one), alone(other)), frozenset({place})
        kinds = self._counted_kinds(others)
        found = [s for k in kinds for s in most_of_kind(self.walker, both, k, extreme, where)]
        asked = self.walker.noun.places if self.walker.noun is not None else frozenset()
        saying = self.walker.free & self.analysis.content - asked - where
        for sketch in found or most_by_words(self.walker, both, extreme, where):
            # What no word says has nothing to do with what is asked to be counted.
            if found or sketch.explained & saying:
                yield self.judge.sketch(sketch, "comparative")

    def _counted_kinds(self, others: Sequence[tuple[Link, ...]]) -> list[Link]:
        """Return what is counted by the words: what stands behind `more`, named or not."""
        place = self.analysis.most[0] if self.analysis.most else 0
        nouns = [name[0] for name in self.names if not name[0].is_name]
        named = [link for name in others for link in name[:2]]
        return [link for link in (*named, *nouns) if min(link.places) > place]

    def _chosen(
        self, one: Link, other: Link, others: Iterable[tuple[Link, ...]]
    ) -> Iterator[Candidate]:
        """Yield which of two entities is in a set around a third."""
        pair = Union((Entity(one.id), Entity(other.id)))
        for name in others:
            for link in name[:2]:
                for sketch in self.walker.around(link):
                    members = tuple(m for m in sketch.members or () if m in (one.id, other.id))
                    if len(members) == 1:
                        found = replace(
                            sketch,
                            query=Intersection((pair, sketch.query)),
                            members=members,
                            links=(one, other, link),
                            explained=sketch.explained | one.places | other.places,
                        )
                        yield self.judge.sketch(found, "comparative")

    def compared(self) -> list[Candidate]:
        """Return whether one entity exceeds another, or dates from before or after a year."""
        offices = self._in_office() if self.years else []
        return [*self._compare(), *offices, *(self.since() if self.years else ())]

    def differing(self) -> Iterator[Candidate]:
        """Yield by how much one entity exceeds another."""
        yield from by_how_much(self.walker, list(self._compare()))

    def _in_office(self) -> list[Candidate]:
        """Return that offices that the words name were held, at the time that they name if told.

        Who held an office did not resign from it: all words but those of names are to be said.
        """
        found = [c for claim in self._offices for c in self._timed(claim)]
        years = frozenset(place for _, place in self.years)
        telling = self.analysis.content & self.walker.free - years
        whole = [one for one in found if telling <= one.explained]
        return [one for one in whole if years <= one.explained] or whole

    def _compare(self) -> Iterator[Candidate]:
        """Yield whether one entity exceeds another; `than` stands between the two."""
        named = [n for n in self.names if n[0].is_name] or self.names
        than = self.analysis.than
        for i, name in enumerate(named):
            for following in named[i + 1 :]:
                if than is None or max(name[0].places) < than < min(following[0].places):
                    pairs = pairs_of(self.walker, name, following)
                    yield from likeliest(self.walker, {p: [*self._exceeds(*p)] for p in pairs})

    def _exceeds(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield whether one entity exceeds another by what the question compares by."""
        for ordering in self._orderings:
            by = ordering.adjective, ordering.places
            both = pair_of(alone(one), alone(other))
            held = self._held(both, ordering)
            if held is not None:
                claim = Claim(
                    Membership(Entity(one.id), held.query),
                    held.links,
                    0.9,
                    held.explained,
                    one.id in (held.members or ()),
                )
                yield self.judge.claim(claim, "comparative")
                continue
            for claim in compared(self.walker, one, other, *by):
                yield self.judge.claim(claim, "comparative")
        yield from self._outnumbers(one, other)

    def _outnumbers(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield whether one entity has more of what is named between the two."""
        if self.analysis.most is None:
            return
        place, extreme = self.analysis.most
        comparator: Comparator = ">" if extreme == "max" else "<"
        named = {one.places, other.places}
        others = [n for n in self.names if n[0].is_name and n[0].places not in named]
        between = [n for n in others if min(n[0].places) < min(other.places)]
        for kind in self._counted_kinds(between):
            for claim in more_of_kind(self.walker, one, other, kind, comparator, place):
                yield self.judge.claim(claim, "comparative")

    def truth(self) -> Iterator[Candidate]:
        """Yield whether entities are joined, whether one is of a kind, or dates from a year."""
        # Who was president of somewhere is not asked whether he was one of nowhere.
        named = frozenset[int]().union(*(one.explained for one in self._offices))
        for i, name in enumerate(self.names):
            for other in self.names[i + 1 :]:
                if other[0].is_name or not other[0].places <= named:
                    yield from self._joined(name, other)
            for link in name[:2]:
                for claim in (*having(self.walker, link), *claims_of(self.walker, link)):
                    yield self.judge.claim(claim, "yesno")
        yield from self._in_office()
        yield from self.since()

    @cached_property
    def _offices(self) -> list[Claim]:
        """That those who are named held offices that the words name."""
        links = [link for name in self.names for link in name[:2]]
        return [claim for link in links for claim in in_named_office(self.walker, link)]

    def _joined(self, name: tuple[Link, ...], other: tuple[Link, ...]) -> Iterator[Candidate]:
        """Yield whether what two names mean is joined, alike, or joined to the same."""
        normal = {word.normal for word in self.analysis.words}
        alike = "same" in normal
        together = bool(normal & cue_set("together")) or self._is_company(other[0])
        told: list[Claim] = []
        for a in name[:3]:
            for b in other[:3]:
                joined = [*related(self.walker, a, b), *within(self.walker, a, b)]
                for claim in said_best(joined):
                    can_affirm = are_meant(claim.links) or not _is_told(claim, told)
                    if can_affirm if claim.holds else self._can_deny(claim, told):
                        yield from self._timed(claim)
                told += joined
                for claim in shared(self.walker, a, b) if alike else ():
                    yield self.judge.claim(claim, "yesno")
                for claim in joint(self.walker, a, b, self._kind()) if together else ():
                    yield self.judge.claim(claim, "yesno")

    def _kind(self) -> Link | None:
        """Return the kind of thing that the question names, if it does: a film, a song."""
        nouns = (name[0] for name in reversed(self.names) if not name[0].is_name)
        return next((noun for noun in nouns if self.walker.kinds.is_class(noun.id)), None)

    def _is_company(self, link: Link) -> bool:
        """Whether `with` stands before a name: somebody was in a film with her."""
        before = self.analysis.words[: min(link.places)][-1:]
        return link.is_name and any(word.normal in cue_set("accompanying") for word in before)

    def _can_deny(self, claim: Claim, told: Iterable[Claim]) -> bool:
        """Whether the words say a denied claim, and none as well of a likelier pair of things.

        A film that is not from somewhere may be filmed there.
        """
        years = {place for _, place in self.years}
        is_said = self.analysis.content - years <= claim.explained or claim.relation >= SAID
        is_known = not claim.is_open and not _is_told(claim, told)
        return is_said and is_known and are_meant(claim.links)

    def since(self) -> Iterator[Candidate]:
        """Yield whether what a name means dates from a year, or from before or after it."""
        for name in self.names:
            for period in self._times():
                for link in name[:3]:
                    for claim in dated(self.walker, link, period, self._comparator()):
                        yield self.judge.claim(claim, "yesno")

    def _timed(self, claim: Claim) -> Iterator[Candidate]:
        """Yield a claim; for the years that the question names only where something tells of them.

        What was so at some time may not have been so at another.
        """
        timed = [
            found
            for period in (self._times() if claim.holds else ())
            for found in at_time(self.walker, claim, period, self._comparator())
        ]
        now = so_now(self.walker, claim) if claim.holds and not self.years else claim
        for one in timed or [now]:
            candidate = self.judge.claim(one, "yesno")
            if claim.holds and now.query != claim.query:
                self.over.append(candidate)
            yield candidate

    def _times(self) -> Iterator[Period]:
        """Yield the years that the question names, with month and day where it names these."""
        days = days_of(self.analysis)
        for wanted, place in self.years:
            year = Period(wanted, wanted, frozenset({place}))
            yield next((day for day in days if place in day.places), year)

    def _comparator(self) -> Comparator:
        """Return how dates compare by the words: before, after, or the same."""
        normal = {word.normal for word in self.analysis.words}
        if normal & cue_set("before"):
            return "<"
        return ">" if normal & cue_set("after") else "="


def _is_told(claim: Claim, told: Iterable[Claim]) -> bool:
    """Whether what the words of a claim say is told, true or not, of a likelier pair of things."""
    return any(claim.explained <= other.explained for other in told)

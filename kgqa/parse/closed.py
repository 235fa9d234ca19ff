"""Questions that name what they choose from: which of two, whether two compare, yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from kgqa.algebra import Comparator, Entity, Intersection, Union
from kgqa.parse.analysis import Analysis
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.linking import Link
from kgqa.parse.orderings import Ordering, orderings
from kgqa.parse.orders import greater_of, pair_of
from kgqa.parse.periods import Period, days_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.tallies import most_by_words
from kgqa.parse.truths import compared, dated, having, related, shared
from kgqa.parse.turns import longer_held
from kgqa.parse.words import adjectives, cue_set


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

    @cached_property
    def _orderings(self) -> list[Ordering]:
        """What the question compares by."""
        found = orderings(self.walker)
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
        pairs = [(a, b) for a in before[-1][:5] for b in after[0][:5]]
        found = [c for one, other in pairs for c in self._greater(one, other)]
        if not any(candidate.features.get("named") for candidate in found):
            found += [c for one, other in pairs for c in self._counted(one, other)]
        others = [*before[:-1], *after[1:]]
        yield from found or (c for a, b in pairs for c in self._chosen(a, b, others))

    def _greater(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has more of what the question compares by."""
        left, right = _alone(one), _alone(other)
        for ordering in self._orderings:
            by = ordering.adjective, ordering.places
            held = longer_held(self.walker, pair_of(left, right), *by)
            sketch = held or greater_of(self.walker, left, right, *by)
            if sketch is not None:
                note = "named" if ordering.adjective.is_named else ""
                found = replace(sketch, relations=(("", 0.6),), kind=self._alike(one, other))
                yield self.judge.sketch(replace(found, note=note), "comparative")

    def _counted(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has most of what the words name, counted."""
        if self.analysis.most is not None:
            place, extreme = self.analysis.most
            both = pair_of(_alone(one), _alone(other))
            for found in most_by_words(self.walker, both, extreme, frozenset({place})):
                yield self.judge.sketch(found, "comparative")

    def _alike(self, one: Link, other: Link) -> float:
        """Return how far two entities are of one kind, which those that are compared mostly are."""
        names = self.walker.kinds.names
        if {*names.types(one.id)} & {*names.types(other.id)}:
            return 1.0
        return 0.5 if self.walker.kinds.of(one.id) & self.walker.kinds.of(other.id) else 0.0

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

    def compare(self) -> Iterator[Candidate]:
        """Yield whether one entity exceeds another."""
        named = [n for n in self.names if n[0].is_name] or self.names
        for i, name in enumerate(named):
            for following in named[i + 1 :]:
                for one in name[:4]:
                    for other in following[:4]:
                        yield from self._exceeds(one, other)

    def _exceeds(self, one: Link, other: Link) -> Iterator[Candidate]:
        for ordering in self._orderings:
            for claim in compared(self.walker, one, other, ordering.adjective, ordering.places):
                yield self.judge.claim(claim, "comparative")

    def truth(self) -> Iterator[Candidate]:
        """Yield whether entities are joined, whether one is of a kind, or dates from a year."""
        alike = any(word.normal == "same" for word in self.analysis.words)
        for i, name in enumerate(self.names):
            for other in self.names[i + 1 :]:
                for a in name[:3]:
                    for b in other[:3]:
                        for claim in related(self.walker, a, b):
                            yield self.judge.claim(claim, "yesno")
                        for claim in shared(self.walker, a, b) if alike else ():
                            yield self.judge.claim(claim, "yesno")
            for link in name[:2]:
                for claim in having(self.walker, link):
                    yield self.judge.claim(claim, "yesno")
        yield from self.since()

    def since(self) -> Iterator[Candidate]:
        """Yield whether what a name means dates from a year, or from before or after it."""
        days = days_of(self.analysis)
        for name in self.names:
            for wanted, place in self.years:
                year = Period(wanted, wanted, frozenset({place}))
                period = next((day for day in days if place in day.places), year)
                for link in name[:3]:
                    for claim in dated(self.walker, link, period, self._comparator()):
                        yield self.judge.claim(claim, "yesno")

    def _comparator(self) -> Comparator:
        """Return how dates compare by the words: before, after, or the same."""
        normal = {word.normal for word in self.analysis.words}
        if normal & cue_set("before"):
            return "<"
        return ">" if normal & cue_set("after") else "="


def _alone(link: Link) -> Sketch:
    return Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)

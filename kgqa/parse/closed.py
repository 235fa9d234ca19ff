"""Questions that name what they choose from: which of two, whether two compare, yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from kgqa.algebra import Comparator, Entity, Intersection, Membership, Superlative, Things, Union
from kgqa.parse.analysis import Analysis
from kgqa.parse.countable import Countable, countables, counted_words
from kgqa.parse.events import Event, Ground, event_in, grounds, untold
from kgqa.parse.held import first_held, held_by
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.linking import Link, Noun
from kgqa.parse.numbers_said import NumberSaid, number_said
from kgqa.parse.orders import DURATION
from kgqa.parse.pairs import Chosen, extreme_of_two, key_of_both, of_one_year
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.sound_names import sound
from kgqa.parse.truths import (
    Claim,
    as_meant,
    compared,
    dated,
    has_more,
    has_so_many,
    in_year,
    related,
    shared,
)
from kgqa.parse.words import adjectives, cue_set

TRIED = 5
"""Meanings of a name that are tried."""
GAP = 1
"""Words between a name and the word `or` that may be no part of the name."""
LIKELY = 0.72
"""The share of the best link's score that another meaning needs for its denial to count."""
SAME = frozenset(("same", "year"))
"""The words that say that two date from one year."""
CHOSEN, FALLEN_BACK = 0.6, 0.35
"""How well words say by what two are compared, and by what else where they say it by nothing."""


class Closed:
    """Composes the readings of a question that names what it chooses from."""

    def __init__(
        self,
        analysis: Analysis,
        names: Sequence[tuple[Link, ...]],
        nouns: Sequence[Noun],
        years: Sequence[tuple[int, int]],
        walker: Walker,
        judge: Judge,
    ) -> None:
        """Compose from what is known of the question; common words may be among the names."""
        self.analysis, self.nouns, self.years = analysis, nouns, years
        self.names = sound(analysis, names, walker.kinds)
        self.walker, self.judge = walker, judge

    @cached_property
    def _grounds(self) -> list[Ground]:
        """What the question compares by."""
        return grounds(self.walker)

    @cached_property
    def _named(self) -> list[tuple[Link, ...]]:
        """The names that are written so; all where none is."""
        return [name for name in self.names if name[0].is_name] or self.names

    @property
    def _has_clause(self) -> bool:
        """Whether it is asked how things were at some time that a clause of its own tells."""
        return any(word.normal == "when" for word in self.analysis.words[1:])

    # --- Which of two ---------------------------------------------------------------------------

    def choose(self) -> Iterator[Candidate]:
        """Yield which of the two that the word `or` stands between is meant."""
        either = self.analysis.alternative or 0
        before = [n for n in self._named if max(n[0].places) < either]
        after = [n for n in self._named if min(n[0].places) > either]
        if not before or not after or self._has_clause:
            return
        one, other = before[-1], self._behind(after)
        if self._gap(one, either) > GAP or self._gap(other, either) > GAP:
            return
        pairs = [(a, b) for a in one[:TRIED] for b in other[:TRIED]]
        found = [c for a, b in pairs for c in self._greater(a, b)]
        if not any(candidate.features.get("named") for candidate in found):
            found += [c for a, b in pairs for c in self._counted(a, b)]
        if not found and not self._grounds and self.analysis.most is None:
            others = [n for n in self._named if n is not one and n is not other]
            found += [c for a, b in pairs for c in self._chosen(a, b, others)]
        yield from found

    def _behind(self, after: Sequence[tuple[Link, ...]]) -> tuple[Link, ...]:
        """Return the name behind `or`: not the title before it, as `King` is."""
        first = after[0]
        is_title = self.walker.kinds.is_class(first[0].id) and len(after) > 1
        follows = is_title and max(first[0].places) + 1 in after[1][0].places
        return after[1] if follows else first

    def _gap(self, name: tuple[Link, ...], either: int) -> int:
        """Return how many words that say something stand between a name and `or`."""
        first, last = min(name[0].places), max(name[0].places)
        between = range(last + 1, either) if last < either else range(either + 1, first)
        return len(self.analysis.content & frozenset(between))

    def _greater(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has more of what the question compares by."""
        for ground in self._grounds:
            if held := self._held(one, other, ground):
                yield from held
                continue
            key = key_of_both(self.walker, [one.id, other.id], ground.adjective.keys)
            if key is None or one.id == other.id:
                continue
            chosen = extreme_of_two(self.walker, one.id, other.id, key, ground.adjective.extreme)
            if chosen is not None:
                said = self.walker.says(key, True) | ground.places
                yield self._choice(one, other, chosen, said, ground.note)

    def _held(self, one: Link, other: Link, ground: Ground) -> list[Candidate]:
        """Return which of two came to an office first, or held it longer."""
        if not (ground.is_time or DURATION in ground.adjective.keys) or ground.note == "named":
            return []
        found = first_held(self.walker, one.id, other.id, ground.adjective)
        said = ground.places | self._places("becoming") | self._places("holding")
        return [self._choice(one, other, c, said | places, "turn") for c, places in found]

    def _places(self, cue: str) -> frozenset[int]:
        """Return the places of the words of a cue."""
        known = cue_set(cue)
        words = enumerate(self.analysis.words)
        return frozenset(i for i, w in words if w.normal in known or w.stem in known)

    def _choice(
        self,
        one: Link,
        other: Link,
        chosen: Chosen,
        said: frozenset[int],
        note: str = "",
        *,
        score: float = CHOSEN,
    ) -> Candidate:
        """Return the reading that one of two is the one."""
        query, winner = chosen
        score = FALLEN_BACK if note == "fallback" else score
        found = Sketch(
            query,
            (winner,),
            (one, other),
            (("", score),),
            one.places | other.places | said,
            self._alike(one, other),
            note=note,
        )
        return self.judge.sketch(found, "comparative")

    def _alike(self, one: Link, other: Link) -> float:
        """Return how far two entities are of one kind, which those that are compared mostly are."""
        names = self.walker.kinds.names
        if {*names.types(one.id)} & {*names.types(other.id)}:
            return 1.0
        return 0.5 if self.walker.kinds.of(one.id) & self.walker.kinds.of(other.id) else 0.0

    def _counted(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has most of what the words name, counted."""
        if self.analysis.most is None or one.id == other.id:
            return
        place, extreme = self.analysis.most
        for found in self._countables((one, other), place):
            a, b = found.amounts[one.id], found.amounts[other.id]
            if a != b:
                winner = one.id if (a > b) == (extreme == "max") else other.id
                query = Superlative(extreme, _both(one, other), found.key)
                said = found.places | {place} | self._places("winning")
                said |= self.walker.says(found.by, True)
                score = max(found.score, CHOSEN)
                yield self._choice(one, other, (query, winner), said, score=score)

    def _countables(self, links: tuple[Link, ...], place: int) -> list[Countable]:
        """Return what the noun behind a place counts of some things."""
        phrase = counted_words(self.walker, place)
        used = frozenset(p for link in links for p in link.places)
        named = [link for name in self.names for link in name if not link.places & used]
        return countables(self.walker, links, phrase - used, self.nouns, named)

    def _chosen(
        self, one: Link, other: Link, others: Iterable[tuple[Link, ...]]
    ) -> Iterator[Candidate]:
        """Yield which of two entities is in a set around a third."""
        for name in others:
            for link in name[:2]:
                for sketch in self.walker.around(link):
                    members = tuple(m for m in sketch.members or () if m in (one.id, other.id))
                    if len(members) == 1:
                        found = replace(
                            sketch,
                            query=Intersection((_both(one, other), sketch.query)),
                            members=members,
                            links=(one, other, link),
                            explained=sketch.explained | one.places | other.places,
                        )
                        yield self.judge.sketch(found, "comparative")

    # --- Whether one exceeds the other ----------------------------------------------------------

    def compare(self) -> Iterator[Candidate]:
        """Yield whether one entity exceeds another, or a number."""
        for one, other, place in self._sides():
            pairs = [(a, b) for a in one[:4] for b in other[:4]]
            if found := as_meant([c for a, b in pairs for c in self._exceeds(a, b, place)]):
                yield from (self.judge.claim(claim, "comparative") for claim in found)
                break
        yield from self.so_many()

    def _sides(self) -> Iterator[tuple[tuple[Link, ...], tuple[Link, ...], int]]:
        """Yield the names on both sides of `than` or `before`, and where that stands."""
        between = cue_set("before") | cue_set("after") | {"than"}
        for i, word in enumerate(self.analysis.words):
            if word.normal in between and i in self.walker.free:
                left = [n for n in self._named if max(n[0].places) < i]
                right = [n for n in self._named if min(n[0].places) > i]
                # Those that stand next to it come first.
                yield from ((one, other, i) for other in right for one in reversed(left))

    def _exceeds(self, one: Link, other: Link, place: int) -> Iterator[Claim]:
        if one.id == other.id:
            return
        for ground in self._grounds:
            if held := list(self._holds_first(one, other, ground)):
                yield from held
                continue
            events = self._events(place) if ground.is_time or ground.is_event else None
            yield from compared(self.walker, one, other, ground, events)
        if self.analysis.most is not None:
            at, extreme = self.analysis.most
            for found in self._countables((one, other), at):
                yield has_more(one, other, found, extreme, at, self._places("winning"))

    def _events(self, place: int) -> tuple[Event | None, Event | None]:
        """Return what the words on both sides of a place say took place."""
        every = len(self.analysis.words)
        return (
            event_in(self.walker, frozenset(range(place))),
            event_in(self.walker, frozenset(range(place + 1, every))),
        )

    def _holds_first(self, one: Link, other: Link, ground: Ground) -> Iterator[Claim]:
        """Yield whether one came to an office before another, or held it longer."""
        if not (ground.is_time or DURATION in ground.adjective.keys):
            return
        for (query, winner), places in first_held(self.walker, one.id, other.id, ground.adjective):
            said = one.places | other.places | places | ground.places
            said |= self._places("becoming") | self._places("holding")
            is_one = Membership(Entity(one.id), query)
            yield Claim(is_one, (one, other), 0.9, said, winner == one.id)

    def so_many(self) -> Iterator[Candidate]:
        """Yield whether something has as many of something as the question says."""
        number = number_said(self.analysis, self.walker.free)
        if number is None:
            return
        for name in self._named:
            if max(name[0].places) < min(number.places):
                yield from self._so_many(name, number)

    def _so_many(self, name: tuple[Link, ...], number: NumberSaid) -> Iterator[Candidate]:
        for link in name[:3]:
            for found in self._countables((link,), max(number.places)):
                yield self.judge.claim(has_so_many(link, found, number), "yesno")

    # --- Whether something holds ----------------------------------------------------------------

    def truth(self) -> Iterator[Candidate]:
        """Yield whether entities are joined, whether one is of a kind, or dates from a year."""
        if self._has_clause:
            return
        for i, name in enumerate(self.names):
            for other in self.names[i + 1 :]:
                if not name[0].places & other[0].places:
                    claims = self._joined(name[:3], other[:3])
                    yield from (self.judge.claim(claim, "yesno") for claim in claims)
        yield from self.since()
        yield from self.so_many()

    def _joined(self, name: tuple[Link, ...], other: tuple[Link, ...]) -> list[Claim]:
        """Return whether meanings of two names are joined, or have something in common."""
        pairs = [(a, b) for a in name for b in other]
        if any(word.normal == "same" for word in self.analysis.words):
            return [claim for a, b in pairs for claim in self._alike_claims(a, b)]
        if self.analysis.leaves_out or number_said(self.analysis, self.walker.free) is not None:
            return []  # whether there is another one, or how many there are
        likely = _likely(name) | _likely(other)
        claims = [claim for a, b in pairs for claim in related(self.walker, a, b)]
        # What does not hold of a meaning that is not likely says nothing.
        found = as_meant([c for c in claims if c.holds or {link.id for link in c.links} <= likely])
        if not self.years:
            return found
        (year, place), comparator = self.years[0], self._comparator()
        said = self._places("becoming") | self._places("before") | self._places("after") | {place}
        return [in_year(self.walker, claim, year, said, comparator) for claim in found]

    def _alike_claims(self, one: Link, other: Link) -> Iterator[Claim]:
        """Yield whether two have something in common: a year, or a value."""
        words = enumerate(self.analysis.words)
        said = frozenset(i for i, word in words if word.normal in SAME)
        event = event_in(self.walker, frozenset(range(len(self.analysis.words))))
        keys = event.keys if event is not None else adjectives()["first"].keys
        found = None
        is_told = event is not None or not untold(self.walker, said)
        if len(said) > 1 and one.is_name and other.is_name and is_told:
            found = of_one_year(self.walker, [one.id, other.id], keys)
        if found is not None:
            query, holds, _ = found
            said |= one.places | other.places | (event.places if event else frozenset())
            yield Claim(query, (one, other), 0.9, said, holds)
        elif len(said) < 2:
            yield from shared(self.walker, one, other)

    def since(self) -> Iterator[Candidate]:
        """Yield whether what a name means dates from a year, or from before or after it."""
        comparator = self._comparator()
        for name in self._named:
            meanings = self._with_event(name[:3])
            for wanted, place in self.years:
                for link in meanings:
                    yield from self._held_since(link, wanted, place, comparator)
                    for claim in dated(self.walker, link, wanted, place, comparator):
                        yield self.judge.claim(claim, "yesno")

    def _with_event(self, name: tuple[Link, ...]) -> list[Link]:
        """Return the meanings of a name that have the likeliest date of what took place."""
        event = event_in(self.walker, frozenset(range(len(self.analysis.words))))
        for key in event.keys if event is not None else ():
            if found := [link for link in name if key_of_both(self.walker, [link.id], [key])]:
                return found
        return list(name)

    def _held_since(
        self, link: Link, wanted: int, place: int, comparator: Comparator
    ) -> Iterator[Candidate]:
        """Yield whether somebody held an office in a year, or before or after it."""
        order = self._places("becoming") | self._places("before") | self._places("after")
        for query, places, holds in held_by(self.walker, link, wanted, comparator):
            claim = Claim(query, (link,), 0.9, places | link.places | order | {place}, holds)
            yield self.judge.claim(claim, "yesno")

    def _comparator(self) -> Comparator:
        """Return how dates compare by the words: before, after, or the same."""
        normal = {word.normal for word in self.analysis.words}
        if normal & cue_set("before"):
            return "<"
        return ">" if normal & cue_set("after") else "="


def _both(one: Link, other: Link) -> Things:
    return Union((Entity(one.id), Entity(other.id)))


def _likely(name: tuple[Link, ...]) -> set[str]:
    """Return what a name may well mean: what is linked nearly as well as the best."""
    return {link.id for link in name if link.score >= LIKELY * name[0].score}

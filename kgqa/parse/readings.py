"""From an analysed question to readings: sets around its names, and the operators it calls for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.algebra import (
    Comparator,
    Count,
    Entity,
    Intersection,
    Type,
    Union,
    to_text,
)
from kgqa.parse.analysis import Analysis
from kgqa.parse.differences import without, without_kind
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.linking import Link, Linked
from kgqa.parse.members import Literal
from kgqa.parse.orders import at_place, extreme_of, greater_of, in_year, numbered, pair_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.tallies import most_by_words
from kgqa.parse.truths import compared, dated, related
from kgqa.parse.words import Adjective, adjectives, cue_set

PAIRED = 12
"""Sets of a name that are intersected with those of another."""


class Composer:
    """Composes the readings of one question."""

    def __init__(self, analysis: Analysis, linked: Linked, walker: Walker, judge: Judge) -> None:
        """Compose from what is known of the question."""
        self.analysis, self.linked, self.walker, self.judge = analysis, linked, walker, judge
        named = [name for name in linked.names if name and name[0].is_name]
        self.names = named or [name for name in linked.names if name]
        self.nouns = [n for n in linked.names if n and not n[0].is_name] if named else []
        used = frozenset(p for name in named for p in name[0].places)
        self.years = tuple((year, p) for year, p in analysis.years if p not in used)

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
                found = list(self._compare())
                yield from found or self._truth()
            case "truth":
                yield from self._truth()
            case "choose":
                yield from self._choose()
            case "count":
                yield from self._count()
            case "set":
                yield from self._sets()

    # --- Sets -----------------------------------------------------------------------------------

    def _bases(self) -> list[Sketch]:
        """Return the sets that the names and the noun of the question give."""
        walker = self.walker
        ones = [
            walker.best((s for link in name for s in walker.around(link)), 24)
            for name in self.names
        ]
        twos = [walker.onward(sketches) for sketches in ones]
        if not self.names:
            ones = [self._of_noun()]
        single = [s for group in (*ones, *twos) for s in group]
        pairs = self._pairs(ones, twos)
        every = [*single, *pairs]
        typed = [narrow for s in every if (narrow := walker.typed(s)) is not None]
        nouns = self._of_noun() if self.analysis.measures else []
        return [*every, *typed, *nouns, *self._itself()]

    def _itself(self) -> list[Sketch]:
        """Return the entities of a name that says all that the question says."""
        return [
            self.walker.judged(
                Sketch(Entity(link.id), (link.id,), (link,), (("", 0.9),), link.places)
            )
            for name in self.names
            for link in name[:2]
            if self.analysis.content <= link.places
        ]

    def _of_noun(self) -> list[Sketch]:
        noun = self.walker.noun
        if noun is None:
            return []
        return [
            Sketch(
                Type(Entity(class_)),
                self.walker.instances(class_),
                (),
                explained=noun.places,
                kind=0.9 - 0.1 * i,
            )
            for i, class_ in enumerate(noun.classes[:3])
        ]

    def _pairs(self, ones: list[list[Sketch]], twos: list[list[Sketch]]) -> list[Sketch]:
        found: list[Sketch] = []
        for i in range(len(ones)):
            for j in range(i + 1, len(ones)):
                left, right = ones[i][:PAIRED], ones[j][:PAIRED]
                pairs = [(a, b) for a in left for b in right]
                pairs += [(a, b) for a in left[:8] for b in twos[j][:8]]
                pairs += [(a, b) for a in twos[i][:8] for b in right[:8]]
                both = [s for a, b in pairs if (s := self.walker.both(a, b)) is not None]
                found += self.walker.best(both, 20)
        if len(ones) == 3:
            more = [
                s
                for a in found[:20]
                for b in ones[2][:PAIRED]
                if b.links[0].places.isdisjoint(a.explained) and (s := self.walker.both(a, b))
            ]
            found += self.walker.best(more, 10)
        return found

    def _sets(self) -> Iterator[Candidate]:
        bases = self._bases()
        yield from (self.judge.sketch(s, "generic") for s in bases)
        for operator, sketch in self._ordered(bases):
            yield self.judge.sketch(sketch, operator)
        for sketch in self._without(bases):
            yield self.judge.sketch(sketch, "difference")

    def _ordered(self, bases: list[Sketch]) -> Iterator[tuple[str, Sketch]]:
        """Yield sets narrowed by years, then ordered as the question says, and where they lead."""
        walker = self.walker
        things = [s for s in bases if s.is_things]
        ranked = walker.best(things, 40)
        for wanted, place in self.years[:1]:
            dated_ = [s for b in ranked if (s := in_year(walker, b, wanted, place))]
            yield from (("generic", s) for s in dated_)
            ranked = [*dated_, *ranked]
        wrapped: list[tuple[str, Sketch]] = []
        for base in ranked[:30]:
            wrapped += self._wrapped(base)
        yield from wrapped
        best = sorted(wrapped, key=lambda one: -self.judge.sketch(one[1], one[0]).score)[:6]
        for operator, sketch in best:
            if sketch.members and len(sketch.members) == 1 and sketch.kind < 0.5:
                yield from ((operator, s) for s in walker.onward([sketch]))

    def _wrapped(self, base: Sketch) -> Iterator[tuple[str, Sketch]]:
        analysis, walker = self.analysis, self.walker
        if analysis.ordinal is not None:
            place, number = analysis.ordinal
            where = frozenset({place})
            for sketch, features in (
                (at_place(walker, base, number, where), ""),
                (numbered(walker, base, number, where), "numbered"),
            ):
                if sketch is not None:
                    yield "ordinal", replace(sketch, note=features)
        for measure in analysis.measures:
            if analysis.ordinal is not None and measure.place == analysis.ordinal[0]:
                continue
            where = frozenset({measure.place})
            adjective = measure.adjective
            if analysis.ordinal is not None and analysis.ordinal[1] > 1:
                place, number = analysis.ordinal
                sketch = at_place(walker, base, number, where | {place}, adjective)
                if sketch is not None:
                    yield "ordinal", sketch
            if analysis.most is not None:
                where |= {analysis.most[0]}
                adjective = Adjective(adjective.keys, analysis.most[1])
            sketch = extreme_of(walker, base, adjective, where)
            if sketch is not None:
                yield "superlative", sketch
        if analysis.most is not None:
            place, extreme = analysis.most
            for found in most_by_words(walker, base, extreme, frozenset({place})):
                yield "superlative", found

    def _without(self, bases: list[Sketch]) -> Iterator[Sketch]:
        """Yield sets without what the negated part of the question says."""
        if self.analysis.negation is not None:
            yield from without(self.walker, bases, self.analysis.negation)
            yield from without_kind(self.walker, bases, self.linked.nouns, self.analysis.negation)

    def _count(self) -> Iterator[Candidate]:
        bases = self._bases()
        dated_ = [
            s
            for wanted, place in self.years[:1]
            for b in self.walker.best(bases, 30)
            if (s := in_year(self.walker, b, wanted, place))
        ]
        without = list(self._without(bases))
        for sketch in [*bases, *dated_, *without]:
            if sketch.is_things:
                number = None if sketch.members is None else float(len(sketch.members))
                candidate = self.judge.sketch(sketch, "count")
                members = None if number is None else (Literal("number", str(number), number),)
                yield replace(candidate, query=Count(sketch.query), members=members)
            else:
                yield self.judge.sketch(sketch, "count")

    # --- Two things compared -----------------------------------------------------------------

    def _adjectives(self) -> list[tuple[Adjective, frozenset[int]]]:
        """Return what the question compares by."""
        analysis = self.analysis
        found = []
        for measure in analysis.measures:
            adjective, where = measure.adjective, frozenset({measure.place})
            if analysis.most is not None:
                adjective = Adjective(adjective.keys, analysis.most[1])
                where |= {analysis.most[0]}
            found.append((adjective, where))
        for i, word in enumerate(analysis.words):
            if word.normal in cue_set("before"):
                found.append((adjectives()["first"], frozenset({i})))
            if word.normal in cue_set("after"):
                found.append((adjectives()["last"], frozenset({i})))
        return found

    def _choose(self) -> Iterator[Candidate]:
        either = self.analysis.alternative or 0
        before = [n for n in self.names if max(n[0].places) < either]
        after = [n for n in self.names if min(n[0].places) > either]
        if not before or not after:
            return
        pairs = [(a, b) for a in before[-1][:5] for b in after[0][:5]]
        is_ordered = False
        for one, other in pairs:
            for candidate in self._greater(one, other):
                is_ordered = True
                yield candidate
        if not is_ordered:
            for one, other in pairs:
                yield from self._chosen(one, other, [*before[:-1], *after[1:]])

    def _greater(self, one: Link, other: Link) -> Iterator[Candidate]:
        """Yield which of two entities has more of what the question compares by."""
        left, right = _alone(one), _alone(other)
        for adjective, where in self._adjectives():
            sketch = greater_of(self.walker, left, right, adjective, where)
            if sketch is not None:
                yield self.judge.sketch(replace(sketch, relations=(("", 0.6),)), "comparative")
        if self.analysis.most is not None:
            place, extreme = self.analysis.most
            both = pair_of(left, right)
            for found in most_by_words(self.walker, both, extreme, frozenset({place})):
                yield self.judge.sketch(found, "comparative")

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

    def _compare(self) -> Iterator[Candidate]:
        if len(self.names) < 2:
            return
        for one in self.names[0][:5]:
            for other in self.names[1][:5]:
                for adjective, where in self._adjectives():
                    for claim in compared(self.walker, one, other, adjective, where):
                        yield self.judge.claim(claim, "comparative")

    def _truth(self) -> Iterator[Candidate]:
        names = [*self.names, *self.nouns]
        for i, name in enumerate(names):
            for other in names[i + 1 :]:
                for a in name[:3]:
                    for b in other[:3]:
                        for claim in related(self.walker, a, b):
                            yield self.judge.claim(claim, "yesno")
            for wanted, place in self.years:
                for a in name[:3]:
                    for claim in dated(self.walker, a, wanted, place, self._comparator()):
                        yield self.judge.claim(claim, "yesno")

    def _comparator(self) -> Comparator:
        """Return how dates compare by the words: before, after, or the same."""
        normal = {word.normal for word in self.analysis.words}
        if normal & cue_set("before"):
            return "<"
        return ">" if normal & cue_set("after") else "="


def _alone(link: Link) -> Sketch:
    return Sketch(Entity(link.id), (link.id,), (link,), explained=link.places)

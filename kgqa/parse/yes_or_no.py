"""Questions that are answered with yes or no: claims about names, and about sets around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self

from kgqa.algebra import Apply, Difference, Entity, Existence, Membership, Ordinal, Superlative
from kgqa.parse.analysis import Analysis
from kgqa.parse.closed import Closed
from kgqa.parse.denials import are_meant, least_to_deny
from kgqa.parse.judging import Candidate, Judge, affirmed, is_plainly_so
from kgqa.parse.linking import Link, Linked
from kgqa.parse.living import lives
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.truths import Claim, is_alike
from kgqa.parse.truths_of_numbers import numbers_told
from kgqa.parse.words import cue_set

PLAIN = 0.5
"""A hop that the words say less well is not what such a question asks about."""
ORDERS = (Superlative, Ordinal)


class Sets(Protocol):
    """The sets that a question speaks of, and what they are made from."""

    analysis: Analysis
    linked: Linked
    walker: Walker
    judge: Judge
    names: list[tuple[Link, ...]]

    @property
    def bases(self) -> list[Sketch]:
        """The sets that the names and the noun of the question give."""

    def in_order(self, bases: list[Sketch]) -> Iterator[tuple[str, Sketch]]:
        """Yield sets narrowed by years, then ordered as the question says."""

    def beside(self, linked: Linked, walker: Walker) -> Self:
        """Return the same of what else the question says of one that it names."""


class YesOrNo:
    """Composes the claims of one question."""

    def __init__(self, sets: Sets, closed: Closed) -> None:
        """Compose from the sets of the question, and from the entities that it names."""
        self.sets, self.closed = sets, closed
        self.analysis, self.walker, self.judge = sets.analysis, sets.walker, sets.judge

    def claims(self) -> Iterator[Candidate]:
        """Yield what the question may ask to be true."""
        if self.analysis.leaves_out:
            yield from self._others()
            return
        names = self.sets.names
        if alive := list(lives(self.walker, names)):
            yield from (self.judge.claim(claim, "yesno") for claim in alive[:1])
            return
        counts = numbers_told(self.walker, names, lambda: self.walker.best(self.sets.bases, 12))
        yield from (numbered := [self.judge.claim(claim, "yesno") for claim in counts])
        normal = [word.normal for word in self.analysis.words]
        if self.analysis.than is not None:
            return  # two are compared, and the store cannot
        if "there" in normal[:3]:
            yield from () if numbered else self._being()
            return
        truths = list(self.closed.truth())
        is_ordered = bool(self.analysis.cues)
        if is_ordered or not any(is_plainly_so(claim) for claim in truths):
            truths += self._inside()
        # That it is a state does not say that it is the largest of them, nor that he is an actor
        # that he is in the film that is named.
        named = [name[0].places for name in names if name[0].is_name]
        said = [
            claim
            for claim in truths
            if not claim.features["passed_over"] and self._is_of_names(claim, named)
        ]
        yield from said if is_ordered else affirmed(said)

    def _is_of_names(self, claim: Candidate, named: Sequence[frozenset[int]]) -> bool:
        """Whether a claim passes over no name, or holds of two by what the words say of them.

        Who voices a toy in a film gives a voice to that film, though the toy is passed over.
        """
        if len({link.id for link in claim.links}) < len(claim.links):
            return False  # of one and the same nothing is asked
        if not named and len(claim.links) < 2:
            return False  # whether you are a robot is not whether there are any
        used = [places for places in named if places & claim.explained]
        if len(used) == len(named):
            return True
        words = self.analysis.content - frozenset[int]().union(*named)
        is_said = len(used) > 1 and bool(words & claim.explained)
        # Who did not direct one of two films did not direct both.
        beside = [self._is_beside(one, used) for one in named if one not in used]
        return is_said and (all(beside) if claim.features["denied"] else not any(beside))

    def _is_beside(self, name: frozenset[int], others: Sequence[frozenset[int]]) -> bool:
        """Whether a name and another one are both meant: A and B."""
        words = self.analysis.words
        for other in others:
            first, second = sorted((name, other), key=min)
            between = [word.normal for word in words[max(first) + 1 : min(second)]]
            if "and" in between and {*between} <= {"and", "both", *cue_set("articles")}:
                return True
        return False

    def _being(self) -> Iterator[Candidate]:
        """Yield that there is what all words of the question say."""
        for sketch in self.walker.best(self.sets.bases, 12):
            if _is_plain(sketch) and self.analysis.content <= sketch.explained:
                query, relation = Existence(sketch.query), sketch.relation or 0.6
                claim = Claim(query, sketch.links, relation, sketch.explained, holds=True)
                yield self.judge.claim(claim, "yesno")

    def _others(self) -> Iterator[Candidate]:
        """Yield that there are others than the one that is named behind words such as `besides`."""
        negation = self.analysis.negation or 0
        for name in self.sets.names:
            if min(name[0].places) < negation:
                continue
            for sketch in self._beside(name).bases:
                for link in name[:2]:
                    explained = sketch.explained | link.places | {negation}
                    is_all = self.analysis.content <= explained
                    if link.id not in (sketch.members or ()) or not _is_plain(sketch) or not is_all:
                        continue
                    query = Existence(Difference(sketch.query, Entity(link.id)))
                    links, holds = (*sketch.links, link), sketch.size > 1
                    claim = Claim(query, links, sketch.relation, explained, holds)
                    yield self.judge.claim(claim, "yesno")

    def _beside(self, name: tuple[Link, ...]) -> Sets:
        """Return the sets of what the question says beside a name, of the kind that it says."""
        linked = self.sets.linked
        others = tuple(n for n in linked.names if n[0].places != name[0].places)
        noun = next((n for n in linked.nouns if n.classes), None)
        return self.sets.beside(Linked(others, linked.nouns), self.walker.asking(noun))

    def _inside(self) -> Iterator[Candidate]:
        """Yield whether the first name is among what the rest of the question says.

        In an order nothing need say all words; else what passes over one is another claim.
        """
        names = self.sets.names
        if not names:
            return
        other = self._beside(names[0])
        bases = other.bases if other.linked.names or other.walker.noun else []
        if self.analysis.measures or self.analysis.ordinal or self.analysis.most:
            # What the first of all leads to is another question.
            found = [s for _, s in other.in_order(bases) if isinstance(s.query, ORDERS)]
        else:
            found = bases
        for link in names[0][:2]:
            for sketch in found:
                explained = sketch.explained | link.places
                is_all = isinstance(sketch.query, ORDERS) or self.analysis.content <= explained
                if sketch.members and _is_plain(sketch) and is_all and not _is_of_two(sketch):
                    query = Membership(Entity(link.id), sketch.query)
                    links, holds = (link, *sketch.links), link.id in sketch.members
                    # Of what a name may mean only the likeliest is not what is said.
                    if not holds and not self._can_deny(link, sketch):
                        continue
                    claim = Claim(query, links, sketch.relation, explained, holds)
                    yield self.judge.claim(claim, "yesno")

    def _can_deny(self, one: Link, sketch: Sketch) -> bool:
        """Whether a set that an entity is not in is of what the words ask about.

        People are not among films whatever these are: that says nothing.
        """
        is_ordered = isinstance(sketch.query, ORDERS)
        if not is_ordered and not is_alike(self.walker, one.id, sketch.members or ()):
            return False
        if not are_meant((one, *sketch.links)):
            return False
        if len(sketch.links) != 1 or is_ordered:
            return True
        return sketch.relation > least_to_deny(self.walker, one, sketch.links[0])


def _is_of_two(sketch: Sketch) -> bool:
    """Whether a set is what one relation joins to a name: of two entities more is told."""
    return isinstance(sketch.query, Apply) and isinstance(sketch.query.things, Entity)


def _is_plain(sketch: Sketch) -> bool:
    """Whether a set is of things one hop from what is named, and the words say each of the hops."""
    hops = [score for property_, score in sketch.relations if property_ != "P31"]
    is_near = len(hops) <= max(1, len(sketch.links))
    return sketch.is_things and is_near and all(score >= PLAIN for score in hops)

"""Questions that are answered with yes or no: claims about names, and about sets around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self

from kgqa.algebra import (
    Apply,
    Difference,
    Entity,
    Existence,
    Membership,
    Ordinal,
    Property,
    Superlative,
    Type,
)
from kgqa.parse.analysis import Analysis
from kgqa.parse.closed import Closed
from kgqa.parse.denials import are_meant, is_of_others, least_to_deny
from kgqa.parse.judging import Candidate, Judge, affirmed, is_plainly_so
from kgqa.parse.linking import Link, Linked
from kgqa.parse.living import lives
from kgqa.parse.places import PLACES
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
        if self.analysis.than is not None or {*normal} & cue_set("exclusive"):
            return  # two are compared, or all others denied, and the store cannot
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
        # Who was president and is no more is still a citizen, which nobody asks.
        over = [claim.explained for claim in self.closed.over]
        said = [c for c in said if not any(c.explained < more for more in over)]
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
        if (subject := self._subject(named)) is not None and subject not in used:
            return False  # what a film has won is not what somebody in it has
        words = self.analysis.content - frozenset[int]().union(*named)
        is_said = len(used) > 1 and bool(words & claim.explained)
        # Who did not direct one of two films did not direct both.
        others = [one for one in named if one not in used]
        beside = [self._is_beside(one, used) for one in others]
        if claim.features["denied"]:
            return is_said and all(beside)
        return is_said and not any(beside) and not any(map(self._is_bound, others))

    def _is_bound(self, name: frozenset[int]) -> bool:
        """Whether a preposition binds what is said to a name: who won for one film, not another.

        What is so in a story is so, but what is so in one place may not be so in another.
        """
        articles = cue_set("articles")
        before = [w.normal for w in self.analysis.words[: min(name)] if w.normal not in articles]
        if not before or before[-1] not in cue_set("prepositions"):
            return False
        links = [links[0] for links in self.sets.names if links[0].places == name]
        is_place = any(self.walker.kinds.is_any(one.id, PLACES) for one in links)
        return before[-1] != "in" or is_place

    def _subject(self, named: Sequence[frozenset[int]]) -> frozenset[int] | None:
        """Return the name that the question is about: the first, where only a verb is before it.

        Whose of something is asked about is not asked about.
        """
        first = min(named, key=min)
        words = self.analysis.words
        before = {word.normal for word in words[: min(first)]}
        is_first = before <= cue_set("auxiliaries") | cue_set("articles")
        is_owner = self.analysis.question[words[max(first)].end :][:2] in ("'s", "’s", "s'", "s’")
        return first if is_first and not is_owner else None

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
                    if not holds and not (
                        self._can_deny(link, sketch) and _is_ordered_with(link, sketch, bases)
                    ):
                        continue
                    claim = Claim(query, links, sketch.relation, explained, holds)
                    yield self.judge.claim(claim, "yesno")

    def _is_asked(self, one: Link) -> bool:
        """Whether an entity is of a kind that the question names: a mountain, a planet."""
        nouns = (noun for noun in self.sets.linked.nouns if noun.classes)
        return any(self.walker.kinds.is_any(one.id, frozenset(n.classes)) for n in nouns)

    def _can_deny(self, one: Link, sketch: Sketch) -> bool:
        """Whether a set that an entity is not in is of what the words ask about.

        People are not among films whatever these are: that says nothing.
        """
        is_ordered = isinstance(sketch.query, ORDERS)
        is_of_noun = is_ordered and self._is_asked(one)
        if not is_of_noun and not is_alike(self.walker, one.id, sketch.members or ()):
            return False
        if not are_meant((one, *sketch.links)):
            return False
        if (class_ := _class_of(sketch)) and not is_of_others(self.walker, one, class_):
            return False
        if len(sketch.links) != 1 or is_ordered:
            return True
        return sketch.relation > least_to_deny(self.walker, one, sketch.links[0])


def _is_ordered_with(one: Link, sketch: Sketch, bases: Sequence[Sketch]) -> bool:
    """Whether an entity is among those of which the first is another, as far as these are known.

    Of what is not among the cities of a state nothing says that it is not the largest.
    """
    if not isinstance(sketch.query, ORDERS):
        return True
    things = sketch.query.things
    ordered = things.left if isinstance(things, Difference) else things
    known = [base.members for base in bases if base.query == ordered and base.members]
    return not known or any(one.id in members for members in known)


def _class_of(sketch: Sketch) -> str | None:
    """Return the class that all of a set are of, if it is no more than that."""
    match sketch.query:
        case Type(Entity(id_)) | Apply(Property("P31"), Entity(id_)):
            return id_
    return None


def _is_of_two(sketch: Sketch) -> bool:
    """Whether a set is what one relation joins to a name: of two entities more is told."""
    return isinstance(sketch.query, Apply) and isinstance(sketch.query.things, Entity)


def _is_plain(sketch: Sketch) -> bool:
    """Whether a set is of things one hop from what is named, and the words say each of the hops."""
    hops = [score for property_, score in sketch.relations if property_ != "P31"]
    is_near = len(hops) <= max(1, len(sketch.links))
    return sketch.is_things and is_near and all(score >= PLAIN for score in hops)

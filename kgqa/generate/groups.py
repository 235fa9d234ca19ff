"""A set in words: a noun, and what is said of it, each in several forms.

films | directed by X | that X directed | that were directed by X
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.algebra.inflection import plural, with_article
from kgqa.generate import predicates
from kgqa.generate.grammar import Grammar
from kgqa.generate.relations import THING, Relation

PERSON = "person"


class Unsaid(Exception):
    """A set has no words, so that nothing around it has."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of one thing, and whether an article stands before it."""

    text: str
    the: bool = False

    @property
    def said(self) -> str:
        """The name as it stands in a sentence."""
        return f"the {self.text}" if self.the else self.text


@dataclass(frozen=True, slots=True)
class Said:
    """What a relation says of the things on one side of it; the other side fills its hole."""

    relation: Relation
    is_inverse: bool
    """Whether it is said of the values of the property."""
    filler: Name | Group
    noun: str = ""
    """What the things are called; it is not said of them once more."""

    def predicates(self) -> list[str]:
        """Return the predicates that can be said of the things, with their holes."""
        own = self.relation.objects if self.is_inverse else self.relation.subjects
        simple = isinstance(self.filler, Name)
        again = plural(self.noun) if self.noun else ""
        fitting = [one for one in own if simple or predicates.takes_a_set(one)]
        return [one for one in fitting if not predicates.says(one, again)]

    def filled(self, predicate: str, rng: random.Random) -> str:
        """Return a predicate with what fills its hole."""
        if isinstance(self.filler, Name):
            return predicates.filled(predicate, self.filler.text, the=self.filler.the)
        inner = self.filler.inside(rng)
        if inner is None:
            raise Unsaid(predicate)
        return predicates.filled(predicate, inner)

    def actives(self) -> list[str]:
        """Return the predicates of the other side that can have a gap."""
        return list(self.relation.subjects if self.is_inverse else self.relation.objects)

    def named(self, template: str) -> str:
        """Return what begins with the name of the other side, or has it behind `did`."""
        name = self.filler.said if isinstance(self.filler, Name) else ""
        return template.replace("{}", name)

    def reduced(self, rng: random.Random, *, many: bool = True) -> list[str]:
        """Return what is said right behind the noun: `directed by X`."""
        found = [predicates.reduced(one) for one in self.predicates()]
        subject = self.relation.wording.subject
        is_clause = subject.startswith(("that ", "whose ", "in which ", "from which "))
        if not any(found) and not self.is_inverse and not is_clause:
            found.append(subject)
        usable = dict.fromkeys(
            one
            for one in found
            if one and (isinstance(self.filler, Name) or predicates.takes_a_set(one))
        )
        return [self.filled(predicates.inflected(one, many=many), rng) for one in usable]

    def gaps(self) -> list[str]:
        """Return the clauses without what is asked for: `X directed`."""
        if not isinstance(self.filler, Name):
            return []
        found = [predicates.gap(one) for one in self.actives()]
        return [self.named(one) for one in found if one]

    def inverted(self) -> list[str]:
        """Return the verbs that ask for the things: `did X direct`."""
        if not isinstance(self.filler, Name):
            return []
        found = [predicates.inverted(one) for one in self.actives()]
        return [self.named(one) for one in found if one]


@dataclass(frozen=True, slots=True)
class Group:
    """A set of things: what one is called, and what is said of all of them."""

    noun: str
    said: tuple[Said, ...]
    grammar: Grammar
    is_person: bool = False
    role: str = ""
    """What the values of a property are called, where they are the set: `cast member`."""
    is_one: bool = False
    """Whether there is one only, as of the director of a film."""

    @property
    def nouns(self) -> str:
        """The noun of many."""
        return plural(self.noun)

    @property
    def _joint(self) -> str:
        relative: str = self.grammar.words["relative"]["person" if self.is_person else "other"]
        return relative

    def relatives(self, said: Said, rng: random.Random, *, many: bool = True) -> list[str]:
        """Return the clauses that say it of the noun: `that were directed by X`."""
        return [
            f"{self._joint} {said.filled(predicates.inflected(one, many=many), rng)}"
            for one in said.predicates()
        ]

    def modifiers(self, said: Said, rng: random.Random) -> list[str]:
        """Return what can stand behind the noun, the short forms twice as often."""
        gaps = [f"{self._joint if not self.is_person else 'that'} {one}" for one in said.gaps()]
        short = said.reduced(rng)
        return [*short, *short, *gaps, *self.relatives(said, rng)]

    def by_role(self, rng: random.Random) -> Iterator[str]:
        """Yield the set as the values of a property: `cast members of X`."""
        if not self.role or len(self.said) != 1:
            return
        said = self.said[0]
        of = predicates.inflected(said.relation.wording.of, many=True)
        if isinstance(said.filler, Name) or predicates.takes_a_set(of):
            yield f"{plural(self.role)} {said.filled(of, rng)}"

    def phrase(self, rng: random.Random) -> str | None:
        """Return the set as a noun phrase in the plural."""
        options = list(self.by_role(rng))
        if len(self.said) == 1 and self.noun != THING:
            options += [f"{self.nouns} {one}" for one in self.modifiers(self.said[0], rng)]
        if len(self.said) == 2:
            options += list(self._of_two(rng))
        if not self.said:
            options.append(self.nouns)
        return rng.choice(options) if options else None

    def _of_two(self, rng: random.Random) -> Iterator[str]:
        first, second = ([one.reduced(rng), self.relatives(one, rng)] for one in self.said)
        for left, right in zip(first, second, strict=True):
            if left and right:
                yield f"{self.nouns} {rng.choice(left)} and {rng.choice(right)}"

    def inside(self, rng: random.Random) -> str | None:
        """Return the set as it fills the hole of another: `films directed by X`."""
        if self.is_one and self.role:
            said = self.said[0]
            of = predicates.inflected(said.relation.wording.of, many=False)
            return f"the {self.role} {said.filled(of, rng)}"
        if rng.random() < 0.3 and self.noun != THING:
            said = self.said[0]
            singles = self.relatives(said, rng, many=False) + said.reduced(rng)
            if singles:
                return f"{with_article(self.noun)} {rng.choice(singles)}"
        return self.phrase(rng)

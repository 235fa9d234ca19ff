"""Noun phrases: a noun and what is said of it, put into words so that a reader can group them.

What a phrase embeds stands in brackets unless its end is the end of the phrase around it, and
always if it has a clause or several parts. So `works directed by people born in London` has none,
`works directed by (people born in London) and starring Brad Pitt` has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum

from kgqa.algebra.inflection import plural, with_article

_CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


class Weight(IntEnum):
    """How much a text needs brackets inside another."""

    NAME = 0
    """Never: a name, or nouns that hang on one by `of`."""
    NOUN = 1
    """If more follows, which could be said of it: a noun in the plural."""
    CHAIN = 2
    """If more follows, or in a list: something short is said of it."""
    COMPOUND = 3
    """Always: a clause or several things are said of it."""


@dataclass(frozen=True, slots=True)
class Words:
    """A finished text."""

    text: str
    weight: Weight
    singular: bool = True

    def inside(self, *, last: bool) -> str:
        """Return the text as it stands inside another, at its very end if `last`."""
        bare = self.weight == Weight.NAME or (last and self.weight < Weight.COMPOUND)
        return self.text if bare else f"({self.text})"


THEM = Words("them", Weight.NAME)


@dataclass(frozen=True, slots=True)
class Saying:
    """Something said of a noun: `template` with a hole, what fills it, and an aside after it."""

    template: str
    filler: Words | Phrase | None = None
    aside: str = ""

    @property
    def is_clause(self) -> bool:
        """Whether it is a relative clause, which stands after what is none."""
        return self.template.startswith(("that ", "whose ", "of which ", "in which "))

    def text(self, *, singular: bool, last: bool) -> str:
        """Return it in words, said of one or of many, at the very end of a phrase or not."""
        template = _CHOICE.sub(r"\2" if singular else r"\1", self.template)
        before, hole, after = template.partition("{}")
        if not hole or self.filler is None:
            return f"{template}{self.aside}"
        last = last and not after and not self.aside
        filler = self.filler
        words = filler if isinstance(filler, Words) else filler.agreeing(singular=singular)
        return f"{before}{words.inside(last=last)}{after}{self.aside}"

    def weight(self) -> Weight:
        """Return the weight of what fills the hole."""
        if isinstance(self.filler, Phrase):
            return self.filler.agreeing(singular=False).weight
        return self.filler.weight if self.filler else Weight.NAME


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun, in the singular, and what is said of it.

    `of` belongs to the noun: the director of Inception. `named` is whether the noun was asked for,
    so that no other may take its place. `whole` stands for a set that has no noun of its own.
    """

    noun: str = "thing"
    of: Saying | None = None
    sayings: tuple[Saying, ...] = ()
    exclusions: tuple[Saying, ...] = ()
    named: bool = False
    singular: bool = False
    whole: Words | None = None

    def saying(self, *sayings: Saying) -> Phrase:
        """Return the phrase with more said of it."""
        base = self._opened()
        return replace(base, sayings=base.sayings + sayings, singular=False)

    def excluding(self, *exclusions: Saying) -> Phrase:
        """Return the phrase with something taken out of it."""
        base = self._opened()
        return replace(base, exclusions=base.exclusions + exclusions, singular=False)

    def _opened(self) -> Phrase:
        if self.whole is None:
            return self
        word = "that [are|is] {}" if self.whole.singular else "that [are|is] among {}"
        return Phrase(sayings=(Saying(word, self.whole),))

    def _says_one_thing(self) -> bool:
        return (
            self.whole is None
            and self.of is None
            and not self.exclusions
            and (len(self.sayings) == 1)
        )

    # --- In words ---

    def words(self) -> Words:
        """Return the phrase as it stands by itself: `the` one, or many without an article."""
        if self.whole is not None:
            return self.whole
        text = self.bare(singular=self.singular)
        return replace(text, text=f"the {text.text}") if self.singular else text

    def agreeing(self, *, singular: bool) -> Words:
        """Return the phrase after `that are` or `that is`."""
        if self.whole is not None:
            return self.whole
        text = self.bare(singular=singular)
        return replace(text, text=with_article(text.text)) if singular else text

    def one(self) -> str:
        """Return the phrase after `the`, said of one member."""
        if self.whole is not None:
            return f"one of {self.whole.inside(last=False)}"
        if self.exclusions:
            return f"one of {self.bare(singular=False).inside(last=False)}"
        return self.bare(singular=True, last=False).text

    def bare(self, *, singular: bool, last: bool = True) -> Words:
        """Return the noun and all that is said of it, after which more follows if not `last`."""
        light_first = sorted(self.sayings, key=lambda saying: saying.weight() > Weight.NAME)
        groups = (
            (" ", [self.of] if self.of else []),
            (" and ", [saying for saying in light_first if not saying.is_clause]),
            (" and ", [saying for saying in light_first if saying.is_clause]),
            (" and ", list(self.exclusions)),
        )
        count = sum(len(sayings) for _, sayings in groups)
        text, said = self.noun if singular else plural(self.noun), 0
        for separator, sayings in groups:
            parts = []
            for saying in sayings:
                said += 1
                parts.append(saying.text(singular=singular, last=last and said == count))
            text += f" {_joined(parts, separator)}" if parts else ""
        return Words(text, self._weight(count, singular=singular), singular)

    def _weight(self, count: int, *, singular: bool) -> Weight:
        if count == 0:
            return Weight.NAME if singular else Weight.NOUN
        if count > 1 or self.exclusions or (self.sayings and self.sayings[0].is_clause):
            return Weight.COMPOUND
        hangs = self.of is not None and self.of.weight() == Weight.NAME and singular
        return Weight.NAME if hangs else Weight.CHAIN


def alternative(phrases: list[Phrase]) -> Phrase:
    """Return the phrase for what any of them describes.

    It keeps their noun if they share one, and one thing is said of each.
    """
    first = phrases[0]
    alike = all(
        (phrase.noun, phrase.named) == (first.noun, first.named) and phrase._says_one_thing()
        for phrase in phrases
    )
    if alike:
        said = [phrase.sayings[0].text(singular=False, last=False) for phrase in phrases]
        words = Words(f"either {_joined(said, ' or ')}", Weight.CHAIN, singular=False)
        return Phrase(noun=first.noun, named=first.named, sayings=(Saying("{}", words),))
    parts = [phrase.words() for phrase in phrases]
    light = all(part.weight <= Weight.NOUN for part in parts)
    text = _joined([part.text if light else part.inside(last=False) for part in parts], " or ")
    weight = Weight.CHAIN if light else Weight.COMPOUND
    return Phrase(whole=Words(text, weight, singular=False))


def exclusion(phrase: Phrase) -> Saying:
    """Return what is said of a noun from which the phrase is taken out."""
    saying = phrase.sayings[0] if phrase._says_one_thing() and not phrase.named else None
    if saying is None or saying.template == "{}":
        return Saying("but not {}", phrase.agreeing(singular=False))
    if saying.is_clause:
        return replace(saying, template="but not those " + _CHOICE.sub(r"\1", saying.template))
    return replace(saying, template=f"but not {saying.template}")


def _joined(parts: list[str], separator: str) -> str:
    if len(parts) < 3:
        return separator.join(parts)
    return f"{', '.join(parts[:-1])}{separator}{parts[-1]}"


def combined(phrases: list[Phrase]) -> Phrase:
    """Return the phrase for what all of them describe.

    The first that was asked for by name lends its noun, else the first that hangs on another, else
    the first; what is said of the others is said of it.
    """
    ranked = sorted(range(len(phrases)), key=lambda place: _rank(phrases[place]))
    base, *others = [phrases[place] for place in ranked]
    return restricted(base, sorted(others, key=phrases.index))


def restricted(base: Phrase, others: list[Phrase]) -> Phrase:
    """Return `base` with all said of it that makes it one of each of the others."""
    for other in others:
        if other.whole is None and not other.named and other.of is None:
            base = base.saying(*other.sayings).excluding(*other.exclusions)
        elif other.whole is not None:
            base = base.saying(*other._opened().sayings)
        else:
            base = base.saying(Saying("that [are|is] {}", other))
    return base


def _rank(phrase: Phrase) -> int:
    if phrase.named:
        return 0
    if phrase.whole is not None:
        return 3
    return 1 if phrase.of is not None else 2


def one_of(words: Words, *, last: bool) -> str:
    """Return the words for one value of a set, as it stands in a comparison."""
    if not words.singular:
        return f"any of {words.inside(last=last)}"
    return words.text if words.weight < Weight.COMPOUND else f"({words.text})"


def one_name(text: str, weight: Weight = Weight.NAME, *, singular: bool = True) -> Phrase:
    """Return the phrase of a set that is named as a whole."""
    return Phrase(whole=Words(text, weight, singular), singular=singular)

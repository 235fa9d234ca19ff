"""What a question counts: `more Oscars`, `four siblings`; only what the noun says is counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.algebra import (
    Apply,
    Count,
    Entity,
    Intersection,
    Inverse,
    Property,
    Tally,
    Things,
    Type,
    Union,
    Way,
)
from kgqa.parse.linking import Link, Noun
from kgqa.parse.lookups import MOST
from kgqa.parse.members import Literal, Member
from kgqa.parse.quantity_words import words
from kgqa.parse.sketches import CLASSES, Walker
from kgqa.parse.sound_names import is_apart
from kgqa.parse.words import cue_set, is_stop

KIND_OF = ("P31", "P279", "P361", "P3450", "P179")
"""From one thing to what it is one of: a prize of a class of prizes, a final of a championship."""
LEAST = 0.5
"""A property that the words say less well is not what is counted."""
SAID = 0.7
"""A property that is not so called must be said this well."""
FITS = 0.3
"""The share of members of the noun's kind above which a property leads to such things."""
LOOKED_AT = 400
"""Members whose kind is looked at."""


@dataclass(frozen=True, slots=True)
class Countable:
    """Things of somebody that can be counted, how well the words say so, and how many there are."""

    way: Way
    within: Things | None
    by: str
    """The property that leads to them."""
    score: float
    amounts: dict[str, int]
    places: frozenset[int]
    links: tuple[Link, ...] = ()

    @property
    def key(self) -> Tally:
        """How many each thing has."""
        return Tally(self.way, self.within)

    def count(self, id_: str) -> Count:
        """How many one thing has."""
        back = self.way.relation if isinstance(self.way, Inverse) else Inverse(self.way)
        things: Things = Apply(back, Entity(id_))
        return Count(things if self.within is None else Intersection((things, self.within)))


def counted_words(walker: Walker, place: int) -> frozenset[int]:
    """Return the places of the noun behind `more`, with what stands before it."""
    analysis, found = walker.analysis, list[int]()
    for i in range(place + 1, len(analysis.words)):
        word = analysis.words[i]
        is_end = bool(found) and (is_stop(word) or is_apart(analysis, i - 1, i))
        if is_end or (not found and is_apart(analysis, i - 1, i)):
            break
        if not is_stop(word) and not word.normal.isdigit() and not _is_number(word.normal):
            found.append(i)
    return frozenset(found)


def _is_number(normal: str) -> bool:
    known = words()
    return normal in known["small"] or normal in known["tens"]


def countables(
    walker: Walker,
    links: Sequence[Link],
    phrase: frozenset[int],
    nouns: Sequence[Noun],
    named: Sequence[Link],
) -> list[Countable]:
    """Return what may be counted of some things, best first; `named` are names in the phrase."""
    if not phrase:
        return []
    found = [*_by_name(walker, links, phrase, named), *_by_words(walker, links, phrase, nouns)]
    some = [one for one in found if any(one.amounts.values())]
    return sorted(some, key=lambda one: (-len(one.places), -one.score, one.by))[:2]


# --- What each thing has -------------------------------------------------------------------------

Reached = dict[str, tuple[Member, ...]]
"""The members that a property leads to from each of some things."""


def _ways(walker: Walker, links: Sequence[Link]) -> Iterator[tuple[str, bool, Reached]]:
    """Yield the properties of things with what they lead to, in both directions."""
    ids = [link.id for link in links]
    out, into = walker.lookups.out(ids), walker.lookups.into(ids)
    is_relation = walker.called.called
    for p in sorted({p for edges in out.values() for p in edges} - CLASSES):
        if is_relation(p).is_relation and walker.score(links[0], p, True) >= LEAST:
            yield p, True, {id_: out[id_].get(p, ()) for id_ in ids}
    for p in sorted({p for counts in into.values() for p in counts} - CLASSES):
        few = all(into[id_].get(p, 0) <= MOST for id_ in ids)
        if few and is_relation(p).is_relation and walker.score(links[0], p, False) >= LEAST:
            fetched = walker.lookups.subjects((p, id_) for id_ in ids)
            yield p, False, {id_: fetched.get((p, id_), ()) for id_ in ids}


def _way(p: str, inverse: bool) -> Way:
    """Return the relation from a thing to what is counted; `inverse` where it has that."""
    return Property(p) if inverse else Inverse(Property(p))


# --- Counted by a noun ---------------------------------------------------------------------------


def _by_words(
    walker: Walker, links: Sequence[Link], phrase: frozenset[int], nouns: Sequence[Noun]
) -> Iterator[Countable]:
    """Yield what a property that is called so leads to, or what is of the kind that a noun says."""
    head, analysis = max(phrase), walker.analysis
    kinds = [noun for noun in nouns if noun.places <= phrase and head in noun.places]
    for p, inverse, reached in _ways(walker, links):
        things = {id_: [m for m in set(ms) if isinstance(m, str)] for id_, ms in reached.items()}
        if any(isinstance(m, Literal) for ms in reached.values() for m in ms):
            continue
        score, said = walker.score(links[0], p, inverse), walker.says(p, inverse) & phrase
        is_so_called = analysis.words[head].stem in walker.called.called(p).stems
        for noun in () if is_so_called else kinds:
            if phrase <= noun.places | said | _winning(walker):
                yield from _of_kind(walker, (p, inverse), things, noun, score)
        is_called = _is_called(walker, p, phrase)
        is_said = score >= SAID and _may_be(walker, things, kinds)
        if head in said and phrase <= said | _winning(walker) and (is_called or is_said):
            amounts = {id_: len(found) for id_, found in things.items()}
            yield Countable(_way(p, inverse), None, p, score, amounts, phrase)


def _may_be(walker: Walker, things: dict[str, list[str]], nouns: Sequence[Noun]) -> bool:
    """Whether some of what is reached is of a kind that a noun says; so is all where none does."""
    classes = frozenset(class_ for noun in nouns for class_ in noun.classes)
    every = [m for found in things.values() for m in found][:LOOKED_AT]
    return not classes or any(walker.kinds.is_any(m, classes) for m in every)


def _is_called(walker: Walker, p: str, phrase: frozenset[int]) -> bool:
    """Whether a property is called by the words of a phrase, or by the last of them."""
    stems = [walker.analysis.words[place].stem for place in sorted(phrase)]
    return bool({frozenset(stems), frozenset(stems[-1:])} & {*walker.called.called(p).names})


def _of_kind(
    walker: Walker, step: tuple[str, bool], things: dict[str, list[str]], noun: Noun, score: float
) -> Iterator[Countable]:
    every = [m for found in things.values() for m in found][:LOOKED_AT]
    for class_ in noun.classes[:3]:
        fits = {m for m in every if walker.kinds.is_any(m, frozenset({class_}))}
        if len(fits) > FITS * len(every):
            amounts = {id_: len(fits & {*found}) for id_, found in things.items()}
            way, within = _way(*step), Type(Entity(class_))
            yield Countable(way, within, step[0], score, amounts, noun.places)
            return


def _winning(walker: Walker) -> frozenset[int]:
    """Return the places of words that say that something was won, whatever it is."""
    words = walker.analysis.words
    return frozenset(i for i, word in enumerate(words) if word.normal in cue_set("winning"))


# --- Counted by a name ---------------------------------------------------------------------------


def _by_name(
    walker: Walker, links: Sequence[Link], phrase: frozenset[int], named: Sequence[Link]
) -> Iterator[Countable]:
    """Yield what is one of what a name means: Oscars, Super Bowls."""
    inside = [link for link in named if link.places <= phrase]
    won = _winning(walker)
    for p, inverse, reached in _ways(walker, links) if inside else ():
        if won and not walker.says(p, inverse) & won:
            continue  # who took part has not won
        things = {id_: {m for m in ms if isinstance(m, str)} for id_, ms in reached.items()}
        every = sorted({m for found in things.values() for m in found})[:LOOKED_AT]
        for link in inside[:4]:
            if not phrase <= link.places | _winning(walker):
                continue
            fits = _one_of(walker, every, link.id)
            if fits:
                within, members = fits
                amounts = {id_: len(found & members) for id_, found in things.items()}
                score = walker.score(links[0], p, inverse)
                yield Countable(_way(p, inverse), within, p, score, amounts, phrase, (link,))


def _one_of(walker: Walker, members: Sequence[str], id_: str) -> tuple[Things, set[str]] | None:
    """Return those of some things that are one of what is named, and how that is said."""
    parts: list[Things] = []
    found: set[str] = set()
    for by in KIND_OF:
        if inside := {m for m in members if id_ in walker.lookups.objects(m, by)}:
            found |= inside
            parts.append(Apply(Property(by), Entity(id_)))
    if id_ in members:
        found.add(id_)
        parts.append(Entity(id_))
    if not found:
        return None
    return (parts[0] if len(parts) == 1 else Union(tuple(parts))), found

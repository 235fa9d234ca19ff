"""Nouns that say a class of a graph by a part of its name, or by another word for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa_store.names_text import singulars

from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link, Linked, Noun
from kgqa.parse.own_facts import OwnFacts
from kgqa.parse.schema_lexicon import schema_lexicon

SHORTEST, SHORTEST_FIRST = 4, 3
"""Letters of the parts of a compound: no award is a ward."""
IsA = Callable[[str, frozenset[str]], bool]
"""Whether a thing is of any of some classes."""


def with_own_nouns(linked: Linked, analysis: Analysis, facts: OwnFacts, is_a: IsA) -> Linked:
    """Return links with the nouns that only a part of the name of a class says, or a synonym.

    A price is no thing that is asked for, but what something has; nor is a team lead a team. In
    `the Firmware team` the noun is a part of the name.
    """
    said = _said(analysis, facts)
    nouns = [
        one
        for one in linked.nouns
        if not _is_value(one, facts) and not any(one.places < each for each in said)
    ]
    taken = frozenset(place for noun in nouns for place in noun.places).union(*said)
    named = frozenset(
        place for name in linked.names for link in name if link.is_name for place in link.places
    )
    for place in sorted(analysis.content - taken - named):
        word = analysis.words[place].normal
        classes = next(_classes(word, facts), ())
        if not classes and _is_noun(analysis, place):
            classes = next(_compounds(word, facts), ())
        noun = Noun(frozenset({place}), classes, analysis.words[place].stem)
        if classes and not _is_value(noun, facts):
            nouns.append(noun)
    names = tuple(tuple(_beside(link, nouns, is_a) for link in name) for name in linked.names)
    joined = [
        after.places - before.places
        for old, new in zip(linked.names, names, strict=True)
        for before, after in zip(old[:1], new[:1], strict=True)
    ]
    kept = tuple(noun for noun in nouns if noun.places not in joined)
    return replace(linked, names=names, nouns=kept)


def _is_value(noun: Noun, facts: OwnFacts) -> bool:
    """Whether a noun says what things have, and no thing: the price, the address of somebody."""
    is_nameless = facts.nameless.issuperset(noun.classes) and (noun.stem,) in facts.phrases
    return is_nameless or facts.values.issuperset(noun.classes)


def _beside(link: Link, nouns: Sequence[Noun], is_a: IsA) -> Link:
    """Return a link with the noun before or behind it that says what it is."""
    for noun in nouns if link.is_name else ():
        is_next = max(link.places) + 1 == min(noun.places) or (
            max(noun.places) + 1 == min(link.places)
        )
        if is_next and is_a(link.id, frozenset(noun.classes)):
            return replace(link, places=link.places | noun.places)
    return link


def _said(analysis: Analysis, facts: OwnFacts) -> list[frozenset[int]]:
    """Return the places of the words that name a property by several words."""
    stems = [word.stem for word in analysis.words]
    longest = max(map(len, facts.phrases), default=0)
    return [
        frozenset(range(first, end))
        for first in range(len(stems))
        for end in range(first + 2, min(first + longest, len(stems)) + 1)
        if tuple(stems[first:end]) in facts.phrases
    ]


def _is_noun(analysis: Analysis, place: int) -> bool:
    """Whether a word stands where a noun does: behind `which`, an article or a number, or first."""
    before = analysis.words[place - 1].normal if place else ""
    return not place or before.isdigit() or before in schema_lexicon().determiners


def _compounds(word: str, facts: OwnFacts) -> Iterator[tuple[str, ...]]:
    """Yield the classes whose names are compounds with a word: an artwork is a work."""
    for one in (word, *singulars(word)):
        for head, classes in facts.classes.items() if len(one) >= SHORTEST else ():
            if head.endswith(one) and len(head) >= len(one) + SHORTEST_FIRST:
                yield classes


def _classes(word: str, facts: OwnFacts) -> Iterator[tuple[str, ...]]:
    """Yield the classes whose names end with a word, or with one that says the same."""
    kinds = schema_lexicon().kinds
    for one in (word, *singulars(word)):
        for said in (one, *kinds.get(one, ())):
            if said in facts.classes:
                yield facts.classes[said]

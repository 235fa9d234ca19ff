"""Nouns that say a class of a graph by a part of its name, or by another word for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Linked, Noun
from kgqa.parse.own_facts import OwnFacts
from kgqa.parse.schema_lexicon import schema_lexicon


def with_own_nouns(linked: Linked, analysis: Analysis, facts: OwnFacts) -> Linked:
    """Return links with the nouns that only a part of the name of a class says, or a synonym.

    A price is no thing that is asked for, but what something has; nor is a team lead a team.
    """
    said = _said(analysis, facts)
    nouns = [
        one
        for one in linked.nouns
        if not facts.values.issuperset(one.classes) and not any(one.places < each for each in said)
    ]
    taken = frozenset(place for noun in nouns for place in noun.places).union(*said)
    named = frozenset(
        place for name in linked.names for link in name if link.is_name for place in link.places
    )
    for place in sorted(analysis.content - taken - named):
        stem = analysis.words[place].stem
        classes = next(_classes(stem, facts), ())
        if classes and not facts.values.issuperset(classes):
            nouns.append(Noun(frozenset({place}), classes, stem))
    return replace(linked, nouns=tuple(nouns))


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


def _classes(stem: str, facts: OwnFacts) -> Iterator[tuple[str, ...]]:
    """Yield the classes whose names end with a stem, or with one that says the same."""
    kinds = schema_lexicon().kinds
    for one in (stem, *kinds.get(stem, ())):
        if one in facts.classes:
            yield facts.classes[one]

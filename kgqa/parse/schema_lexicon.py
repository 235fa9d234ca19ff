"""Words by which people say what a schema calls otherwise: `lexicon/en_schema.toml`."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kgqa_store.schema_words import stem

from kgqa.parse.lexicon import FOLDER, LANGUAGE


@dataclass(frozen=True, slots=True)
class SchemaLexicon:
    """The words of one language that may stand for others in the names of properties."""

    alike: Mapping[str, frozenset[str]]
    """By its stem, the stems that a word may stand for."""
    totals: Mapping[str, str]
    """By a word, the function of an aggregate that it asks for."""
    examples: Mapping[str, str]
    """How questions are made, with holes for names."""
    kinds: Mapping[str, tuple[str, ...]]
    """By a noun, others that say the same kind of thing, the nearest first."""
    leading: tuple[str, ...]
    """What questions begin with that is only polite."""
    fillers: tuple[str, ...]
    """What says nothing anywhere in a question."""
    short_numbers: tuple[str, ...]
    """How `number` is cut short before one."""
    number: str
    behind: Mapping[str, str]
    """How words behind an amount are said before it: `2015 or later` is `since 2015`."""
    within: str
    """What `within` says before an amount."""
    ends: Mapping[str, str]
    """Words that say an end of an order only before the name of what is ordered by."""
    units: frozenset[str]
    """Words in the names of properties that tell the unit of a number beside them."""
    amounts: frozenset[str]
    """The stems of words in the names of properties whose numbers have such a unit."""
    people: frozenset[str]
    """Nouns that say kinds of people."""
    light: frozenset[str]
    """Verbs that say nothing between a denial and what is denied: `do not need`."""
    marking: frozenset[str]
    """The stems of words in the names of marks that questions leave out: `prescription only`."""
    denied: Mapping[str, str]
    """Phrases that say `not`."""
    un: tuple[str, ...]
    """What words begin with that deny the rest of it: `unpaid`."""
    lives: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """The stems of words in the names of dates of a beginning, and of the end of the same."""
    meaning: Mapping[str, str]
    """What phrases say in the words of a schema: the longest serving was hired first."""
    titles: Mapping[str, frozenset[str]]
    """By a title of people as it may be said, how a graph may write it."""
    prepositions: frozenset[str]
    """What names of properties end with that stand before what these lead to: `works under`."""
    spans: tuple[frozenset[str], ...]
    """The stems of words in the names of qualifiers that tell since when, and until when."""
    firsts: Mapping[str, str]
    """Words for who was first and who was last in time, with which of them they say."""
    timely: frozenset[str]
    """Words for an order in time alone."""
    near: frozenset[str]
    """Words before a distance, and between it and what it is measured from: `of`, `away from`."""
    places: tuple[frozenset[str], frozenset[str]]
    """The words in the names of what tells a latitude, and a longitude."""
    determiners: frozenset[str]
    """Words that a noun stands behind."""

    @property
    def words(self) -> frozenset[str]:
        """The stems of all words that stand for others."""
        return frozenset(self.alike)


@cache
def schema_lexicon(language: str = LANGUAGE) -> SchemaLexicon:
    """Return the words of a language."""
    path = FOLDER / f"{language}_schema.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    alike: defaultdict[str, set[str]] = defaultdict(set)
    for row in found["alike"]:
        stems = {stem(word) for word in row.split()}
        for one in stems:
            alike[one] |= stems
    for word, others in found["stands_for"].items():
        alike[stem(word)] |= {stem(one) for one in others.split()}
    totals = {word: function for function, words in found["totals"].items() for word in words}
    rows = [row.split() for row in found["kinds"]]
    kinds = {one: tuple(other for other in row if other != one) for row in rows for one in row}
    return SchemaLexicon(
        {one: frozenset(others) for one, others in alike.items()},
        totals,
        found["examples"],
        kinds,
        tuple(found["asking"]["leading"]),
        tuple(found["asking"]["fillers"]),
        tuple(found["asking"]["short_numbers"]),
        found["asking"]["number"],
        found["asking"]["behind"],
        found["asking"]["within"],
        found["asking"]["ends"],
        frozenset(found["units"]["telling"]),
        frozenset(map(stem, found["units"]["told"])),
        frozenset(found["people"]),
        frozenset(found["asking"]["light"]),
        frozenset(map(stem, found["asking"]["marking"])),
        found["asking"]["denied"],
        tuple(found["asking"]["un"]),
        tuple((_stems(begin), _stems(end)) for begin, end in found["lives"]),
        found["asking"]["meaning"],
        {one: frozenset(row.split()) for row in found["titles"] for one in row.split()},
        frozenset(found["asking"]["prepositions"]),
        tuple(map(_stems, found["spans"])),
        {word: end for end, words in found["firsts"].items() for word in words},
        frozenset(found["asking"]["timely"]),
        frozenset(found["asking"]["near"]),
        (frozenset(found["places"][0].split()), frozenset(found["places"][1].split())),
        frozenset(found["asking"]["determiners"]),
    )


def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))

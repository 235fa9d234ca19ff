"""The words of a question: where they stand, what they mean to the grammar, which carry content."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kgqa_store.names_text import tokens
from kgqa_store.schema_words import stem

DATA = Path(__file__).parent / "data"
_NUMBERED = re.compile(r"^(\d+)(st|nd|rd|th)$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question, its place in the text, and its normal form."""

    start: int
    end: int
    text: str
    normal: str
    stem: str

    @property
    def is_capital(self) -> bool:
        """Whether it is written like a name."""
        return self.text[:1].isupper()


@dataclass(frozen=True, slots=True)
class Adjective:
    """What an adjective measures, and which end of it the superlative names."""

    keys: tuple[str, ...]
    extreme: Literal["max", "min"]
    is_named: bool = False
    """Whether the words name its keys, so that few members need have one."""
    is_size: bool = False
    """Whether it says no more than how much, so that a noun beside it may say of what."""
    is_noun: bool = False
    """Whether it names what is counted, and orders only where another word says which end."""
    said: tuple[tuple[str, frozenset[str]], ...] = ()
    """Keys that are meant only where other words say them, and these words: who died first."""

    def meant(self, normal: Sequence[str]) -> tuple[str, ...]:
        """Return the keys that are meant among some words."""
        found = tuple(key for key, words in self.said if not words.isdisjoint(normal))
        return found or self.keys


@cache
def cues() -> Mapping[str, Any]:
    """Return the words that tell what kind of question it is."""
    return tomllib.loads((DATA / "cues.toml").read_text(encoding="utf-8"))


@cache
def cue_set(name: str) -> frozenset[str]:
    """Return one list of `cues` as a set."""
    return frozenset(cues()[name])


@cache
def adjectives() -> Mapping[str, Adjective]:
    """Return what each adjective measures, by all its forms."""
    return {
        word: Adjective(
            tuple(entry["keys"]),
            entry["extreme"],
            is_size=entry.get("size", False),
            is_noun=entry.get("noun", False),
            said=tuple((key, frozenset(words)) for key, words in entry.get("said", {}).items()),
        )
        for entry in _entries()
        for word in entry["words"]
    }


@cache
def _measures() -> Mapping[str, Any]:
    return tomllib.loads((DATA / "adjectives.toml").read_text(encoding="utf-8"))


def _entries() -> Sequence[Mapping[str, Any]]:
    return tuple(_measures()["adjective"])


def usual_keys() -> Mapping[str, str]:
    """Return by what things of a class are measured before all else."""
    found: Mapping[str, str] = _measures()["usual"]
    return found


def words_of(question: str) -> tuple[Word, ...]:
    """Return the words of a question, possessive endings cut off."""
    return tuple(
        Word(one.start, one.end, question[one.start : one.end], one.base, stem(one.base))
        for one in tokens(question)
    )


def is_stop(word: Word) -> bool:
    """Whether a word says nothing about the world."""
    return word.normal in cue_set("stop")


def is_prefix(question: str, start: int, end: int) -> bool:
    """Whether a span is a letter that only makes a longer word, as in `N-class`."""
    return end - start == 1 and question[end : end + 1] == "-"


def place_of(word: Word) -> int | None:
    """Return the place that an ordinal names; negative ones count from the end."""
    numbered = _NUMBERED.match(word.normal)
    if numbered:
        return int(numbered[1])
    place = cues()["ordinals"].get(word.normal)
    return None if place is None else int(place)


def year_of(word: Word) -> int | None:
    """Return the year that a word of four figures names."""
    if len(word.normal) == 4 and word.normal.isdigit() and 1000 <= int(word.normal) <= 2100:
        return int(word.normal)
    return None

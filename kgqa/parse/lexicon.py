"""What words say to the rules of the chart: a language is a file in `lexicon/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "lexicon"
LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one language that rules look for."""

    cues: Mapping[str, frozenset[tuple[str, ...]]]
    """By the name of a cue the words, or rows of words, that give it."""
    traits: Mapping[str, str]
    """By a word the name of a trait, which `world.toml` tells of a graph."""
    name_words: frozenset[str]
    """Words that stand for the name of a thing."""

    def found(self, cue: str, normal: Sequence[str]) -> Iterator[frozenset[int]]:
        """Yield the places of each cue of a name among the words of a question, in order.

        Of rows of words that begin at one place the longest is taken.
        """
        rows, until = self.cues[cue], 0
        longest = max(map(len, rows))
        for place in range(len(normal)):
            for length in range(longest, 0, -1):
                is_said = tuple(normal[place : place + length]) in rows
                if is_said and place >= until and place + length <= len(normal):
                    until = place + length
                    yield frozenset(range(place, until))
                    break


@cache
def lexicon(language: str = LANGUAGE) -> Lexicon:
    """Return the lexicon of a language."""
    found = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Lexicon(
        {
            name: frozenset(tuple(said.split()) for said in words)
            for name, words in found["cues"].items()
        },
        found["traits"],
        frozenset(found["name_words"]["words"]),
    )

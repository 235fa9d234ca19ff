"""Pieces of words: every word is one piece that is known, or several.

The longest piece that a word begins with is taken first; what follows inside a word begins with
`##`. That is how WordPiece cuts words that are in normal form already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from kgqa_store.names_text import words as normal_words

UNKNOWN = "[UNK]"
"""The piece of a word that cannot be cut; the first one of a list of pieces."""
LONGEST_WORD = 40
MOST_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Pieces:
    """Known pieces and their places."""

    known: dict[str, int]
    _kept: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of_list(cls, known: Sequence[str]) -> Self:
        """Return pieces with their places in a list."""
        return cls({piece: place for place, piece in enumerate(known)})

    def of(self, word: str) -> list[int]:
        """Return the pieces of one normal word."""
        found = self._kept.get(word)
        if found is None:
            found = self._cut(word)
            if len(self._kept) < MOST_KEPT:
                self._kept[word] = found
        return found

    def of_text(self, text: str) -> list[int]:
        """Return the pieces of all words of a text."""
        return [piece for word in normal_words(text) for piece in self.of(word)]

    def _cut(self, word: str) -> list[int]:
        found: list[int] = []
        start = 0
        while start < len(word) <= LONGEST_WORD:
            mark = "##" if start else ""
            for end in range(len(word), start, -1):
                place = self.known.get(mark + word[start:end])
                if place is not None:
                    found.append(place)
                    start = end
                    break
            else:
                return [0]
        return found or [0]

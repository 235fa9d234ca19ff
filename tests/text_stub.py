"""A reader that finds what it is told to find: facts of the sample's tour, spelled in passages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgqa.text.readers.reading import Span


class FindingReader:
    """Points at given strings wherever they stand in a passage, the longest first."""

    def __init__(self, strings: Iterable[str], score: float = 0.995) -> None:
        self.strings = sorted(strings, key=len, reverse=True)
        self.score = score
        self.asked: list[str] = []

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        self.asked.append(question)
        return [span for i, text in enumerate(passages) if (span := self._span(i, text))]

    def _span(self, number: int, text: str) -> Span | None:
        for string in self.strings:
            if found := re.search(rf"(?<!\w){re.escape(string)}(?!\w)", text):
                return Span(number, found.start(), found.end(), found[0], self.score)
        return None

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        self.asked.append(question)
        return 0.9 if any(s in text for s in self.strings for text in passages) else None

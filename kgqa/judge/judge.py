"""Judges the readings of questions: how likely each is what was asked, the likeliest first."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from kgqa.judge.certainty import judged
from kgqa.judge.known_names import KnownNames
from kgqa.judge.second_look import SecondLook
from kgqa.judge.unknown_names import unknown_names
from kgqa.parse.parser import Parsed, Parser


class Judge:
    """Judges readings over one store, by a second look at the best and by all that is known."""

    def __init__(
        self, parser: Parser, names: KnownNames, lock: AbstractContextManager[object]
    ) -> None:
        """Judge what `parser` proposes, or anybody; `lock` is held while the parser is used."""
        self.parser = parser
        self._look, self._names = SecondLook(parser, lock), names

    def judge(self, parsed: Parsed) -> Parsed:
        """Return a question with its readings, each with the logarithm of the odds as its score."""
        seen = self.seen(parsed)
        return judged(seen, self.unknown(seen))

    def seen(self, parsed: Parsed) -> Parsed:
        """Return a question with how well its best readings fit."""
        return self._look.look(parsed)

    def unknown(self, parsed: Parsed) -> list[int]:
        """Return of each reading how many words it leaves that are written like unknown names."""
        has_word = cache(self._names.has_word)
        return [len(unknown_names(parsed, one.links, has_word)) for one in parsed.candidates]

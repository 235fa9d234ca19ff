"""The readings of the chart, judged; and whether they are surer than those of the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache

from kgqa.answers import Result
from kgqa.merge.certainty import weight
from kgqa.merge.chart_certainty import judged
from kgqa.merge.choose import Tried, is_sure
from kgqa.merge.doubts import doubts_of, unknown_names
from kgqa.merge.known_names import KnownNames
from kgqa.merge.lacking import what_is_lacking
from kgqa.merge.running import Runner
from kgqa.merge.second_look import SecondLook
from kgqa.parse.chart_parser import ChartParser
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import probability

AHEAD, ALONE = 0.2, 0.5
"""The chart must be surer than the rules by so much, as what they read they read well; and so sure
where they find nothing to say, for often there is nothing."""
LEAST = 0.05
"""Seconds that the query of a chart may take in any case."""


@dataclass(frozen=True, slots=True)
class ChartedReadings:
    """Judges the readings of the chart over one store."""

    parser: ChartParser
    look: SecondLook
    names: KnownNames
    runner: Runner
    lock: AbstractContextManager[object]
    """Held while the parser is used."""

    def surer(
        self, parsed: Parsed, tried: Sequence[Tried], pick: str | None, deadline: float
    ) -> tuple[Parsed, list[Tried]]:
        """Return what the chart reads where that is surer, else what the rules have read."""
        known = tried[0].confidence if tried else 0.0
        if time.monotonic() >= deadline:
            return parsed, [*tried]
        with self.lock:
            if what_is_lacking(parsed, self.parser.parser) is not None:
                return parsed, [*tried]  # it would tell something else
            charted = self.parser.parse(parsed.analysis.question, pick=pick)
        charted = judged(self.seen(charted), self.unknown(charted))
        found = self._run(charted, known, deadline)
        return (parsed, [*tried]) if found is None else (charted, [found])

    def _run(self, charted: Parsed, known: float, deadline: float) -> Tried | None:
        """Return the likeliest reading with its answers, if it is sure enough and has any."""
        if not charted.candidates:
            return None
        best = charted.candidates[0]
        doubts = doubts_of(charted, best, self.names.has_word)
        sure = probability(best.score) * weight(doubts)
        if sure < (known + AHEAD if known else ALONE):
            return None
        result = self.runner.result(best, max(LEAST, deadline - time.monotonic()))
        if result is None or not result.answers or _denies(result):
            return None
        found = Tried(best, result, sure, doubts)
        return found if is_sure(found) else None

    def seen(self, charted: Parsed) -> Parsed:
        """Return a question with how well its best readings fit."""
        return self.look.seen(charted)

    def unknown(self, charted: Parsed) -> list[int]:
        """Return of each reading how many words it leaves that are written like unknown names."""
        has_word = cache(self.names.has_word)
        return [len(unknown_names(charted, one.links, has_word)) for one in charted.candidates]


def _denies(result: Result) -> bool:
    """Whether a result only says no: what nobody has stated is unknown."""
    return all(answer.value is False for answer in result.answers)

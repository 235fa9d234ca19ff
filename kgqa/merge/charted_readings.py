"""The readings of the chart, judged; and whether they are surer than those of the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache

from kgqa.algebra import to_text
from kgqa.algebra.ids import ids_in
from kgqa.answers import Result, Value
from kgqa.merge.certainty import weight
from kgqa.merge.chart_certainty import judged
from kgqa.merge.choose import Tried, is_sure
from kgqa.merge.doubts import doubts_of, unknown_names
from kgqa.merge.known_names import KnownNames
from kgqa.merge.lacking import Lacking, what_is_lacking
from kgqa.merge.running import Runner
from kgqa.merge.second_look import SecondLook
from kgqa.parse.chart_parser import ChartParser
from kgqa.parse.judging import Candidate, is_choice
from kgqa.parse.kin import are_of_another_gender
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import probability

AHEAD, USED = 0.1, 0.1
"""By so much the chart must be surer than the rules where they use every word or say whether
something is so, as what they read so they read well; in any case by so much for each word that
only they use, and by so much less for each that only the chart uses."""
SURE, ALONE = 0.4, 0.5
"""It must be so sure in any case, and so sure where the rules find nothing at all, or where it
takes a step that nobody says."""
LEFT = 0.5
"""So much of the steps that nothing says and the words that nothing uses may be left."""
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
        if time.monotonic() >= deadline:
            return parsed, [*tried]
        with self.lock:
            lacking = what_is_lacking(parsed, self.parser.parser)
            if lacking is not None and lacking.is_usual:
                return parsed, [*tried]  # it would tell something else
            charted = self.parser.parse(parsed.analysis.question, pick=pick)
        charted = judged(self.seen(charted), self.unknown(charted))
        known = tried[0] if tried else None
        # Where the rules know the names and make nothing of them, there is often none of it.
        is_understood = bool(parsed.linked.names) and not parsed.candidates
        if (
            not charted.candidates
            or (is_understood and not _is_plain(charted.candidates[0]))
            or self._is_astray(charted, known, lacking)
        ):
            return parsed, [*tried]
        found = self._run(charted, known, deadline)
        if found is None:
            return parsed, [*tried]
        if known is not None and _values(known) == _values(found):  # both read the same
            return parsed, [
                replace(known, confidence=max(known.confidence, found.confidence)),
                *tried[1:],
            ]
        return charted, [found]

    def _is_astray(self, charted: Parsed, known: Tried | None, lacking: Lacking | None) -> bool:
        """Whether the best reading of the chart is no better than what the rules have.

        It leaves words as theirs does, is a part of theirs, is of sisters where brothers are asked
        for, or takes steps that nobody says, where what is said is lacking.
        """
        best = charted.candidates[0]
        is_told = known is not None and is_sure(known)
        if known is not None and (
            (best.unused and weight(known.doubts) < 1) or (is_told and _is_part(best, known))
        ):
            return True
        with self.lock:
            parts = (charted.analysis, best.query, best.members or (), self.parser.parser.lookups)
            if are_of_another_gender(*parts):
                return True
        return lacking is not None and not is_told and best.features.get("spare", 0.0) >= 1

    def _run(self, charted: Parsed, known: Tried | None, deadline: float) -> Tried | None:
        """Return the likeliest reading with its answers, if it is sure enough and has any."""
        best = charted.candidates[0]
        doubts = doubts_of(charted, best, self.names.has_word)
        sure = probability(best.score) * weight(doubts)
        if best.features.get("misfits"):
            return None
        if sure < _wanted(known, best):
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


def _wanted(known: Tried | None, best: Candidate) -> float:
    """Return how sure the chart must be: surer than the rules, less so if it uses more words."""
    if known is None:
        return ALONE
    left = len(known.candidate.unused)
    more = left - len(best.unused)
    is_read_well = left == 0 or is_choice(known.candidate)
    least = ALONE if best.features.get("spare", 0.0) >= 1 else SURE
    return max(least, known.confidence + (AHEAD if is_read_well else 0.0) - USED * more)


def _is_plain(best: Candidate) -> bool:
    """Whether words say every step of a reading, and no word is left."""
    return best.features.get("spare", 0.0) + best.features.get("uncovered", 0.0) < LEFT


def _is_part(best: Candidate, known: Tried) -> bool:
    """Whether a reading names less than the one that is known, and nothing else."""
    return set(ids_in(to_text(best.query))) < set(ids_in(to_text(known.candidate.query)))


def _values(tried: Tried) -> set[Value]:
    return {answer.value for answer in tried.result.answers}


def _denies(result: Result) -> bool:
    """Whether a result only says no: what nobody has stated is unknown."""
    return all(answer.value is False for answer in result.answers)

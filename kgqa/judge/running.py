"""Runs the readings of a question, best first, until one gives something; then its rivals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from kgqa_store.errors import LimitReached
from kgqa_store.store import Store

from kgqa.answers import Result
from kgqa.errors import KgqaError
from kgqa.execute.run import execute
from kgqa.judge import wholes
from kgqa.judge.choose import Tried, is_sure, named
from kgqa.judge.interpretations import is_rival
from kgqa.judge.known_names import KnownNames
from kgqa.judge.lacking import Lacking, what_is_lacking
from kgqa.parse.candidate import Candidate
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.trees import probability
from kgqa.settings import Settings

BUDGET = 0.8
"""Seconds after which no further reading is run."""
PATIENCE = 3.0
"""Seconds after which no further reading is run though none has given anything."""
SHARE = 0.6
"""Of the seconds that are left a reading may take so many, as long as none has given anything."""
ENOUGH = 4
"""So many readings with answers are compared with each other."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs readings over one store."""

    store: Store
    settings: Settings
    parser: Parser
    names: KnownNames
    lock: AbstractContextManager[object]
    """Held while the parser is used."""

    def run(self, parsed: Parsed, deadline: float) -> list[Tried]:
        """Return the first reading that gave something, and its rivals that did."""
        tried: list[Tried] = []
        stop = min(deadline, time.monotonic() + BUDGET)
        last = min(deadline, time.monotonic() + PATIENCE)
        with self.lock:
            lacking = what_is_lacking(parsed, self.parser)
        for candidate in parsed.candidates:
            left = stop - time.monotonic()
            if not tried:
                left = max(left, SHARE * (last - time.monotonic()))
            if left <= 0 or len(tried) >= ENOUGH:
                break
            if tried and not is_rival(candidate, tried[0].candidate, self.names.fame):
                continue
            result = self.result(candidate, left)
            if result is not None and result.answers:
                tried.append(Tried(candidate, result, probability(candidate.score)))
        return self._with_wholes(parsed, tried, lacking, stop)

    def meanings(self, meant: Sequence[Link]) -> list[Tried]:
        """Return what the name that is the whole question may mean."""
        found = []
        for candidate, share in named(meant):
            result = self.result(candidate, PATIENCE)
            if result is not None:
                found.append(Tried(candidate, result, share, is_named=True))
        return found

    def result(self, candidate: Candidate, seconds: float) -> Result | None:
        """Return what a reading gives; None where it cannot be run within `seconds`."""
        settings = replace(self.settings, timeout=max(0.05, seconds))
        try:
            return execute(candidate.query, self.store, settings)
        except (LimitReached, KgqaError):
            return None

    def _with_wholes(
        self, parsed: Parsed, tried: list[Tried], lacking: Lacking | None, stop: float
    ) -> list[Tried]:
        """Return the readings with those for wholes of which only the parts have a date."""
        if not wholes.may_stand_for(parsed):
            return tried
        if tried and is_sure(tried[0]) and not wholes.is_stretched(tried[0], lacking):
            lacking = None
        asked = wholes.asked(tried, lacking)
        with self.lock:
            entry = self.parser.schema.property(asked[1]) if asked else None
        if asked is None or entry is None or entry.datatype != "Time":
            return tried
        found = []
        for link in wholes.meant(parsed, [] if lacking else tried, asked[0], self.names.fame):
            for candidate in wholes.of_first_part(link, asked[1]):
                result = self.result(candidate, stop - time.monotonic())
                if result is not None and result.answers:
                    found.append(Tried(candidate, result, wholes.SURE))
                    break
        return found if lacking and found else [*tried, *found]

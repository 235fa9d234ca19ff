"""The engine: a question is parsed, its best readings are run, and one reply comes back."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from kgqa_store.errors import LimitReached
from kgqa_store.store import Store

from kgqa.algebra import Query, to_text
from kgqa.answers import Interpretation, Reading, Reply, Result
from kgqa.errors import KgqaError
from kgqa.execute.run import execute
from kgqa.merge import wholes
from kgqa.merge.choose import Tried, answers_of, is_sure, judged, named, reading_of
from kgqa.merge.doubts import doubts_of
from kgqa.merge.interpretations import is_rival, rewritten, rivals
from kgqa.merge.known_names import KnownNames
from kgqa.merge.lacking import Lacking, what_is_lacking
from kgqa.merge.naming import meanings
from kgqa.merge.reasons import reason_of
from kgqa.parse.judging import Candidate
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed, Parser
from kgqa.settings import DEFAULTS, Settings, home

EXECUTIONS = 40
"""At most so many readings of a question are run."""
BUDGET = 0.8
"""Seconds after which no further reading is run."""
PATIENCE = 3.0
"""Seconds that a reading may take as long as none has given anything."""
ENOUGH = 4
"""So many readings with answers are compared with each other."""
SHOWN = 6
"""So many readings that were not run are told."""
FAR = 3.0
"""The margin of a reading that no other comes after."""
LONGEST = 1000
"""Characters of the longest question."""

_ID = re.compile(r"\b[QP][1-9][0-9]*\b")


class Engine:
    """Answers questions over one store; may be used by several threads."""

    def __init__(
        self, store: Store | str | Path = "sample", *, settings: Settings = DEFAULTS
    ) -> None:
        """Open what is needed; `store` is an open store, its folder, or `sample`."""
        self.settings = settings
        self._owned = isinstance(store, str | Path)
        self.store: Store = _opened(store) if isinstance(store, str | Path) else store
        try:
            self.parser = Parser(self.store)
        except BaseException:
            if self._owned:
                self.store.close()
            raise
        self._lock = threading.Lock()  # the parser and the index of names serve one at a time
        self._names = KnownNames(self.parser.names, self._lock)

    def close(self) -> None:
        """Give the indexes back, and the store if the engine opened it."""
        self.parser.close()
        if self._owned:
            self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, question: str, *, pick: str | None = None) -> Reply:
        """Return the answers to `question`, or the reason why there are none.

        A name that can mean the entity `pick` means it.
        """
        return self.asked(question, pick=pick)[1]

    def asked(self, question: str, *, pick: str | None = None) -> tuple[Parsed, Reply]:
        """Return how `question` was parsed, and the reply to it."""
        _check(question)
        start = time.monotonic()
        with self._lock:
            parsed = self.parser.parse(question, pick=pick, limit=EXECUTIONS)
        meant = meanings(parsed, self._names.fame)
        parse_time = time.monotonic()
        deadline = start + self.settings.timeout
        tried = self._named(meant) if meant else self._run(parsed, deadline)
        timings = {
            "parse": round((parse_time - start) * 1000, 1),
            "execute": round((time.monotonic() - parse_time) * 1000, 1),
        }
        timings["total"] = round(sum(timings.values()), 1)
        return parsed, self._reply(question, parsed, tried, timings)

    def run(self, query: Query, *, seconds: float | None = None) -> Result:
        """Return the answers to one reading, the best known ones first."""
        settings = replace(self.settings, timeout=seconds or self.settings.timeout)
        result = execute(query, self.store, settings)
        tried = Tried(Candidate(query, (), "", {}, 0.0), result, 1.0)
        return replace(result, answers=answers_of(tried, self._names.popularity(result)))

    # --- Running ------------------------------------------------------------------------------

    def _run(self, parsed: Parsed, deadline: float) -> list[Tried]:
        """Return the first reading that gave something, and its rivals that did."""
        tried: list[Tried] = []
        stop = min(deadline, time.monotonic() + BUDGET)
        with self._lock:
            lacking = what_is_lacking(parsed, self.parser)
        for place, candidate in enumerate(parsed.candidates):
            left = stop - time.monotonic()
            if left <= 0 or len(tried) >= ENOUGH:
                break
            if not tried:
                left = min(deadline - time.monotonic(), max(left, PATIENCE))
            if tried and not is_rival(candidate, tried[0].candidate, self._names.fame):
                continue
            result = self._result(candidate, left)
            if result is not None and result.answers:
                margin = self._margin(candidate, parsed.candidates[place + 1 :])
                doubts = doubts_of(parsed, candidate, self._names.has_word, lacking)
                tried.append(judged(candidate, result, margin, doubts))
        return self._with_wholes(parsed, tried, lacking, stop)

    def _with_wholes(
        self, parsed: Parsed, tried: list[Tried], lacking: Lacking | None, stop: float
    ) -> list[Tried]:
        """Return the readings with those for wholes of which only the parts have a date."""
        if tried and is_sure(tried[0]) and not wholes.is_stretched(tried[0], lacking):
            lacking = None
        asked = wholes.asked(tried, lacking)
        with self._lock:
            entry = self.parser.schema.property(asked[1]) if asked else None
        if asked is None or entry is None or entry.datatype != "Time":
            return tried
        found = []
        for link in wholes.meant(parsed, [] if lacking else tried, asked[0], self._names.fame):
            for candidate in wholes.of_first_part(link, asked[1]):
                result = self._result(candidate, stop - time.monotonic())
                if result is not None and result.answers:
                    found.append(Tried(candidate, result, wholes.SURE))
                    break
        return found if lacking and found else [*tried, *found]

    def _margin(self, candidate: Candidate, later: Sequence[Candidate]) -> float:
        """Return how far the next reading that is no rival is behind, in score."""
        fame = self._names.fame
        others = (
            candidate.score - one.score for one in later if not is_rival(one, candidate, fame)
        )
        return next(others, FAR)

    def _named(self, meant: Sequence[Link]) -> list[Tried]:
        """Return what the name that is the whole question may mean."""
        found = []
        for candidate, share in named(meant):
            result = self._result(candidate, PATIENCE)
            if result is not None:
                found.append(Tried(candidate, result, share, is_named=True))
        return found

    def _result(self, candidate: Candidate, seconds: float) -> Result | None:
        settings = replace(self.settings, timeout=max(0.05, seconds))
        try:
            return execute(candidate.query, self.store, settings)
        except (LimitReached, KgqaError):
            return None

    # --- Replying -----------------------------------------------------------------------------

    def _reply(
        self,
        question: str,
        parsed: Parsed,
        tried: Sequence[Tried],
        timings: Mapping[str, float],
    ) -> Reply:
        """Return what is said of the readings that were run: the first, if it is sure enough."""
        readings = tuple(self._readings(parsed, tried))
        labels = self._labels(readings)
        for one in tried:
            labels |= one.result.labels
        plain = Reply(
            question,
            self.settings.language,
            "no-answer",
            readings=readings,
            labels=labels,
            timings=timings,
        )
        if not tried and timings["total"] >= self.settings.timeout * 1000:
            reason = f"the limit of {self.settings.timeout:g} s was reached"
            return replace(plain, outcome="failed", reason=reason)
        if not tried or not is_sure(tried[0]):
            return self._without(plain, parsed, tried)
        answers = answers_of(tried[0], self._names.popularity(tried[0].result))
        close = rivals(tried)
        if not close:
            return replace(plain, outcome="answered", answers=answers)
        return replace(
            plain,
            outcome="ambiguous",
            reason="a name in the question can mean several things",
            answers=answers,
            interpretations=tuple(self._interpretations(question, close)),
        )

    def _readings(self, parsed: Parsed, tried: Sequence[Tried]) -> Iterator[Reading]:
        """Yield the readings that were run, and the next ones."""
        shown = [one.reading for one in tried]
        yield from shown
        run = {one.query for one in shown}
        others = [one for one in parsed.candidates if one.query not in run]
        yield from map(reading_of, others[:SHOWN])

    def _interpretations(self, question: str, close: Sequence[Tried]) -> Iterator[Interpretation]:
        ids = [link.id for one in close for link in one.candidate.links]
        described = self._names.descriptions(ids, self.settings.language)
        questions = rewritten(question, close, described)
        for text, one in zip(questions, close, strict=True):
            answers = answers_of(one, self._names.popularity(one.result))
            yield Interpretation(text, answers, one.reading)

    def _without(self, plain: Reply, parsed: Parsed, tried: Sequence[Tried]) -> Reply:
        """Return the reply that nothing is answered, with the reason and the nearest readings."""
        with self._lock:
            lacking = what_is_lacking(parsed, self.parser)
        if tried and lacking and lacking.property_id in ids_in(tried[0].candidate.query):
            lacking = None  # it was found, though of something else
        reason = reason_of(parsed, tried, lacking, self._names.has_word)
        readings, labels = plain.readings, plain.labels
        if lacking is not None:
            first = Reading(lacking.query, 0.0)
            readings = (first, *(one for one in readings if one.query != first.query))
            labels = {**self._labels([first]), **labels}
        understood = bool(parsed.linked.names)
        return replace(
            plain, reason=reason, readings=readings, labels=labels, understood=understood
        )

    def _labels(self, readings: Iterable[Reading]) -> dict[str, str]:
        ids = {id_ for one in readings for id_ in ids_in(one.query)}
        return self.store.labels(sorted(ids), self.settings.language)


def ids_in(query: Query) -> set[str]:
    """Return the entities and properties that an expression names."""
    return set(_ID.findall(to_text(query)))


def _opened(location: str | Path) -> Store:
    from kgqa_store.opening import open_store

    if location != "sample":
        return open_store(location)
    from kgqa_store.sample import ensure_sample_store

    return open_store(ensure_sample_store(home(os.environ, sys.platform)))


def _check(question: str) -> None:
    """Refuse what is no question."""
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise KgqaError(
            "The question is no UTF-8 text.", hint="write it in a terminal or a file of UTF-8"
        ) from error
    if not any(character.isalnum() for character in question):
        raise KgqaError(
            "The question has no words.", hint='ask for example: kgqa ask "Who directed Inception?"'
        )
    if len(question) > LONGEST:
        raise KgqaError(
            f"The question has {len(question):,} characters, and {LONGEST:,} are the most.",
            hint="ask for one thing at a time",
        )


def ask(
    question: str, store: Store | str | Path = "sample", *, settings: Settings = DEFAULTS
) -> Reply:
    """Return the answers to `question` over `store`: an open store, its folder, or `sample`."""
    with Engine(store, settings=settings) as engine:
        return engine.ask(question)

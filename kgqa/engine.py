"""The engine: a question is parsed, its best readings are run, and one reply comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from kgqa_store.errors import LimitReached
from kgqa_store.store import Store

from kgqa.answers import Reply, Result
from kgqa.errors import KgqaError
from kgqa.execute.run import execute
from kgqa.merge.choose import (
    Tried,
    interpretation,
    is_sure,
    reading_of,
    rivals,
    with_confidence,
)
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.readings import Candidate
from kgqa.settings import DEFAULTS, Settings

EXECUTIONS = 40
"""At most so many readings of a question are run."""
BUDGET = 0.8
"""Seconds after which no further reading is run."""
ENOUGH = 3
"""So many readings with answers are compared with each other."""
LONGEST = 1000
"""Characters of the longest question."""


class Engine:
    """Answers questions over one store; may be used by several threads."""

    def __init__(
        self, store: Store | str | Path = "sample", *, settings: Settings = DEFAULTS
    ) -> None:
        """Open what is needed; `store` is an open store, or its folder."""
        self.settings = settings
        self._owned = isinstance(store, str | Path)
        if isinstance(store, str | Path):
            from kgqa_store.opening import open_store

            store = open_store(store)
        self.store: Store = store
        self.parser = Parser(self.store)
        self._lock = threading.Lock()

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
        """Return the answers to `question`, or the reason why there are none."""
        return self.asked(question, pick=pick)[1]

    def asked(self, question: str, *, pick: str | None = None) -> tuple[Parsed, Reply]:
        """Return how `question` was parsed, and the reply to it."""
        _check(question)
        start = time.monotonic()
        with self._lock:
            parsed = self.parser.parse(question, pick=pick, limit=EXECUTIONS)
        parse_time = time.monotonic()
        tried = self._run(parsed, start + self.settings.timeout)
        timings = {
            "parse": round((parse_time - start) * 1000, 1),
            "execute": round((time.monotonic() - parse_time) * 1000, 1),
        }
        timings["total"] = round(sum(timings.values()), 1)
        return parsed, self._reply(question, parsed, tried, timings)

    def _run(self, parsed: Parsed, deadline: float) -> list[Tried]:
        """Return the readings that gave something, best first, until there are enough."""
        tried: list[Tried] = []
        stop = min(deadline, time.monotonic() + BUDGET)
        following = [*parsed.candidates[1:], None]
        for candidate, later in zip(parsed.candidates, following, strict=False):
            left = stop - time.monotonic()
            if left <= 0 or len(tried) >= (ENOUGH if _is_open(candidate, tried) else 1):
                break
            result = self._result(candidate, left)
            if result is not None and result.answers:
                margin = candidate.score - later.score if later else 3.0
                tried.append(Tried(candidate, result, margin))
        return tried

    def _result(self, candidate: Candidate, seconds: float) -> Result | None:
        settings = replace(self.settings, timeout=max(0.05, seconds))
        try:
            return execute(candidate.query, self.store, settings)
        except (LimitReached, KgqaError):
            return None

    def _reply(
        self, question: str, parsed: Parsed, tried: list[Tried], timings: Mapping[str, float]
    ) -> Reply:
        language = self.settings.language
        shown = [one.reading for one in tried]
        run = {one.query for one in shown}
        readings = (*shown, *(reading_of(c) for c in parsed.candidates[:6] if c.query not in run))
        plain = Reply(question, language, "no-answer", readings=readings, timings=timings)
        if not tried or not is_sure(tried[0]):
            reason = _reason(parsed, tried)
            labels = dict(tried[0].result.labels) if tried else {}
            understood = bool(parsed.linked.names)
            return replace(plain, reason=reason, labels=labels, understood=understood)
        labels = {id_: label for one in tried for id_, label in one.result.labels.items()}
        answers = with_confidence(tried[0])
        close = rivals(tried)
        if close:
            found = tuple(interpretation(question, t, self._described(t)) for t in close)
            return replace(
                plain,
                outcome="ambiguous",
                reason="a name in the question can mean several things",
                answers=answers,
                interpretations=found,
                labels=labels,
            )
        return replace(plain, outcome="answered", answers=answers, labels=labels)

    def _described(self, tried: Tried) -> dict[str, str]:
        ids = [link.id for link in tried.candidate.links]
        entries = {id_: self.parser.names.describe(id_, self.settings.language) for id_ in ids}
        return {id_: entry.description for id_, entry in entries.items() if entry}


def _is_open(candidate: Candidate, tried: list[Tried]) -> bool:
    """Whether a further reading could still matter beside the first."""
    return not tried or tried[0].candidate.score - candidate.score < 0.5


def _check(question: str) -> None:
    if not any(character.isalnum() for character in question):
        raise KgqaError(
            "The question has no words.", hint='ask for example: kgqa ask "Who directed Inception?"'
        )
    if len(question) > LONGEST:
        raise KgqaError(
            f"The question has {len(question):,} characters, and {LONGEST:,} are the most.",
            hint="ask for one thing at a time",
        )


def _reason(parsed: Parsed, tried: list[Tried]) -> str:
    names = [name[0] for name in parsed.linked.names if name and name[0].is_name]
    if not parsed.linked.names:
        return "no name in the question is known to this store"
    known = ", ".join(dict.fromkeys(f"{name.mention} ({name.id})" for name in names))
    if not tried:
        return f"nothing in this store answers it; known are {known or 'only common nouns'}"
    return f"no reading is sure enough; known are {known or 'only common nouns'}"


def ask(question: str, store: Store | str | Path, *, settings: Settings = DEFAULTS) -> Reply:
    """Return the answers to `question` over `store`, an open store or its folder."""
    with Engine(store, settings=settings) as engine:
        return engine.ask(question)

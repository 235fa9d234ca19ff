"""From readings that were run to one reply: answers, several meanings, or an honest none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from kgqa_store.store import Store

from kgqa.algebra import Query, to_text
from kgqa.algebra.ids import ids_in
from kgqa.answers import Interpretation, Reading, Reply
from kgqa.judge.choose import Tried, answers_of, is_sure, reading_of
from kgqa.judge.interpretations import rewritten, rivals
from kgqa.judge.known_names import KnownNames
from kgqa.judge.lacking import what_is_lacking
from kgqa.judge.reasons import hint_of, reason_of
from kgqa.parse.parser import Parsed, Parser
from kgqa.settings import Settings

SHOWN = 6
"""So many readings that were not run are told."""


@dataclass(frozen=True, slots=True)
class Replier:
    """Says what came of the readings of a question."""

    store: Store
    settings: Settings
    parser: Parser
    names: KnownNames
    lock: AbstractContextManager[object]
    """Held while the parser is used."""

    def reply(
        self,
        question: str,
        parsed: Parsed,
        tried: Sequence[Tried],
        timings: Mapping[str, float],
    ) -> Reply:
        """Return what is said of the readings that were run: the first, if it is sure enough."""
        readings = tuple(_readings(parsed, tried))
        labels = self._labels(readings)
        for one in tried:
            labels |= one.result.labels
        language, limit = self.settings.language, self.settings.timeout
        plain = Reply(question, language, "no-answer", readings=readings, labels=labels)
        plain = replace(plain, timings=timings)
        if not tried and timings["total"] >= limit * 1000:
            reason = f"the limit of {limit:g} s was reached"
            return replace(plain, outcome="failed", reason=reason)
        if not tried or not is_sure(tried[0]):
            return self._without(plain, parsed, tried)
        answers = answers_of(tried[0], self.names.popularity(tried[0].result))
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

    def _interpretations(self, question: str, close: Sequence[Tried]) -> Iterator[Interpretation]:
        ids = [link.id for one in close for link in one.candidate.links]
        described = self.names.descriptions(ids, self.settings.language)
        questions = rewritten(question, close, described)
        for text, one in zip(questions, close, strict=True):
            answers = answers_of(one, self.names.popularity(one.result))
            yield Interpretation(text, answers, one.reading)

    def _without(self, plain: Reply, parsed: Parsed, tried: Sequence[Tried]) -> Reply:
        """Return the reply that nothing is answered, with the reason and the nearest readings."""
        with self.lock:
            lacking = what_is_lacking(parsed, self.parser)
        if tried and lacking and lacking.property_id in _ids_of(tried[0].candidate.query):
            lacking = None  # it was found, though of something else
        reason = reason_of(parsed, tried, lacking, self.names.has_word)
        readings, labels = plain.readings, plain.labels
        if lacking is not None:
            first = Reading(lacking.query, 0.0)
            readings = (first, *(one for one in readings if one.query != first.query))
            labels = {**self._labels([first]), **labels}
        understood = bool(parsed.linked.names)
        hint = hint_of(parsed, self.names.has_word)
        plain = replace(plain, reason=reason, hint=hint, understood=understood)
        return replace(plain, readings=readings, labels=labels)

    def _labels(self, readings: Iterable[Reading]) -> dict[str, str]:
        ids = {id_ for one in readings for id_ in _ids_of(one.query)}
        return self.store.labels(sorted(ids), self.settings.language)


def _readings(parsed: Parsed, tried: Sequence[Tried]) -> Iterator[Reading]:
    """Yield the reading that is the answer, then the others that were run and the next ones.

    Those behind the first stand in the order of their scores.
    """
    shown = [one.reading for one in tried]
    run = {one.query for one in shown}
    others = [one for one in parsed.candidates if one.query not in run]
    found = [*shown, *map(reading_of, others[:SHOWN])]
    yield from found[:1]
    yield from sorted(found[1:], key=lambda one: -one.score)


def _ids_of(query: Query) -> set[str]:
    """Return the entities and properties that an expression names."""
    return set(ids_in(to_text(query)))

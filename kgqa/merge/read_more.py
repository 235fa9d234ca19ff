"""What texts add to a reply: the seam between the graph's answers and the reader.

`read_more` takes what the graph gave and returns the reply with what passages say, too: the edges
that the graph lacks are read and the operators go on from them; where no reading goes through, the
question is read as it stands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from kgqa.algebra import Apply, Entity, Inverse, Property
from kgqa.answers import Answer, Conflict, Reading, Reply
from kgqa.merge.choose import Tried, reading_of
from kgqa.merge.doubts import doubts_of
from kgqa.merge.edges import Budget, Edge, EdgeReader, Wanted, is_functional
from kgqa.merge.fill import Filled, Filler
from kgqa.merge.graph_view import GraphView
from kgqa.merge.hypotheses import hypotheses
from kgqa.merge.known_names import KnownNames
from kgqa.merge.labelling import labels_for
from kgqa.merge.same_values import is_near, is_same
from kgqa.merge.spans import Read
from kgqa.merge.supposed import with_edges
from kgqa.merge.text_confidence import (
    chance_of,
    either,
    limit,
    step_features,
    whole_features,
)
from kgqa.merge.texts import Texts
from kgqa.merge.union import united
from kgqa.merge.when_to_read import Mode, may_be_incomplete, why_read
from kgqa.merge.whole_question import read_whole
from kgqa.parse.judging import Candidate
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.scoring import confidence
from kgqa.settings import Settings

SECONDS = 4.0
"""So long texts are read for a question at most."""
PASSAGES = 30
"""So many passages are read for a question at most."""
TRIED = 8
"""Readings over graph and text that are looked at."""
NEARLY = 0.7
"""How much of what a passage says counts for a reading whose value only comes near it."""
FEW = 10
"""A reading with more members is not picked by what a passage says."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What reading needs: texts, the store and its parser, and the lock of those who use it."""

    texts: Texts
    parser: Parser
    names: KnownNames
    lock: AbstractContextManager[object]
    settings: Settings


def read_more(
    desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply, *, mode: Mode
) -> Reply:
    """Return the reply with what texts say; the same reply where they are not read."""
    why = why_read(reply, tried, mode)
    if not why:
        return reply
    if why == "incomplete" and not _needs(desk, tried[0]):
        return reply
    if not desk.texts.is_readable():
        note = desk.texts.problem if why in ("silent", "always") else ""
        return replace(reply, note=note)
    start = time.monotonic()
    found = _Reading(desk, parsed, tried, reply).read(why)
    spent = round((time.monotonic() - start) * 1000, 1)
    total = round(reply.timings.get("total", 0.0) + spent, 1)
    timings = {**reply.timings, "read": spent, "total": total}
    return replace(labels_for(found, desk.parser.store, desk.settings.language), timings=timings)


def _needs(desk: Desk, tried: Tried) -> bool:
    """Whether the graph lacks an edge that the answer may hang on."""
    from kgqa.merge.needs import Needs

    graph = GraphView(desk.parser.store, desk.settings, time.monotonic() + SECONDS)
    with desk.lock:
        needs = Needs(graph, desk.parser, desk.parser.names.popularity, lambda query: query)
        return next(iter(needs.of(tried.candidate.query)), None) is not None


class _Reading:
    """Reads texts for one question."""

    def __init__(self, desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply) -> None:
        self.desk, self.parsed, self.tried, self.reply = desk, parsed, tried, reply
        self.parser = desk.parser
        budget = Budget(passages=PASSAGES, seconds=SECONDS)
        self.reader = EdgeReader(desk.texts, desk.parser, desk.lock, budget)
        deadline = time.monotonic() + 2 * SECONDS
        self.graph = GraphView(desk.parser.store, desk.settings, deadline)
        self.filler = Filler(self.graph, desk.parser, self.reader, desk.names.fame)

    def read(self, why: str) -> Reply:
        """Return the reply with what passages say."""
        match why:
            case "incomplete":
                return self._completed()
            case "always":
                return self._confirmed(self._completed())
            case _:
                return self._sought()

    # --- The graph has an answer ----------------------------------------------------------------

    def _completed(self) -> Reply:
        """Return the reply with what the graph lacks for its first reading."""
        first = self.tried[0]
        filled = self.filler.fill(first.candidate.query)
        if not filled.edges:
            return self.reply
        answers = tuple(self._sure(one, first.confidence) for one in filled.answers)
        proof = filled.edges[0].proofs[0]
        conflicts = tuple(
            Conflict(value, answers[0].value, proof)
            for value in filled.overruled
            if not isinstance(value, bool)
        )
        return replace(self.reply, answers=answers, conflicts=conflicts)

    def _sure(self, answer: Answer, reading: float) -> Answer:
        """Return an answer with how likely it is, given how likely the reading is."""
        if not answer.text_proofs:
            return replace(answer, confidence=round(reading, 4))
        sure = chance_of("step", step_features(reading, answer.confidence))
        return replace(answer, confidence=round(sure, 4))

    def _confirmed(self, reply: Reply) -> Reply:
        """Return the reply with what passages say to the same step, for or against."""
        match self.tried[0].candidate.query:
            case Apply(Inverse(Property(property_)), Entity(id_)):
                edges = self.reader.read([Wanted(id_, property_)])
            case _:
                return reply
        with self.desk.lock:
            entry = self.parser.schema.property(property_)
        one_value = entry is not None and is_functional(entry)
        reading = self.tried[0].confidence
        read = [self._sure(Answer(edge.object, edge.score, edge.proofs), reading) for edge in edges]
        answers, conflicts = united(reply.answers, read, one_value=one_value)
        return replace(reply, answers=answers, conflicts=(*reply.conflicts, *conflicts))

    # --- The graph is silent or unsure ----------------------------------------------------------

    def _sought(self) -> Reply:
        """Return the best that can be read, if it is better than what the graph has."""
        reply = self._by_completion() or self._by_steps()
        if reply is not None:
            return reply
        reads = read_whole(self.parsed, self.parser, self.reader)
        if not reads:
            return self.reply
        return self._by_whole(reads)

    def _by_completion(self) -> Reply | None:
        """Return what the best reading of the graph gives with what it lacks, where it does."""
        first = self.tried[0] if self.tried else None
        if first is None or not may_be_incomplete(first.candidate.query, self.reply):
            return None
        filled = self.filler.fill(first.candidate.query)
        if not filled.edges or not filled.answers:
            return None
        sure = max(self._sure(one, first.confidence).confidence for one in filled.answers)
        if sure < max(limit("answer"), self._graph_sure()):
            return None
        return self._filled(sure, first.candidate, filled)

    def _by_steps(self) -> Reply | None:
        with self.desk.lock:
            wanted = hypotheses(self.parsed, self.parser)
        edges = self.reader.read(wanted)
        if not edges:
            return None
        best: tuple[float, Candidate, Filled] | None = None
        for candidate, reading in self._candidates(edges):
            filled = self.filler.with_edges(candidate.query, edges)
            if not filled.edges or not filled.answers:
                continue
            sure = max(self._sure(one, reading).confidence for one in filled.answers)
            if best is None or sure > best[0]:
                best = (sure, candidate, filled)
        if best is None or best[0] < max(limit("answer"), self._graph_sure()):
            return None
        return self._filled(*best)

    def _candidates(self, edges: Sequence[Edge]) -> list[tuple[Candidate, float]]:
        """Return the readings over graph and text with how likely each is."""
        question = self.parsed.analysis.question
        with self.desk.lock:
            parser = with_edges(self.parser, edges)
            parsed = parser.parse(question, limit=TRIED)
        found = []
        for place, candidate in enumerate(parsed.candidates):
            margin = (
                candidate.score - parsed.candidates[place + 1].score
                if (place + 1 < len(parsed.candidates))
                else 0.0
            )
            sure = confidence(candidate.features, margin)
            for doubt in doubts_of(self.parsed, candidate, self.desk.names.has_word):
                sure *= doubt.factor
            found.append((candidate, sure))
        return found

    def _graph_sure(self) -> float:
        return self.reply.answers[0].confidence if self.reply.answers else 0.0

    def _filled(self, sure: float, candidate: Candidate, filled: Filled) -> Reply:
        answers = tuple(replace(one, confidence=round(sure, 4)) for one in filled.answers)
        sparql = next((p.sparql for a in answers for p in a.graph_proofs), "")
        reading = reading_of(candidate, sure, sparql)
        return self._answered(answers, reading)

    def _answered(self, answers: Sequence[Answer], reading: Reading | None) -> Reply:
        first = () if reading is None else (reading,)
        others = [one for one in self.reply.readings if one.query not in {r.query for r in first}]
        return replace(
            self.reply,
            outcome="answered",
            reason="",
            answers=tuple(answers),
            readings=(*first, *others),
            understood=True,
        )

    def _by_whole(self, reads: Sequence[Read]) -> Reply:
        """Return what the question as it stands was answered with, if it is likely enough."""
        best = reads[0]
        sure = chance_of("whole", whole_features(reads))
        answer = Answer(best.value, round(sure, 4), best.proofs)
        agreed = self._agreed(answer) or self._near(answer)
        if agreed is not None:
            return agreed
        if sure < max(limit("answer"), self._graph_sure()):
            return self.reply
        return self._answered([answer], None)

    def _agreed(self, answer: Answer) -> Reply | None:
        """Return the reading of the graph that has the answer of a passage, where one has."""
        for candidate in self.parsed.candidates:
            if not self._has(candidate, answer):
                continue
            found = [
                a for a in self.graph.answers(candidate.query) if is_same(a.value, answer.value)
            ]
            if not found:
                continue
            sure = either(answer.confidence, confidence(candidate.features, 0.0))
            if sure < max(limit("answer"), self._graph_sure()):
                return None
            proofs = (*found[0].proofs, *answer.proofs)
            both = Answer(found[0].value, round(sure, 4), proofs)
            sparql = found[0].graph_proofs[0].sparql
            return self._answered([both], reading_of(candidate, sure, sparql))
        return None

    def _near(self, answer: Answer) -> Reply | None:
        """Return the reading of the graph whose one value comes near that of a passage.

        That two sources nearly agree speaks for the reading; the graph's value comes first, and
        that the other differs is told.
        """
        for one in self.tried:
            if len(one.result.answers) != 1:
                continue
            stated = one.result.answers[0]
            if not is_near(stated.value, answer.value):
                continue
            sure = round(either(one.confidence, NEARLY * answer.confidence), 4)
            if sure < limit("answer"):
                return None
            graph = [replace(stated, confidence=sure)]
            answers, conflicts = united(graph, [answer], one_value=True)
            found = self._answered(answers, reading_of(one.candidate, sure, one.result.sparql))
            return replace(found, conflicts=conflicts)
        return None

    def _has(self, candidate: Candidate, answer: Answer) -> bool:
        members = candidate.members or ()
        value = answer.value
        return isinstance(value, Entity) and len(members) <= FEW and value.id in members

"""What texts propose for a question that the graph does not answer, or not surely.

A proposal is an answer, how it was come by, and what speaks for it. Four ways lead to one:

    completed   the best reading of the graph, with the edges that it lacks
    step        a reading that goes through an edge that was read
    agreed      a reading of the graph that gives what the question as it stands was answered with
    whole       what the question as it stands was answered with; `truth` is yes or no, `choice`
                one of those that it names
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from kgqa.algebra import Apply, Entity, Inverse, Property
from kgqa.answers import Answer, Conflict, Reading, Reply
from kgqa.judge.choose import Tried, reading_of
from kgqa.judge.judge import Judge
from kgqa.judge.known_names import KnownNames
from kgqa.judge.lacking import what_is_lacking
from kgqa.judge.same_values import is_near, is_same
from kgqa.merge.asked_kind import is_asked_kind, is_impossible, is_of_named
from kgqa.merge.coverage import graph_size
from kgqa.merge.edges import Budget, Edge, EdgeReader
from kgqa.merge.fill import Filled, Filler
from kgqa.merge.graph_view import GraphView
from kgqa.merge.hypotheses import Hypothesis, hypotheses
from kgqa.merge.read_features import Surroundings
from kgqa.merge.spans import Read
from kgqa.merge.supposed import with_edges
from kgqa.merge.text_confidence import chance_of, log_odds, step_features
from kgqa.merge.texts import Texts
from kgqa.merge.union import united
from kgqa.merge.when_to_read import may_be_incomplete
from kgqa.merge.whole_question import read_whole
from kgqa.parse.candidate import Candidate
from kgqa.parse.parser import Parsed, Parser
from kgqa.parse.trees import probability
from kgqa.settings import Settings

SECONDS = 4.0
"""So long texts are read for a question at most."""
GRAPH_SECONDS = 15.0
"""So long after the first reading the graph may still be asked for what follows from it."""
PASSAGES = 30
"""So many passages are read for a question at most."""
KEPT = 14
"""So many of them are kept for the question as it stands."""
ALONE = 0.6
"""How likely a reading of one step is that the words say for sure; set by hand."""
LEAST = 0.05
"""A reading that is less likely is not looked at."""
TRIED = 8
"""Readings over graph and text that are looked at."""
READ = 3
"""Values that were read for the question as it stands, of which each is a proposal."""
VOTES = 5
"""Values that were read among which a reading of the graph is looked for."""
FEW = 10
"""A reading with more members is not picked by what a passage says."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What reading needs: texts, the store and its parser, and the lock of those who use it."""

    texts: Texts
    parser: Parser
    names: KnownNames
    lock: AbstractContextManager[object]
    """One that may be taken twice by the same thread."""
    settings: Settings
    judge: Judge


@dataclass(frozen=True, slots=True)
class Proposal:
    """Answers from text, how they were come by, and what speaks for the first."""

    kind: str
    features: Mapping[str, float]
    answers: tuple[Answer, ...]
    reading: Reading | None = None
    conflicts: tuple[Conflict, ...] = ()

    @property
    def chance(self) -> float:
        """How likely the first answer is right."""
        return chance_of(self.kind, self.features)

    def applied(self, reply: Reply) -> Reply:
        """Return the reply with these answers."""
        sure = round(self.chance, 4)
        first = () if self.reading is None else (replace(self.reading, score=sure),)
        asked = {one.query for one in first}
        answers = tuple(
            replace(one, confidence=sure if one.text_proofs else one.confidence)
            for one in self.answers
        )
        return replace(
            reply,
            outcome="answered",
            reason="",
            hint="",
            answers=answers,
            readings=(*first, *(one for one in reply.readings if one.query not in asked)),
            conflicts=(*reply.conflicts, *self.conflicts),
            understood=True,
        )


class Proposer:
    """Reads texts for one question."""

    def __init__(self, desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply) -> None:
        """Read for what was parsed; `tried` and `reply` are what the graph gave."""
        self.desk, self.parsed, self.tried, self.reply = desk, parsed, tried, reply
        self.parser = desk.parser
        budget = Budget(passages=PASSAGES, seconds=SECONDS)
        self.reader = EdgeReader(desk.texts, desk.parser, desk.lock, budget)
        deadline = time.monotonic() + min(desk.settings.timeout, GRAPH_SECONDS)
        self.graph = GraphView(desk.parser.store, desk.settings, deadline)
        self.filler = Filler(self.graph, desk.parser, self.reader, desk.names.fame, desk.lock)

    def proposals(self) -> Iterator[Proposal]:
        """Yield what texts propose; what is likelier right comes first, mostly."""
        found: list[Proposal] = []
        for proposal in (*self.completed(), *self._steps()):
            found.append(proposal)
            yield proposal
        through = {
            answer.value: one for one in found for answer in one.answers if answer.text_proofs
        }
        for proposal in self._whole():
            # The same through an edge says more than by another reading, or by none.
            same = through.get(proposal.answers[0].value)
            if same is None:
                yield proposal
            elif same.kind == "step":
                yield replace(same, features={**same.features, "told": 1.0})

    # --- Through edges ------------------------------------------------------------------------

    def completed(self) -> Iterator[Proposal]:
        """Yield what the best reading of the graph gives with the edges that it lacks."""
        first = self.tried[0] if self.tried else None
        if first is None or not (
            may_be_incomplete(first.candidate.query, self.reply) or self._is_short()
        ):
            return
        filled = self.filler.fill(first.candidate.query)
        if filled.edges and filled.answers:
            yield self._through("completed", first.candidate, first.confidence, filled)

    def _is_short(self) -> bool:
        """Whether the graph states that there are more than it has."""
        with self.desk.lock:
            size = graph_size(self.parsed, self.tried, self.reply, self.parser)
        return size is not None and size.basis == "stated" and size.is_short(insists=False)

    def _steps(self) -> Iterator[Proposal]:
        with self.desk.lock:
            supposed = hypotheses(self.parsed, self.parser, self.reader.tells)
        self.reader.budget.kept = KEPT
        edges = self.reader.read([one.wanted for one in supposed])
        self.reader.budget.kept = 0
        found = []
        for candidate, reading in self._candidates(edges) if edges else ():
            if reading < LEAST:
                continue
            filled = self.filler.with_edges(candidate.query, edges)
            if filled.edges and self._are_asked_for(filled):
                found.append(self._through("step", candidate, reading, filled))
        if not found and edges:
            found = list(self._alone(supposed[0], edges))
        yield from sorted(found, key=lambda one: -one.chance)[:1]

    def _alone(self, supposed: Hypothesis, edges: Sequence[Edge]) -> Iterator[Proposal]:
        """Yield what the likeliest edge alone says, where no reading goes through it.

        So a name that the store does not have is an answer, too.
        """
        wanted = supposed.wanted
        if not wanted.inverse:
            return
        query = Apply(Inverse(Property(wanted.property)), Entity(wanted.anchor))
        links = tuple(one for one in self.parsed.linked.links if one.id == wanted.anchor)[:1]
        filled = self.filler.with_edges(query, edges)
        if links and filled.edges and self._are_asked_for(filled):
            candidate = Candidate(query, links, "generic", {}, 0.0)
            yield self._through("step", candidate, ALONE * supposed.chance, filled)

    def _are_asked_for(self, filled: Filled) -> bool:
        """Whether there are answers, all of a kind that the question asks for."""
        analysis = self.parsed.analysis
        return bool(filled.answers) and all(
            is_asked_kind(one.value, analysis) for one in filled.answers
        )

    def _through(self, kind: str, candidate: Candidate, reading: float, filled: Filled) -> Proposal:
        edge = min(one.confidence for one in filled.answers if one.text_proofs)
        sparql = next((p.sparql for a in filled.answers for p in a.graph_proofs), "")
        proof = filled.edges[0].proofs[0]
        said = next(one for one in filled.answers if one.text_proofs).value
        answers = [
            one if one.text_proofs else replace(one, confidence=round(reading, 4))
            for one in filled.answers
        ]
        places = {one.value: place for place, one in enumerate(self.reply.answers)}
        answers.sort(key=lambda one: places.get(one.value, len(places)))
        return Proposal(
            kind,
            step_features(reading, edge),
            tuple(answers),
            reading_of(candidate, reading, sparql),
            tuple(Conflict(v, said, proof) for v in filled.overruled if not isinstance(v, bool)),
        )

    def _candidates(self, edges: Sequence[Edge]) -> list[tuple[Candidate, float]]:
        """Return the readings over graph and text with how likely each is."""
        with self.desk.lock:
            parser = with_edges(self.parser, edges)
            parsed = parser.parse(self.parsed.analysis.question, limit=TRIED)
        judged = self.desk.judge.judge(parsed)
        return [(one, probability(one.score)) for one in judged.candidates]

    # --- As it stands ---------------------------------------------------------------------------

    def _whole(self) -> Iterator[Proposal]:
        reads, about = read_whole(self.parsed, self.parser, self.reader)
        reads = [one for one in reads if self.may_answer(one)]
        if not reads:
            return
        sure = self.tried[0].confidence if self.tried else 0.0
        around = Surroundings(self.parsed, about, self.desk.names.fame, sure)
        if isinstance(reads[0].value, bool) or self.parsed.analysis.form == "choose":
            kind = "truth" if isinstance(reads[0].value, bool) else "choice"
            yield _as_it_stands(kind, reads[0], around.features(reads[0], reads))
            return
        yield from self._agreed(reads, around)
        for read in reads[:READ]:
            yield _as_it_stands("whole", read, around.features(read, reads))

    def may_answer(self, read: Read) -> bool:
        """Whether a value is of the kind that is asked for, and of what the question names."""
        with self.desk.lock:
            lacking = what_is_lacking(self.parsed, self.parser)
        return (
            is_asked_kind(read.value, self.parsed.analysis)
            and is_of_named(read, self.parsed, self.reader.own)
            and not is_impossible(read.value, lacking)
        )

    def _agreed(self, reads: Sequence[Read], around: Surroundings) -> Iterator[Proposal]:
        """Yield the likeliest reading of the graph that has what a passage says, or nearly so."""
        best = reads[0]
        pairs = [
            (log_odds(read.score) + 2 * candidate.score, -place, read, candidate)
            for place, candidate in enumerate(self.parsed.candidates)
            for read in reads[:VOTES]
            if _has(candidate, read)
        ]
        for _, _, read, candidate in sorted(pairs, key=lambda one: one[:2], reverse=True)[:VOTES]:
            same = [a for a in self.graph.answers(candidate.query) if is_same(a.value, read.value)]
            if same:
                both = replace(same[0], proofs=(*same[0].proofs, *read.proofs))
                said = {**around.features(read, reads), "first": float(read is best)}
                yield self._with_graph(candidate, (both,), said, ())
                return
        for one in self.tried:
            stated = one.result.answers
            if len(stated) == 1 and is_near(stated[0].value, best.value):
                text = [Answer(best.value, min(1.0, best.score), best.proofs)]
                answers, conflicts = united(stated, text, one_value=True)
                said = {**around.features(best, reads), "first": 1.0}
                yield self._with_graph(one.candidate, answers, said, conflicts)
                return

    def _with_graph(
        self,
        candidate: Candidate,
        answers: tuple[Answer, ...],
        features: Mapping[str, float],
        conflicts: tuple[Conflict, ...],
    ) -> Proposal:
        sure = probability(candidate.score)
        sparql = answers[0].graph_proofs[0].sparql
        both = {**features, **step_features(sure, 0.5), "score": features["score"]}
        reading = reading_of(candidate, sure, sparql)
        found = Proposal("agreed", both, answers, reading, conflicts)
        # The graph's own value is as sure as what the two sources together say.
        own = tuple(replace(one, confidence=round(found.chance, 4)) for one in answers)
        return replace(found, answers=own)


def _as_it_stands(kind: str, read: Read, features: Mapping[str, float]) -> Proposal:
    """Return a value that was read for the question itself as a proposal."""
    answer = Answer(read.value, min(1.0, round(read.score, 4)), read.proofs)
    return Proposal(kind, features, (answer,))


def _has(candidate: Candidate, read: Read) -> bool:
    """Whether a reading of the graph has few members, one of which was read."""
    members = candidate.members or ()
    return isinstance(read.value, Entity) and len(members) <= FEW and read.value.id in members

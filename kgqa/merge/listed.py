"""Lists over graph and text: what passages tell of a set is united with what the graph has.

Three ways lead to a member: the graph's reading has it; a reading goes through an edge that was
read; a passage answers the question as it stands with it. Each member is judged by itself, by all
that speaks for it, and has its own proofs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgqa.algebra import Entity
from kgqa.answers import Answer, Reading, Reply, labelled
from kgqa.judge.choose import Tried, reading_of
from kgqa.judge.limits import limits
from kgqa.judge.same_values import is_same
from kgqa.merge.members import Known, best_first, chance_of_member, known_of, member
from kgqa.merge.proposals import Desk, Proposer
from kgqa.merge.spans import Read
from kgqa.merge.text_confidence import chance_of, limit, log_odds, needed, step_features
from kgqa.merge.union import gathered_answers, united
from kgqa.merge.whole_question import read_list
from kgqa.parse.candidate import Candidate
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import probability

MORE = 50
"""So many further passages are read for a list."""
LOOKED_AT = 8
"""Readings of the graph among which one is looked for that passages agree with."""
AGREED = 2
"""So many members must be read for a reading of the graph to be taken that is unsure."""
READ = 0.1
"""What is read with a smaller score is no agreement."""
COUNTED = 6
"""More members that were read say nothing more for a reading."""


class Lister:
    """Unites what graph and passages say to a question that asks for a set."""

    def __init__(self, proposer: Proposer) -> None:
        """Read with what `proposer` reads with."""
        self.proposer, self.reply = proposer, proposer.reply
        proposer.reader.budget.passages += MORE

    def listed(self) -> Reply:
        """Return the reply with all members; the same reply where passages add nothing."""
        reads, known = self.read()
        graph, reading = self._of_graph(reads)
        least = limit("joins") if graph else limit("member")
        through = list(self._through())
        told = [
            member(read, chance)
            for read in reads
            if (chance := chance_of_member(read, known)) >= least or _is_in(read, graph)
        ]
        text = gathered_answers([*through, *told])
        if not graph and not any(one.confidence >= limit("list") for one in text):
            return self.reply
        answers, conflicts = united(graph, text, one_value=False)
        if answers == self.reply.answers:
            return self.reply
        shown = (
            *reading,
            *(one for one in self.reply.readings if not reading or one.query != reading[0].query),
        )
        return replace(
            self.reply,
            outcome="answered",
            reason="",
            hint="",
            answers=best_first(answers),
            readings=shown,
            conflicts=(*self.reply.conflicts, *conflicts),
            understood=True,
        )

    def read(self) -> tuple[list[Read], Known]:
        """Return what passages answer to the question as it stands, and what is known around it."""
        proposer = self.proposer
        reads, own, joined = read_list(proposer.parsed, proposer.parser, proposer.reader)
        fitting = [one for one in reads if one.fits > 0 and proposer.may_answer(one)]
        return fitting, known_of(proposer.parsed, joined, own)

    # --- What the graph has ---------------------------------------------------------------------

    def _of_graph(self, reads: Sequence[Read]) -> tuple[tuple[Answer, ...], tuple[Reading, ...]]:
        """Return the graph's set: what it replied, or that of a reading that passages agree with.

        Where passages name several members of a set, its reading was meant, however unsure.
        """
        if self.reply.answers:
            return self.reply.answers, ()
        best = max(self._agreeing(reads), key=lambda one: one[0], default=None)
        if best is None or best[0] < limits()["answer"]:
            return (), ()
        chance, candidate = best
        found = self.proposer.graph.answers(candidate.query)
        if not found:
            return (), ()
        sparql = found[0].graph_proofs[0].sparql
        own = tuple(replace(one, confidence=round(chance, 4)) for one in found)
        return own, (reading_of(candidate, chance, sparql),)

    def _agreeing(self, reads: Sequence[Read]) -> Iterator[tuple[float, Candidate]]:
        said = {r.value.id for r in reads if isinstance(r.value, Entity) and r.score >= READ}
        for candidate in self.proposer.parsed.candidates[:LOOKED_AT]:
            agreeing = len(said & {one for one in candidate.members or () if isinstance(one, str)})
            if agreeing >= AGREED:
                features = {
                    "reading": log_odds(probability(candidate.score)),
                    "agree": float(min(COUNTED, agreeing) - 1),
                    "size": log_odds(agreeing / len(candidate.members or ())),
                }
                yield chance_of("set", features), candidate

    # --- Through edges --------------------------------------------------------------------------

    def _through(self) -> Iterator[Answer]:
        """Yield the members that a reading gives with edges that were read, each as sure as it is.

        The reading is the graph's best; what the graph alone gives is not yielded.
        """
        proposer = self.proposer
        first = proposer.tried[0] if proposer.tried else None
        if first is None or not _may_go_through(first.confidence):
            return
        filled = proposer.filler.fill(first.candidate.query)
        own = {one.value for one in proposer.graph.answers(first.candidate.query)}
        for answer in filled.answers if filled.edges else ():
            features = step_features(first.confidence, answer.confidence)
            # However sure the reading is, the edge may be wrong.
            chance = min(chance_of("completed", features), chance_of("step", features))
            is_new = bool(answer.text_proofs) and answer.value not in own
            if is_new and chance >= needed("completed", overrules=True):
                yield replace(answer, confidence=round(chance, 4))


def judged_members(
    desk: Desk, parsed: Parsed, tried: Sequence[Tried], reply: Reply
) -> list[tuple[Answer, Mapping[str, float]]]:
    """Return what passages answer to a question as it stands, and what speaks for each."""
    reads, known = Lister(Proposer(desk, parsed, tried, reply)).read()
    answers = [member(one, chance_of_member(one, known)) for one in reads]
    with desk.lock:
        labels = desk.parser.names.labels([one.id for one in answers if one.id is not None])
    features = [known.features(one) for one in reads]
    return list(zip(labelled(tuple(answers), labels), features, strict=True))


def _may_go_through(reading: float) -> bool:
    """Whether an edge that is read for sure would be enough, so that it is worth reading for."""
    return chance_of("completed", step_features(reading, 1.0)) >= needed(
        "completed", overrules=True
    )


def _is_in(read: Read, answers: Iterable[Answer]) -> bool:
    return any(is_same(read.value, one.value) for one in answers)

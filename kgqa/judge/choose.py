"""Which of the readings that were run is the answer, and whether it is sure enough to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.algebra import Entity
from kgqa.answers import Answer, LinkedName, Reading, Result, Time, Value
from kgqa.judge.limits import limits
from kgqa.judge.naming import shares
from kgqa.judge.same_values import is_same
from kgqa.parse.candidate import Candidate, is_choice
from kgqa.parse.linking import Link
from kgqa.parse.trees import probability


@dataclass(frozen=True, slots=True)
class Tried:
    """A reading that was run, what it gave, and how likely that is right."""

    candidate: Candidate
    result: Result
    confidence: float
    is_named: bool = False
    """Whether the question only names what was found."""

    @property
    def reading(self) -> Reading:
        """The reading as it is shown."""
        return reading_of(self.candidate, self.confidence, self.result.sparql)


def named(links: Sequence[Link]) -> list[tuple[Candidate, float]]:
    """Return the meanings of a name as readings, and how likely each is."""
    return [
        (Candidate(Entity(link.id), (link,), "generic", {}, link.score, (link.id,)), share)
        for link, share in zip(links, shares(links), strict=True)
    ]


def reading_of(candidate: Candidate, sure: float | None = None, sparql: str = "") -> Reading:
    """Return a candidate as it is shown."""
    links = {link.places: LinkedName(link.mention, link.id, link.label) for link in candidate.links}
    if sure is None:
        sure = probability(candidate.score)
    return Reading(
        *(candidate.query, round(sure, 4), tuple(links.values()), sparql),
        *(candidate.operator, candidate.unused),
    )


def answers_of(tried: Tried, popularity: Mapping[str, float]) -> tuple[Answer, ...]:
    """Return the answers of a reading, as sure as the reading is, the best known ones first."""
    sure = round(tried.confidence, 4)
    answers = [replace(answer, confidence=sure) for answer in finest(tried.result.answers)]
    return best_known_first(answers, popularity)


def finest(answers: Sequence[Answer]) -> list[Answer]:
    """Return answers without the dates that are stated more precisely, too: 2009 and in June.

    Both must be stated of the same thing: two may have been born in a year.
    """
    dates = [(one.value, _stated(one)) for one in answers if isinstance(one.value, Time)]
    return [
        one
        for one in answers
        if not isinstance(one.value, Time)
        or not any(_is_finer(date, one.value) and of & _stated(one) for date, of in dates)
    ]


def _is_finer(date: Time, other: Time) -> bool:
    return date.precision > other.precision and is_same(date, other)


def _stated(answer: Answer) -> set[tuple[Value, str]]:
    """Return what an answer is stated of, and by which property."""
    facts = [fact for proof in answer.graph_proofs for fact in proof.facts]
    return {(fact.subject, fact.property) for fact in facts if fact.object == answer.value}


def best_known_first(
    answers: Sequence[Answer], popularity: Mapping[str, float]
) -> tuple[Answer, ...]:
    """Return answers by how well known they are, those that are equally well known by label.

    What is no entity keeps its place: numbers and dates stand in their order.
    """
    if not all(isinstance(answer.value, Entity) for answer in answers):
        return tuple(answers)
    return tuple(sorted(answers, key=lambda one: -popularity.get(_id(one), 0.0)))  # it is stable


def _id(answer: Answer) -> str:
    return answer.value.id if isinstance(answer.value, Entity) else ""


def is_sure(tried: Tried) -> bool:
    """Whether a reading is good enough to be given as the answer; a meaning of a name always is."""
    is_closed = is_choice(tried.candidate)
    return tried.is_named or tried.confidence >= limits()["closed" if is_closed else "answer"]

"""Which of the readings that were run is the answer, and whether it is sure enough to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.answers import Answer, Interpretation, LinkedName, Reading, Result
from kgqa.parse.readings import Candidate
from kgqa.parse.scoring import confidence, limits


@dataclass(frozen=True, slots=True)
class Tried:
    """A reading that was run, and what it gave."""

    candidate: Candidate
    result: Result
    margin: float = 0.0
    """How far the next reading is behind, in score."""

    @property
    def reading(self) -> Reading:
        """The reading as it is shown."""
        return reading_of(self.candidate, self.margin, self.result.sparql)

    @property
    def confidence(self) -> float:
        """How likely the answers are right."""
        return confidence(self.candidate.features, self.margin)


def reading_of(candidate: Candidate, margin: float = 0.0, sparql: str = "") -> Reading:
    """Return a candidate as it is shown."""
    links = {link.places: LinkedName(link.mention, link.id, link.label) for link in candidate.links}
    return Reading(
        candidate.query,
        round(confidence(candidate.features, margin), 4),
        tuple(links.values()),
        sparql,
        candidate.operator,
    )


def with_confidence(tried: Tried) -> tuple[Answer, ...]:
    """Return the answers of a reading, as sure as the reading is."""
    sure = round(tried.confidence, 4)
    return tuple(replace(answer, confidence=sure) for answer in tried.result.answers)


def is_sure(tried: Tried) -> bool:
    """Whether a reading is good enough to be given as the answer."""
    return tried.confidence >= limits()["answer"]


def rivals(tried: Sequence[Tried]) -> list[Tried]:
    """Return the first reading and those nearly as good that take a name for something else."""
    first = tried[0]
    names = {link.places: link.id for link in first.candidate.links}
    close = [first]
    for other in tried[1:]:
        others = {link.places: link.id for link in other.candidate.links}
        differs = any(places in names and names[places] != id_ for places, id_ in others.items())
        is_new = {a.value for a in other.result.answers} != {a.value for a in first.result.answers}
        gap = first.candidate.score - other.candidate.score
        if differs and is_new and names.keys() == others.keys() and gap < limits()["ambiguous"]:
            close.append(other)
    return close if len(close) > 1 else []


def interpretation(question: str, tried: Tried, descriptions: dict[str, str]) -> Interpretation:
    """Return a reading under a question that says which entities are meant."""
    text = question
    for link in sorted(tried.candidate.links, key=lambda one: -one.start):
        if described := descriptions.get(link.id):
            text = f"{text[: link.end]} ({described}){text[link.end :]}"
    return Interpretation(text, with_confidence(tried), tried.reading)

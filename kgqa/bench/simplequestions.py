"""SimpleQuestions over Wikidata: questions that one fact answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kgqa.bench.reach import Reach


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the fact that answers it."""

    id: str
    text: str
    subject: str
    relation: str
    is_inverse: bool
    """Whether the answer is what has the subject as its property."""
    object: str

    @property
    def kind(self) -> str:
        """Which way the fact is read."""
        return "inverse" if self.is_inverse else "forward"


def read_simplequestions(path: Path) -> list[Question]:
    """Return the questions of a file of tab-separated subject, property, object and question."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        parts = line.split("\t")
        if len(parts) != 4 or parts[1][:1] not in ("P", "R"):
            raise ValueError(f"line {number} is not subject, property, object and question")
        subject, property_, object_, text = parts
        inverse = property_[0] == "R"
        found.append(Question(str(number), text, subject, "P" + property_[1:], inverse, object_))
    return found


def answers_in(question: Question, reach: Reach) -> tuple[str, ...]:
    """Return all that the store has as answers, the given one first; none where it lacks that."""
    if question.is_inverse:
        found = reach.subjects(question.relation, question.subject)
    else:
        found = reach.objects(question.subject, question.relation)
    if question.object not in found:
        return ()
    return (question.object, *(one for one in found if one != question.object))

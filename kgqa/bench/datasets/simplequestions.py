"""SimpleQuestions over Wikidata: questions that one fact answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kgqa.bench.errors import DataError
from kgqa.bench.question import GoldLink, Question
from kgqa.bench.records import checked, read_lines

_FACT = re.compile(r"^(Q\d+)\t([PR])(\d+)\t(Q\d+)\t(.*\S)\s*$")


@dataclass(frozen=True, slots=True)
class GoldFact:
    """The fact that answers a question: `subject` has `answer` as `property`, or the reverse."""

    subject: str
    property: str
    answer: str
    is_inverse: bool


def read_simplequestions(
    path: Path, *, language: str = "en", split: str | None = None
) -> list[Question]:
    """Return the questions of a file of tab-separated subject, property, object and question.

    `R19` in place of a property is P19 read backwards. The kind says which way it is read, the
    category is the property, and the id is the number of the line.
    """
    found = []
    for number, (where, line) in enumerate(read_lines(path, split), 1):
        fact = _FACT.match(line)
        if fact is None:
            raise DataError(
                f"{where} is not subject, property, object and question, with tabs between.",
                hint="expected for example: Q318926 <tab> P19 <tab> Q1010 <tab> where was he born",
            )
        subject, way, property_, object_, text = fact.groups()
        found.append(
            Question(
                id=str(number),
                text=text,
                kind="inverse" if way == "R" else "forward",
                category=f"P{property_}",
                answer_type="entity",
                gold=((object_,),),
                links=(GoldLink(subject, 0, 0),),
            )
        )
    return checked(found, path)


def fact_of(question: Question) -> GoldFact:
    """Return the fact that answers a question of this benchmark."""
    subject, answer = question.links[0].id, question.gold[0][0]
    return GoldFact(subject, question.category, answer, question.kind == "inverse")

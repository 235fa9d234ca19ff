"""NQ-open: questions that people typed into a search engine, with short answers."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records


def read_nq(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file; any of the answers of a record is right.

    The records have no ids: the id is the number of the record.
    """
    records = enumerate(read_records(path, split), 1)
    return checked([_question(record, number) for number, record in records], path)


def _question(record: Record, number: int) -> Question:
    answers = record.get("answer", list, "answers")
    if not answers or not all(isinstance(one, str) and one.strip() for one in answers):
        raise record.wrong("the field 'answer' should be a list of texts, at least one")
    return Question(
        id=str(record.fields.get("id") or number),
        text=record.text("question"),
        gold=(tuple(dict.fromkeys(answers)),),
    )

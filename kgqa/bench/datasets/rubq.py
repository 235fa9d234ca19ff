"""RuBQ 2.0: questions of Russian quizzes and their English translations, with gold SPARQL."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.datasets.gold_sparql import entities_in, spelled
from kgqa.bench.errors import DataError
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records

TEXTS = {"en": "question_eng", "ru": "question_text"}
SIZES = ("0-hop", "1-hop", "multi-hop", "multi-constraint", "no-answer")
"""The tags that say what kind a question is; the others say what is special about it."""


def read_rubq(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file, in English or Russian.

    The kind is the first tag that tells how many facts are needed, the category all other tags.
    Questions that Wikidata could not answer have neither query nor answers: silence is right.
    """
    if language not in TEXTS:
        raise DataError(f"RuBQ has no questions in {language!r}.", hint="it has en, ru")
    return checked([_question(record, language) for record in read_records(path, split)], path)


def _question(record: Record, language: str) -> Question:
    tags = record.fields.get("tags") or []
    if not isinstance(tags, list):
        raise record.wrong("the field 'tags' should be a list")
    kind = next((tag for tag in SIZES if tag in tags), "")
    sparql = str(record.fields.get("query") or "")
    return Question(
        id=record.text("uid", "id"),
        text=record.text(TEXTS[language]),
        kind=kind,
        category=", ".join(sorted(str(tag) for tag in tags if tag != kind)),
        language=language,
        gold=tuple((one,) for one in dict.fromkeys(_answers(record))),
        links=entities_in(sparql),
        sparql=sparql,
    )


def _answers(record: Record) -> list[str]:
    if not record.fields.get("answers"):
        return []
    return [spelled(one.fields) for one in record.records("answers")]

"""QALD over Wikidata (9-plus, 10): questions in several languages with gold SPARQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kgqa.bench.datasets.gold_sparql import entities_in, first_column, kind_of
from kgqa.bench.errors import DataError
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records


def read_qald(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file in QALD JSON, or of records with question and SPARQL."""
    found = [_question(record, language) for record in read_records(path, split)]
    questions = [question for question in found if question is not None]
    if found and not questions:
        raise DataError(f"{path.name} has no question in {language!r}.", hint="try --lang en")
    return checked(questions, path)


def _question(record: Record, language: str) -> Question | None:
    text = _text(record, language)
    if text is None:
        return None
    sparql = _sparql(record)
    return Question(
        id=record.text("id"),
        text=text,
        kind=kind_of(sparql),
        language=language,
        gold=tuple((one,) for one in _answers(record)),
        links=entities_in(sparql),
        sparql=sparql,
    )


def _text(record: Record, language: str) -> str | None:
    """Return the question in `language`; None where it was not asked in it."""
    given = record.get("question", (str, list))
    if isinstance(given, str):
        return given.strip() if language == "en" else None
    for one in record.records("question"):
        if one.fields.get("language") == language:
            return one.text("string")
    return None


def _sparql(record: Record) -> str:
    query = record.fields.get("query")
    if isinstance(query, dict):
        return Record(query, f"{record.where}, query").text("sparql")
    return record.text("sparql")


def _answers(record: Record) -> tuple[str, ...]:
    """Return the answers that the file lists; none where it has none."""
    found: list[str] = []
    for answer in record.fields.get("answers") or []:
        if not isinstance(answer, dict):
            raise record.wrong("the field 'answers' should hold SPARQL results")
        if "boolean" in answer:
            found.append(str(bool(answer["boolean"])))
        bindings: list[dict[str, Any]] = (answer.get("results") or {}).get("bindings") or []
        found += first_column(bindings)
    return tuple(dict.fromkeys(found))

"""LC-QuAD 2.0: complex questions that were paraphrased from templates, with gold SPARQL."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.datasets.gold_sparql import entities_in
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records


def read_lcquad(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file of LC-QuAD 2.0 that were put into words.

    The kind is the subgraph of the template. Some records have `n/a` or nothing as their question;
    then the paraphrase or the normalised question stands in, and without one the record is no
    question.
    """
    found = [_question(record) for record in read_records(path, split)]
    return checked([question for question in found if question is not None], path)


def _question(record: Record) -> Question | None:
    texts = (_said(record, name) for name in ("question", "paraphrased_question", "NNQT_question"))
    text = next((text for text in texts if text), None)
    if text is None:
        return None
    sparql = record.text("sparql_wikidata", "sparql")
    return Question(
        id=record.text("uid", "id"),
        text=text,
        kind=str(record.fields.get("subgraph") or ""),
        category=str(record.fields.get("template_id") or ""),
        links=entities_in(sparql),
        sparql=sparql,
    )


def _said(record: Record, name: str) -> str | None:
    value = record.fields.get(name)
    if not isinstance(value, str) or value.strip().lower() in ("", "n/a", "na"):
        return None
    return value.strip()

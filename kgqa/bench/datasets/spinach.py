"""SPINACH: what people asked the editors of Wikidata for, with the SPARQL that was written."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.datasets.gold_sparql import entities_in, kind_of
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records


def read_spinach(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file; answers are what the gold query finds in a store."""
    return checked([_question(record) for record in read_records(path, split)], path)


def _question(record: Record) -> Question:
    sparql = record.text("sparql")
    return Question(
        id=record.text("id"),
        text=record.text("question", "decontextualized_question"),
        kind=kind_of(sparql),
        links=entities_in(sparql),
        sparql=sparql,
    )

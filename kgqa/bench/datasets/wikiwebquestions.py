"""WikiWebQuestions: what people asked a search engine, with gold SPARQL over Wikidata."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.datasets.gold_sparql import entities_in, first_column, kind_of
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_records


def read_wikiwebquestions(
    path: Path, *, language: str = "en", split: str | None = None
) -> list[Question]:
    """Return the questions of a file; the results of their queries are the answers, if given."""
    return checked([_question(record) for record in read_records(path, split)], path)


def _question(record: Record) -> Question:
    sparql = record.text("sparql")
    return Question(
        id=record.text("id"),
        text=record.text("utterance", "question"),
        kind=kind_of(sparql),
        gold=tuple((one,) for one in _answers(record)),
        links=entities_in(sparql),
        sparql=sparql,
    )


def _answers(record: Record) -> tuple[str, ...]:
    results = record.fields.get("results")
    if isinstance(results, bool):
        return (str(results),)
    if isinstance(results, dict):
        if "boolean" in results:
            return (str(bool(results["boolean"])),)
        results = (results.get("results") or results).get("bindings")
    if results is None:
        return ()
    if not isinstance(results, list) or not all(isinstance(row, dict) for row in results):
        raise record.wrong("the field 'results' should be a list of bindings")
    return first_column(results)

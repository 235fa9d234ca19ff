"""AmbigQA: questions that may mean several things, each with its own answer."""

from __future__ import annotations

from pathlib import Path

from kgqa.bench.question import Pair, Question
from kgqa.bench.records import Record, checked, read_records


def read_ambigqa(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file of AmbigQA, full or light; fields of the full one are unread.

    The kind is `multi` where every annotator gave several pairs, as in the official evaluation,
    and else `single`.
    """
    return checked([_question(record) for record in read_records(path, split)], path)


def _question(record: Record) -> Question:
    annotated = record.records("annotations")
    if not annotated:
        raise record.wrong("there is no annotation")
    annotations = tuple(_annotation(one) for one in annotated)
    is_multi = all(one.fields["type"] == "multipleQAs" for one in annotated)
    spellings = (pair.answers for pairs in annotations for pair in pairs)
    return Question(
        id=record.text("id"),
        text=record.text("question"),
        kind="multi" if is_multi else "single",
        gold=tuple(dict.fromkeys(spellings)),
        annotations=annotations,
    )


def _annotation(record: Record) -> tuple[Pair, ...]:
    kind = record.text("type")
    if kind == "singleAnswer":
        return (Pair("", _answers(record)),)
    if kind == "multipleQAs":
        pairs = record.records("qaPairs")
        if not pairs:
            raise record.wrong("there are no qaPairs")
        return tuple(Pair(pair.text("question"), _answers(pair)) for pair in pairs)
    raise record.wrong(f"the type {kind!r} is neither singleAnswer nor multipleQAs")


def _answers(record: Record) -> tuple[str, ...]:
    answers = record.get("answer", list)
    if not answers or not all(isinstance(one, str) for one in answers):
        raise record.wrong("the field 'answer' should be a list of texts, at least one")
    return tuple(answers)

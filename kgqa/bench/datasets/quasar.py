"""QUASAR-S and -T: questions that are answered by searching a corpus and reading what is found.

QUASAR-S asks for the name of a software entity that fills a gap, QUASAR-T for the answer to trivia.
The contexts that the authors retrieved, short or long, and the candidate answers are files of
their own, whose records have the `uid` of the question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from kgqa.bench.errors import DataError
from kgqa.bench.question import Question
from kgqa.bench.records import Record, checked, read_lines, read_records

GAP = "@placeholder"
"""What stands for the answer in a question of QUASAR-S."""


def read_quasar(
    path: Path,
    *,
    language: str = "en",
    split: str | None = None,
    contexts: Path | None = None,
    candidates: Path | None = None,
) -> list[Question]:
    """Return the questions of a file, with contexts and candidates where files of them are named.

    The kind is `S` for a question with a gap and else `T`; the category is the first tag.
    """
    questions = checked([_question(record) for record in read_records(path, split)], path)
    known = {question.id for question in questions}
    texts = _contexts(contexts, known) if contexts else {}
    offered, for_all = _candidates(candidates, known) if candidates else ({}, ())
    return [
        replace(
            question,
            contexts=texts.get(question.id, question.contexts),
            candidates=offered.get(question.id, for_all or question.candidates),
        )
        for question in questions
    ]


def _question(record: Record) -> Question:
    text = record.text("question")
    tags = record.fields.get("tags") or [""]
    if not isinstance(tags, list):
        raise record.wrong("the field 'tags' should be a list")
    answer = record.text("answer")
    return Question(
        id=record.text("uid", "id"),
        text=text,
        kind="S" if GAP in text else "T",
        category=str(tags[0]),
        gold=((answer,),),
        gold_text=answer,
        contexts=_texts(record) if "contexts" in record.fields else (),
        candidates=tuple(record.fields.get("candidates") or ()),
    )


def _contexts(path: Path, known: set[str]) -> Mapping[str, tuple[str, ...]]:
    return {_known(record, known): _texts(record) for record in read_records(path)}


def _texts(record: Record) -> tuple[str, ...]:
    """Return the contexts, best first; each is a text, or a score and a text."""
    found = record.get("contexts", (list, str))
    if isinstance(found, str):  # as in the files of QUASAR-S
        try:
            found = json.loads(found)
        except ValueError:
            raise record.wrong("the field 'contexts' is no list of contexts") from None
    texts = [one[-1] if isinstance(one, list) and one else one for one in found]
    if not all(isinstance(text, str) for text in texts):
        raise record.wrong("a context should be a text, or a score and a text")
    return tuple(texts)


def _candidates(
    path: Path, known: set[str]
) -> tuple[Mapping[str, tuple[str, ...]], tuple[str, ...]]:
    """Return the candidates of each question, or those of all: a file of one a line."""
    lines = list(read_lines(path))
    if lines and not lines[0][1].lstrip().startswith(("{", "[")):
        return {}, tuple(dict.fromkeys(line.strip() for _, line in lines))
    found = {}
    for record in read_records(path):
        listed = record.get("nps", list, "candidates")
        names = [one[0] if isinstance(one, list) and one else one for one in listed]
        found[_known(record, known)] = tuple(dict.fromkeys(str(name) for name in names))
    return found, ()


def _known(record: Record, known: set[str]) -> str:
    identifier = record.text("uid", "id")
    if identifier not in known:
        raise DataError(
            f"{record.where}: no question has the uid {identifier!r}.",
            hint="name the file of the same split as --data",
        )
    return identifier

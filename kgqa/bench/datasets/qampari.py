"""QAMPARI: questions with many answers, which are given by their names."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from kgqa.bench.errors import DataError
from kgqa.bench.metrics.words import normal
from kgqa.bench.question import Passage, Question
from kgqa.bench.records import Record, checked, read_records

KINDS = {
    "wikidata_simple": "wikidata_simple",
    "wikidata_comp": "wikidata_comp",
    "wikidata_composition": "wikidata_comp",
    "wikidata_intersection": "wikidata_intersection",
    "wikitables_simple": "wikitables_simple",
    "wikitables_comp": "wikitables_composition",
    "wikitables_composition": "wikitables_composition",
}


def read_qampari(
    path: Path, *, language: str = "en", split: str | None = None, extended: Path | None = None
) -> list[Question]:
    """Return the questions of a file of QAMPARI.

    Read are the official form (`qid`, `question_text`, `answer_list` with `answer_text`, `aliases`
    and `proof`, of the ExtendedSet as well), that form with the answers as keys of an object, and
    the short form (`id`, `question`, `answers` as lists of names). `extended` names a file of the
    ExtendedSet, whose questions have further right answers.
    """
    questions = checked([_question(record) for record in read_records(path, split)], path)
    return _extended(questions, extended) if extended is not None else questions


def _extended(questions: list[Question], path: Path) -> list[Question]:
    """Return the questions, those of the ExtendedSet with all right answers that it adds."""
    more = {one.id: one.gold for one in read_qampari(path)}
    known = {question.id for question in questions}
    if not known & more.keys():
        raise DataError(
            f"{path.name} extends none of the questions: its first id is {next(iter(more))!r}.",
            hint="name the ExtendedSet of the same split",
        )
    return [
        replace(one, extended=_joined(one.gold, more[one.id])) if one.id in more else one
        for one in questions
    ]


def _joined(
    gold: tuple[tuple[str, ...], ...], further: tuple[tuple[str, ...], ...]
) -> tuple[tuple[str, ...], ...]:
    """Return right answers, and those of the further ones that share no name with any of them."""
    known = {normal(name) for names in gold for name in names}
    return (*gold, *(names for names in further if not known & set(map(normal, names))))


def _question(record: Record) -> Question:
    identifier = record.text("qid", "id")
    parts = identifier.split("__")
    gold, evidence = _short(record) if "answers" in record.fields else _official(record)
    if not any(gold):
        raise record.wrong("no answer has a name")
    return Question(
        id=identifier,
        text=record.text("question_text", "question"),
        kind=KINDS.get(parts[1], parts[1]) if len(parts) > 1 else "",
        gold=tuple(names for names in gold if names),  # one in the official dev set has no name
        evidence=tuple(proofs for proofs in evidence if proofs),
        algebra=str(record.fields.get("algebra") or ""),
    )


Gold = tuple[tuple[tuple[str, ...], ...], tuple[tuple[Passage, ...], ...]]
"""The names of each answer, and what proves each."""


def _short(record: Record) -> Gold:
    groups = record.get("answers", list)
    return tuple(_names(one) for one in groups), ()


def _official(record: Record) -> Gold:
    listed = record.get("answer_list", (list, dict))
    if isinstance(listed, dict):
        return _keyed(record, listed)
    gold, evidence = [], []
    for one in record.records("answer_list"):
        text = one.text("answer_text")
        gold.append(_names([text, *one.fields.get("aliases", [])]))
        evidence.append(tuple(_passage(proof) for proof in one.fields.get("proof") or []))
    return tuple(gold), tuple(evidence)


def _keyed(record: Record, listed: dict[str, Any]) -> Gold:
    """Return answers that are keys, each the text of a list of names, with their proofs."""
    gold = tuple(_names(_list(record, key)) for key in listed)
    return gold, tuple(tuple(map(_passage, proofs)) for proofs in listed.values())


def _list(record: Record, text: str) -> list[Any]:
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(text)
        except (ValueError, SyntaxError):
            continue
        if isinstance(found, list):
            return found
    raise record.wrong(f"the answer {text[:60]!r} is no list of names")


def _names(given: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever JSON has
    names = given if isinstance(given, list) else [given]
    return tuple(dict.fromkeys(str(name).strip() for name in names if str(name).strip()))


def _passage(proof: Any) -> Passage:  # noqa: ANN401 - whatever JSON has
    if not isinstance(proof, dict):
        return Passage(str(proof))
    text = proof.get("proof_text") or proof.get("text") or proof.get("proof") or ""
    return Passage(str(text), str(proof.get("title") or ""))

"""Mintaka: questions of nine kinds in nine languages; answers are entities, values and truths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kgqa.bench.errors import DataError
from kgqa.bench.question import GoldLink, Question
from kgqa.bench.records import Record, checked, read_records

LANGUAGES = ("en", "ar", "de", "es", "fr", "hi", "it", "ja", "pt")
KINDS = (
    *("generic", "multihop", "intersection", "difference", "superlative"),
    *("ordinal", "count", "comparative", "yesno"),
)
ASKED_ON = "2021-11-01"
"""About when its answers were written: how old somebody is and who is in office is as of then."""
ANSWER_TYPES = ("entity", "boolean", "numerical", "number", "date", "string")


def read_mintaka(path: Path, *, language: str = "en", split: str | None = None) -> list[Question]:
    """Return the questions of a file of Mintaka 1.0 or 1.1, as they are asked in `language`.

    In 1.0 the label of an answer is an English text, in 1.1 it is a text for each language.
    """
    if language not in LANGUAGES:
        raise DataError(
            f"Mintaka has no questions in {language!r}.", hint=f"it has {', '.join(LANGUAGES)}"
        )
    return checked([_question(record, language) for record in read_records(path, split)], path)


def _question(record: Record, language: str) -> Question:
    answer = Record(record.get("answer", dict), f"{record.where}, answer")
    answer_type = answer.text("answerType")
    if answer_type not in ANSWER_TYPES:
        raise answer.wrong(f"the answerType {answer_type!r} is none of {', '.join(ANSWER_TYPES)}")
    kind = record.text("complexityType")
    if kind not in KINDS:
        raise record.wrong(f"the complexityType {kind!r} is none of {', '.join(KINDS)}")
    gold = _gold(answer, answer_type)
    return Question(
        id=record.text("id"),
        text=_text(record, language),
        kind=kind,
        category=record.text("category"),
        language=language,
        answer_type=answer_type,
        gold=tuple((one,) for one in gold or ()),
        gold_text=_gold_text(answer, answer_type, language),
        links=_links(record) if language == "en" else (),
        number=_number(answer, kind, gold),
    )


def _text(record: Record, language: str) -> str:
    if language == "en":
        return record.text("question")
    translations = Record(record.get("translations", dict), f"{record.where}, translations")
    return translations.text(language)


def _gold(answer: Record, answer_type: str) -> tuple[str, ...] | None:
    """Return the answers as ids or values; None where the annotators linked no entity."""
    given = answer.get("answer", (list, type(None)))
    if given is None:
        return None
    if answer_type != "entity":
        return tuple(str(one) for one in given)
    return tuple(one.text("name") for one in answer.records("answer"))


def _gold_text(answer: Record, answer_type: str, language: str) -> str:
    """Return the answer as one text, as the official evaluation of texts has it."""
    given: list[Any] | None = answer.fields["answer"]
    if answer_type != "entity":
        return str(given[0]) if given else str(answer.fields.get("mention", ""))
    if given is None:
        return str(answer.fields.get("mention", ""))
    return " ".join(_label(one.get("label"), language) or str(one["name"]) for one in given)


def _label(label: object, language: str) -> str:
    if isinstance(label, dict):
        return str(label.get(language) or label.get("en") or "")
    return str(label or "")


def _links(record: Record) -> tuple[GoldLink, ...]:
    found = []
    for one in record.records("questionEntity"):
        name, span = one.fields.get("name"), one.fields.get("span")
        if one.fields.get("entityType") != "entity" or not name or not span:
            continue
        if not (isinstance(span, list) and len(span) == 2):
            raise one.wrong(f"the span should be [start, end], and is {span!r}")
        found.append(GoldLink(str(name), int(span[0]), int(span[1])))
    return tuple(found)


def _number(answer: Record, kind: str, gold: tuple[str, ...] | None) -> str | None:
    """Return how many there are, for a question of how many."""
    if kind != "count":
        return None
    number = answer.fields.get("answerNum")
    if number is None and gold and answer.fields["answerType"] == "entity":
        number = len(gold)
    return None if number is None else str(number)

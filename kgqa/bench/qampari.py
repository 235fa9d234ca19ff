"""QAMPARI: questions with many answers, which are given by their names."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa_store.names_text import normalise

from kgqa.bench.metrics import Marks


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the names of each of its answers."""

    id: str
    text: str
    kind: str
    gold: tuple[frozenset[str], ...]


def read_qampari(path: Path) -> list[Question]:
    """Return the questions of a file of QAMPARI, in either of its formats."""
    return [_question(record) for record in _records(path)]


def _records(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        found = json.loads(text)
    else:
        found = [json.loads(line) for line in text.splitlines() if line.strip()]
    return list(found)


def _question(record: dict[str, Any]) -> Question:
    identifier = str(record.get("id") or record.get("qid"))
    answers = record.get("answers")
    if answers is None:
        answers = [[one["answer_text"], *one.get("aliases", [])] for one in record["answer_list"]]
    names = [one if isinstance(one, list) else [one] for one in answers]
    gold = tuple(frozenset(normalise(str(name)) for name in group) for group in names)
    parts = identifier.split("__")
    return Question(
        identifier,
        str(record.get("question") or record["question_text"]),
        parts[1] if len(parts) > 1 else "",
        gold,
    )


def judge(question: Question, found: Sequence[frozenset[str]]) -> Marks:
    """Return what answers, each with all its names, are worth."""
    if not found or not question.gold:
        return Marks()
    right = [one for one in found if any(one & gold for gold in question.gold)]
    reached = [gold for gold in question.gold if any(gold & one for one in found)]
    return Marks(
        hit=float(bool(found[0] in right)),
        exact=float(len(right) == len(found) and len(reached) == len(question.gold)),
        precision=len(right) / len(found),
        recall=len(reached) / len(question.gold),
    )

"""Mintaka: questions of nine kinds with entities, numbers, dates and truths as answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.bench.metrics import Marks, marks

SIMPLE = frozenset({"generic", "multihop", "intersection"})
"""Kinds that differ only in how many facts are joined."""


@dataclass(frozen=True, slots=True)
class GoldLink:
    """A name in a question, and the entity that it means."""

    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what is right."""

    id: str
    text: str
    kind: str
    category: str
    answer_type: str
    gold: tuple[str, ...]
    links: tuple[GoldLink, ...]
    number: str | None = None
    """For a question of how many: the number of the gold answers."""


def read_mintaka(path: Path) -> list[Question]:
    """Return the questions of a file in Mintaka's own format."""
    return [_question(record) for record in json.loads(path.read_text(encoding="utf-8"))]


def _question(record: dict[str, Any]) -> Question:
    answer = record["answer"]
    given = answer["answer"] or []
    gold = tuple(str(one["name"] if isinstance(one, dict) else one) for one in given)
    links = tuple(
        GoldLink(one["name"], *one["span"])
        for one in record["questionEntity"]
        if one["entityType"] == "entity" and one["name"] and one.get("span")
    )
    number = answer.get("answerNum")
    if number is None and record["complexityType"] == "count" and gold:
        number = len(gold)
    return Question(
        id=record["id"],
        text=record["question"],
        kind=record["complexityType"],
        category=record["category"],
        answer_type=answer["answerType"],
        gold=gold,
        links=links,
        number=None if number is None or record["complexityType"] != "count" else str(number),
    )


def judge(question: Question, found: list[str]) -> Marks:
    """Return what the answers are worth; of a count, the number or what is counted is right."""
    by_value = marks(found, question.gold, same)
    if question.number is not None and question.answer_type == "entity":
        by_number = marks(found, (question.number,), same)
        return max(by_value, by_number, key=lambda one: (one.hit, one.f1))
    return by_value


def same(found: str, gold: str) -> bool:
    """Whether two answers are the same: numbers by value, dates at the coarser precision."""
    if found == gold:
        return True
    if gold[:1].isdigit() and found[:1].isdigit():
        if "-" in found or "-" in gold:
            return found.startswith(gold) or gold.startswith(found)
        try:
            return float(found) == float(gold)
        except ValueError:
            return False
    return False


def same_kind(found: str, gold: str) -> bool:
    """Whether the operator of a reading is that of the question's kind."""
    return found == gold or (found in SIMPLE and gold in SIMPLE)

"""Mintaka's metrics: ours, which look at the first answer, and the official ones, kg and text.

The official script gives a hit where any of the answers is right, compares lists with their order
for the exact match, and counts a question without a linked answer as right where nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kgqa.bench.metrics.sets import Marks, marks, same_value
from kgqa.bench.metrics.words import bag_f1, holds, signs_and_words
from kgqa.bench.question import Prediction, Question

SIMPLE = frozenset({"generic", "multihop", "intersection"})
"""Kinds that differ only in how many facts are joined."""


def judge(question: Question, found: Sequence[str]) -> Marks:
    """Return what the answers are worth; of a count, the number or what is counted is right."""
    by_value = marks(found, question.first_spellings, same_value)
    if question.number is not None and question.answer_type == "entity":
        by_number = marks(found, (question.number,), same_value)
        return max(by_value, by_number, key=lambda one: (one.hit, one.f1))
    return by_value


def official(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return exact match, F1 and hits@1 as the official script has them, in both modes."""
    found = list(prediction.texts) or None
    gold = list(question.first_spellings) or None
    said = text_of(prediction)
    return {
        "kg_exact": kg_exact(found, gold),
        "kg_f1": kg_f1(found, gold),
        "kg_hits@1": kg_hit(found, gold),
        "text_exact": text_exact(said, question.gold_text or ""),
        "text_f1": text_f1(said, question.gold_text or ""),
    }


def kg_exact(found: list[str] | None, gold: list[str] | None) -> float:
    """Return 1 where two lists are the same, in their order."""
    return float(found == gold)


def kg_f1(found: list[str] | None, gold: list[str] | None) -> float:
    """Return the F1 of two lists as bags."""
    return bag_f1(found or [], gold or [])


def kg_hit(found: list[str] | None, gold: list[str] | None) -> float:
    """Return 1 where any of the answers is right."""
    if found is None or gold is None:
        return kg_exact(found, gold)
    return float(bool(Counter(found) & Counter(gold)))


def text_exact(found: str | None, gold: str) -> float:
    """Return 1 where the words of the answer stand in what is said."""
    if not found or not gold:
        return float((found or "") == gold)
    return float(holds(signs_and_words(found), signs_and_words(gold)))


def text_f1(found: str | None, gold: str) -> float:
    """Return the F1 of the words of two texts as they are written."""
    return bag_f1((found or "").split(), gold.split())


def text_of(prediction: Prediction) -> str | None:
    """Return the answers as one text: values as they are, entities by their names."""
    values = ("boolean", "number", "date")
    texts = [
        answer.text if answer.kind in values else answer.label for answer in prediction.answers
    ]
    return " ".join(texts) or None


def same_kind(found: str, gold: str) -> bool:
    """Whether the operator of a reading is that of the question's kind."""
    return found == gold or (found in SIMPLE and gold in SIMPLE)

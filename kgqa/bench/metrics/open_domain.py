"""Metrics of open-domain questions, any of whose accepted texts is right: NQ-open and PopQA."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.bench.metrics.words import exact_match
from kgqa.bench.question import Given, Question


def judge(question: Question, answers: Sequence[Given]) -> dict[str, float]:
    """Return exact matches of the first answer and of any, by labels, and by all names.

    `contains` is PopQA's accuracy: an accepted text stands in what is said, as it is written, or
    with its first letter, or all, in lower case or capitals.
    """
    accepted = question.gold[0]
    labels = [answer.label for answer in answers]
    hits = [any(exact_match(label, one) for one in accepted) for label in labels]
    first = answers[0].spellings if answers else ()
    return {
        "em_first": float(any(hits[:1])),
        "em_any": float(any(hits)),
        "contains": float(bool(labels) and contains(labels[0], accepted)),
        "hits@1": float(any(exact_match(name, one) for name in first for one in accepted)),
    }


def contains(said: str, accepted: Sequence[str]) -> bool:
    """Whether one of the accepted texts stands in what is said."""
    return any(one in said or one.lower() in said or one.capitalize() in said for one in accepted)

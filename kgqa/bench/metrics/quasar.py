"""QUASAR's metrics: whether the answer was retrieved, and whether it was read there."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.bench.metrics.words import exact_match, holds, normal, token_f1
from kgqa.bench.question import Given, Question


def judge(question: Question, answers: Sequence[Given]) -> dict[str, float]:
    """Return exact match and token F1 of the first answer, and whether the answer was retrieved.

    Over many questions the mean of `search` is the search accuracy, the mean of `exact` over those
    with `search` the reading accuracy, and the mean of `overall` the product of both.
    """
    gold = question.first_spellings[0]
    said = answers[0].label if answers else ""
    exact = float(bool(answers) and exact_match(said, gold))
    found = float(is_retrieved(question))
    return {
        "exact": exact,
        "f1": token_f1(said, gold) if answers else 0.0,
        "search": found,
        "overall": exact * found,
    }


def is_retrieved(question: Question) -> bool:
    """Whether the answer stands in one of the contexts."""
    wanted = normal(question.first_spellings[0]).split()
    return bool(wanted) and any(holds(normal(text).split(), wanted) for text in question.contexts)

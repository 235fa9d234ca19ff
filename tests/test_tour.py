"""The tour of the sample: every question's expression gives the answers that the tour promises."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from kgqa_store.opening import open_store
from kgqa_store.sample import SOURCES
from kgqa_store.store import Store

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.execute.run import execute

TOUR: list[dict[str, Any]] = [
    question
    for name in ("tour.toml", "tour_more.toml")
    for question in tomllib.loads((SOURCES / name).read_text(encoding="utf-8"))["question"]
]
TYPES = {
    "generic",
    "multi-hop",
    "intersection",
    "difference",
    "superlative",
    "ordinal",
    "count",
    "comparative",
    "yes/no",
}


@pytest.fixture(scope="module")
def sample(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as store:
        yield store


def spelled(value: Value) -> object:
    match value:
        case Entity(id_):
            return id_
        case Measurement(amount):
            return amount
        case Time():
            return value.text
        case Words(text):
            return text
        case _:
            return value


def expected(answer: object) -> object:
    is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
    return (
        Decimal(str(answer))
        if is_number
        else str(answer)
        if not isinstance(answer, bool)
        else answer
    )


def test_the_tour_has_sixty_questions_of_all_nine_types() -> None:
    counts = Counter(question["type"] for question in TOUR)

    assert len(TOUR) >= 60
    assert {kind.lower() for kind in counts} == TYPES


@pytest.mark.parametrize("question", TOUR, ids=lambda question: question["question"])
def test_an_expression_of_the_tour_has_its_answers(sample: Store, question: dict[str, Any]) -> None:
    result = execute(parse_expression(question["algebra"]), sample)

    found = [spelled(answer.value) for answer in result.answers]
    assert Counter(found) == Counter(map(expected, question["answers"]))
    assert all(answer.proofs[0].facts for answer in result.answers)

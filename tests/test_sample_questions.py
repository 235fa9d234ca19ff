"""The questions over the sample: each expression gives its answers, and none is of the tour."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from test_tour import TOUR, TYPES, expected, spelled

from kgqa.algebra import parse_expression
from kgqa.execute.run import execute

FILE = Path(__file__).parents[1] / "benchmarks" / "sample_questions.toml"
QUESTIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["question"]
MOST_ANSWERS = 25


@pytest.fixture(scope="module")
def sample(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as store:
        yield store


def words(question: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", question.lower()))


def test_there_are_many_questions_of_every_type() -> None:
    counts = Counter(question["type"] for question in QUESTIONS)

    assert set(counts) == TYPES
    assert min(counts.values()) >= 10
    assert len(QUESTIONS) >= 220


def test_no_question_is_asked_twice_or_in_the_tour() -> None:
    asked = Counter(words(question["question"]) for question in QUESTIONS)

    assert not [question for question, times in asked.items() if times > 1]
    assert not asked.keys() & {words(question["question"]) for question in TOUR}


def test_no_expression_is_of_the_tour() -> None:
    meant = {parse_expression(question["algebra"]) for question in QUESTIONS}

    assert not meant & {parse_expression(question["algebra"]) for question in TOUR}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question["question"])
def test_an_expression_has_its_answers(sample: Store, question: dict[str, Any]) -> None:
    result = execute(parse_expression(question["algebra"]), sample)

    found = Counter(spelled(answer.value) for answer in result.answers)
    assert found == Counter(map(expected, question["answers"]))
    assert 0 < found.total() <= MOST_ANSWERS

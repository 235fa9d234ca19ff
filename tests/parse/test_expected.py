"""Questions for a number or a date: what has it is no answer."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.answers import Measurement
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.expected import expected_of


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How high is the highest point of Germany?", 2962),
        ("What is the height of the tallest mountain in Africa?", 5895),
        ("What is the population of the largest city in Germany?", 3664088),
        ("What is the length of the longest river in Africa?", 6650),
        ("What is the area of the largest country in South America?", 8515767),
    ],
)
def test_a_value_of_the_first_in_an_order(engine: Engine, question: str, answer: int) -> None:
    values = [one.value for one in engine.ask(question).answers]

    assert [one.amount for one in values if isinstance(one, Measurement)] == [answer]


def test_things_are_no_numbers(engine: Engine) -> None:
    found = readings(engine, "How high is the highest point of Germany?")

    assert "^P2044(^P610(Q183))" in found
    assert "^P610(Q183)" not in found


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How deep is Lake Baikal?", {"number"}),
        ("What is the release date of Inception?", {"date"}),
        ("What was the budget of Inception?", {"number"}),
        ("What is the capital of France?", set()),
        ("What is the height?", set()),
        ("What is the name of the largest city in Germany?", set()),
    ],
)
def test_a_property_behind_what_is_the_says_what_is_expected(
    engine: Engine, question: str, kinds: set[str]
) -> None:
    parser = engine.parser

    assert expected_of(analyse(question), parser.schema, parser.called).kinds == kinds


def test_what_is_around_is_not_the_first_in_an_order(engine: Engine) -> None:
    found = readings(engine, "What is the area of the largest country in South America?")

    assert "^P2046(Q18)" not in found

from __future__ import annotations

import pytest

from kgqa.parse.analysis import analyse
from kgqa.parse.numbers_said import number_said


@pytest.mark.parametrize(
    ("question", "value", "amounts"),
    [
        ("Does she have two children?", 2, {1: False, 2: True, 3: False}),
        ("Does she have more than 4 children?", 4, {4: False, 5: True}),
        ("Does she have less than 4 children?", 4, {3: True, 4: False}),
        ("Does she have at least 4 children?", 4, {3: False, 4: True}),
        ("Does she have at most 4 children?", 4, {4: True, 5: False}),
    ],
)
def test_a_number_and_what_stands_before_it_say_how_many(
    question: str, value: int, amounts: dict[int, bool]
) -> None:
    analysis = analyse(question)

    found = number_said(analysis, frozenset(range(len(analysis.words))))
    assert found is not None and found.value == value
    assert {amount: found.holds(amount) for amount in amounts} == amounts


def test_numbers_in_names_and_years_count_nothing() -> None:
    analysis = analyse("Did Apollo 11 land in 1969?")

    assert number_said(analysis, frozenset(range(len(analysis.words))) - {1, 2}) is None

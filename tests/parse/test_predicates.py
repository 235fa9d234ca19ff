"""What is said of things behind `are`: that they are landlocked, that they were murdered."""

from __future__ import annotations

import pytest

from kgqa.algebra import Entity
from kgqa.answers import Measurement
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Which countries in South America are landlocked?", {"Q750", "Q733"}),
        ("Which US presidents were assassinated?", {"Q91", "Q9696", "Q35041", "Q34597"}),
        (
            "Which presidents of the United States were murdered?",
            {"Q91", "Q9696", "Q35041", "Q34597"},
        ),
    ],
)
def test_sets_are_narrowed_to_what_is_said_of_them(
    engine: Engine, question: str, ids: set[str]
) -> None:
    values = [answer.value for answer in engine.ask(question).answers]

    assert {value.id for value in values if isinstance(value, Entity)} == ids


def test_those_are_counted_of_whom_it_is_said(engine: Engine) -> None:
    (answer,) = engine.ask("How many presidents of the United States were killed?").answers

    assert isinstance(answer.value, Measurement) and answer.value.amount == 4


@pytest.mark.parametrize(
    ("question", "truth"),
    [
        ("Is Switzerland landlocked?", True),
        ("Is France landlocked?", False),
        ("Was Abraham Lincoln assassinated?", True),
    ],
)
def test_it_is_so_of_one_or_it_is_not(engine: Engine, question: str, truth: bool) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [truth]


@pytest.mark.parametrize("question", ["Was Barack Obama assassinated?", "Is Titanic landlocked?"])
def test_nothing_is_denied_of_which_nothing_is_told(engine: Engine, question: str) -> None:
    assert engine.ask(question).outcome == "no-answer"

"""By how much one of two exceeds the other."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.answers import Measurement
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("How much higher is Mont Blanc than the Matterhorn?", 330),
        ("What is the difference in height between K2 and Mount Everest?", 238),
        ("How many more people live in Germany than in France?", 15848943),
        ("How many years older is Tom Hanks than Brad Pitt?", 7),
        ("What's the age difference between Barack Obama and Donald Trump?", 15),
        ("How many minutes longer is The Irishman than Inception?", 61),
        ("How many more films has Steven Spielberg directed than Christopher Nolan?", 8),
    ],
)
def test_the_one_is_taken_from_the_other(engine: Engine, question: str, amount: int) -> None:
    reply = engine.ask(question)

    values = [answer.value for answer in reply.answers]
    assert [value.amount for value in values if isinstance(value, Measurement)] == [amount]


def test_nothing_exceeds_what_exceeds_it(engine: Engine) -> None:
    assert engine.ask("How much older is Brad Pitt than Tom Hanks?").outcome == "no-answer"


def test_how_many_are_larger_is_no_difference(engine: Engine) -> None:
    found = readings(engine, "How many countries are larger than France?")

    assert found and not any(" - " in text for text in found)

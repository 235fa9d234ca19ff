"""Things of a kind that exceed one that is named."""

from __future__ import annotations

import pytest

from kgqa.algebra import Entity
from kgqa.answers import Measurement
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Which country is bigger than Canada?", {"Q159"}),
        ("Which countries in South America have more people than Peru?", {"Q155", "Q414", "Q739"}),
        ("Which countries in South America are smaller than Uruguay?", {"Q730"}),
    ],
)
def test_what_exceeds_one_is_found_by_its_own_measure(
    engine: Engine, question: str, ids: set[str]
) -> None:
    values = [answer.value for answer in engine.ask(question).answers]

    assert {value.id for value in values if isinstance(value, Entity)} == ids


def test_what_exceeds_one_is_counted(engine: Engine) -> None:
    (answer,) = engine.ask("How many countries are larger than Brazil?").answers

    assert isinstance(answer.value, Measurement) and answer.value.amount == 4


def test_what_has_no_measure_exceeds_nothing(engine: Engine) -> None:
    assert engine.ask("Which countries are larger than Inception?").outcome == "no-answer"

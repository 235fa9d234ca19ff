"""Men and women among kin."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity
from kgqa.answers import Measurement
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Who is the father of Luke Skywalker?", {"Q12206942"}),
        ("Who were the daughters of Henry VIII?", {"Q7207", "Q82674"}),
        ("Who are the sisters of Charlotte Brontë?", {"Q44520", "Q80137"}),
        ("Whose wife was Cleopatra?", {"Q51673"}),
    ],
)
def test_kin_are_of_the_gender_that_is_said(engine: Engine, question: str, ids: set[str]) -> None:
    values = [answer.value for answer in engine.ask(question).answers]

    assert {value.id for value in values if isinstance(value, Entity)} == ids


def test_sons_are_counted_without_daughters(engine: Engine) -> None:
    (answer,) = engine.ask("How many sons did Henry VIII have?").answers

    assert isinstance(answer.value, Measurement) and answer.value.amount == 1


def test_sisters_are_no_brothers(engine: Engine) -> None:
    found = readings(engine, "Who are the brothers of Charlotte Brontë?")

    assert not any("P3373(Q127332)" in text for text in found)
    assert engine.ask("Who are the brothers of Charlotte Brontë?").outcome == "no-answer"

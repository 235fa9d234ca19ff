"""Men and women among kin."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, Things, parse_expression
from kgqa.answers import Measurement
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.kin import of_said_gender
from kgqa.parse.linking import Noun
from kgqa.parse.sketches import Sketch, Walker


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


@pytest.mark.parametrize(("noun", "is_narrowed"), [(None, True), (2, True), (4, False)])
def test_the_word_that_says_the_gender_may_be_the_noun(noun: int | None, is_narrowed: bool) -> None:
    sons = analyse("How many sons did Henry have?")
    genders = {"Q1": {"P21": ("Q6581097",)}, "Q2": {"P21": ("Q6581072",)}}
    walker = SimpleNamespace(
        analysis=sons,
        free=frozenset(range(len(sons.words))),
        noun=None if noun is None else Noun(frozenset({noun}), ("Q5",), "son"),
        says=lambda property_, inverse: frozenset({2}),
        lookups=SimpleNamespace(out=lambda ids: {id_: genders[id_] for id_ in ids}),
    )
    query = cast(Things, parse_expression("^P40(Q38370)"))
    children = Sketch(query, ("Q1", "Q2"), (), relations=(("P40", 1.0),))

    (found,) = of_said_gender(cast(Walker, walker), [children])

    assert found.members == (("Q1",) if is_narrowed else ("Q1", "Q2"))

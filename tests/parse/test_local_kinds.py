"""Kinds that are named with a place: the states of the United States."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("How many states are there in the US?", "count(type(Q35657))"),
        ("Which is the third-largest state in the US?", "nth(-3, type(Q35657), P2046)"),
        ("What is the largest state in Germany?", "argmax(type(Q1221156), P2046)"),
    ],
)
def test_a_kind_is_named_with_a_place(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


def test_the_states_are_not_all_that_is_there(engine: Engine) -> None:
    assert "argmax(P17(Q30), P1082)" not in readings(
        engine, "Which state in the US has the largest population?"
    )

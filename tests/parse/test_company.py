"""Who is in a set together with another who is named."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Who wrote Good Omens together with Neil Gaiman?", "^P50(Q1052459) - Q210059"),
        ("Who founded Microsoft with Bill Gates?", "^P112(Q2283) - Q5284"),
        ("Who starred in Titanic alongside Leonardo DiCaprio?", "^P161(Q44578) - Q38111"),
    ],
)
def test_who_is_with_one_is_another(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


def test_nobody_is_left_out_who_is_not_said_to_be_with_them(engine: Engine) -> None:
    found = readings(engine, "Who starred in Titanic and Leonardo DiCaprio?")

    assert "^P161(Q44578) - Q38111" not in found

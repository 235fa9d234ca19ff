"""One name in several roles, and several names each in its own."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.engine import Engine


@pytest.mark.parametrize(
    "question",
    [
        "Which films did George Lucas write and direct?",
        "Which film did George Lucas write that he also directed?",
        "For which film did George Lucas work on the script and serve as director?",
        "For which film was George Lucas credited with both script and direction?",
    ],
)
def test_two_roles_of_one_are_heeded(engine: Engine, question: str) -> None:
    best = next(iter(readings(engine, question)))

    assert best in ("P58(Q38222) & P57(Q38222)", "P57(Q38222) & P58(Q38222)")


@pytest.mark.parametrize(
    "question",
    [
        "Which films did Steven Spielberg direct and compose?",
        "Which film did Hans Zimmer compose and direct?",
        "Which film did Greta Gerwig direct and produce?",
        "Which films were written, directed and produced by James Cameron?",
        "For which film was James Cameron credited with both production and direction?",
    ],
)
def test_one_of_two_roles_is_no_answer(engine: Engine, question: str) -> None:
    assert not engine.ask(question).answers


def test_each_name_has_the_role_that_it_stands_by(engine: Engine) -> None:
    named = readings(engine, "Which films were written by Jonathan Nolan and directed by "
                             "Christopher Nolan?")  # fmt: skip
    crossed = readings(engine, "Which film was written by Christopher Nolan and directed by "
                               "Jonathan Nolan?")  # fmt: skip

    assert next(iter(named)) == "P58(Q372788) & P57(Q25191)"
    assert "P57(Q25191) & P58(Q372788)" not in crossed


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Who wrote and directed Inception?", "^P57(Q25188) & ^P58(Q25188)"),
        ("Where was Marie Curie born and raised?", "^P19(Q7186)"),
        ("Which award did Marie Curie win for physics and chemistry?", "^P166(Q7186)"),
        (
            "What film did Leonardo DiCaprio star in and Christopher Nolan direct?",
            "P161(Q38111) & P57(Q25191)",
        ),
    ],
)
def test_what_and_joins_is_not_always_a_role(engine: Engine, question: str, reading: str) -> None:
    assert next(iter(readings(engine, question))) == reading

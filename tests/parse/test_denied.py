"""Sets without what a question denies: by dates, parties and kinds."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse

NOLAN = "P57(Q25191)"


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        (
            "Which of Christopher Nolan's films were not released in the 2010s?",
            f"{NOLAN} - {NOLAN}[P577 >= 2010, P577 <= 2019]",
        ),
        (
            "Which of Frank Herbert's Dune novels were not published in the 1960s?",
            "P50(Q7934) - P50(Q7934)[P577 >= 1960, P577 <= 1969]",
        ),
        (
            "Which Back to the Future film was not released in the eighties?",
            "P179(Q91558) - P179(Q91558)[P577 >= 1980, P577 <= 1989]",
        ),
        (
            "Which US presidents were not born before 1900?",
            "P39(Q11696) - P39(Q11696)[P569 <= 1899]",
        ),
    ],
)
def test_what_does_not_date_from_a_period(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


def test_a_period_that_is_denied_is_not_affirmed(engine: Engine) -> None:
    found = readings(engine, "Which of Christopher Nolan's films were not released in the 2010s?")

    assert f"{NOLAN}[P577 >= 2010, P577 <= 2019]" not in found


def test_a_period_is_affirmed_where_something_else_is_denied(engine: Engine) -> None:
    question = "Which Christopher Nolan films not starring Christian Bale were released in 2010?"
    found = readings(engine, question)

    assert f"({NOLAN} - P161(Q45772))[P577 = 2010]" in found


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        (
            "Which Christopher Nolan films do not star Christian Bale or Michael Caine?",
            f"{NOLAN} - P161(Q45772) - P161(Q123351)",
        ),
        (
            "Who was the last U.S. president that was not in the Democratic Party or the "
            "Republican Party?",
            "nth(-1, P39(Q11696) - P102(Q29552) - P102(Q29468), P39(Q11696)@P580)",
        ),
    ],
)
def test_not_one_or_another_is_neither(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading


def test_all_readings_take_both_away(engine: Engine) -> None:
    question = "Which films by Christopher Nolan star neither Christian Bale nor Michael Caine?"
    found = readings(engine, question)

    assert found and all(text.count(" - ") == 2 for text in found)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Who was not a Democrat or Republican?", None),
        ("Is France or Spain larger?", 2),
        ("Which is larger, France or Spain?", 4),
    ],
)
def test_there_is_nothing_to_choose_from_where_both_are_denied(
    question: str, form: int | None
) -> None:
    assert analyse(question).alternative == form


def test_nothing_need_be_taken_away(engine: Engine) -> None:
    reply = engine.ask("Which Christopher Nolan films do not star Tom Hanks?")

    assert to_text(reply.readings[0].query) == f"{NOLAN} - P161(Q2263)"
    assert len(reply.answers) == len(engine.ask("Which films did Nolan direct?").answers)


def test_words_behind_a_denial_do_not_say_what_is_before_it(engine: Engine) -> None:
    question = "Which films did Tom Hanks star in that were not directed by Steven Spielberg?"
    reading = to_text(engine.ask(question).readings[0].query)

    assert reading.startswith(("P161(Q2263)", "(P161(Q2263)")) and "- P57(Q8877)" in reading

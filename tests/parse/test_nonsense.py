"""What has no answer gets none: invented names, talk, mashed keys, and what cannot be."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kgqa.answers import Reply
from kgqa.engine import Engine

GROUPS: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("nonsense.toml").read_text(encoding="utf-8")
)
EVERYWHERE = [q for name, group in GROUPS.items() if name != "elsewhere" for q in group]
LEAST = 0.9


@pytest.fixture(scope="module")
def replies(engine: Engine) -> dict[str, Reply]:
    return {question: engine.ask(question) for group in GROUPS.values() for question in group}


def test_there_are_a_hundred_questions_that_no_store_can_answer() -> None:
    assert len(EVERYWHERE) == len(set(EVERYWHERE)) == 100


def test_nine_of_ten_questions_about_nothing_have_no_answer(replies: dict[str, Reply]) -> None:
    answered = [question for question in EVERYWHERE if replies[question].answers]

    assert len(answered) <= (1 - LEAST) * len(EVERYWHERE), answered


def test_nine_of_ten_questions_about_what_the_store_lacks_have_no_answer(
    replies: dict[str, Reply],
) -> None:
    answered = [question for question in GROUPS["elsewhere"] if replies[question].answers]

    assert len(answered) <= (1 - LEAST) * len(GROUPS["elsewhere"]), answered


def test_who_gets_no_answer_is_told_why(replies: dict[str, Reply]) -> None:
    assert not [reply for reply in replies.values() if not reply.answers and not reply.reason]

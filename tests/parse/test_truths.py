"""Questions of one name, of numbers, and of what something is, that are answered yes or no."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Was Abraham Lincoln married?", "exists(^P26(Q91))", True),
        ("Are there more than three films directed by Christopher Nolan?",
         "count(P57(Q25191)) > 3", True),
        ("Are there 50 films directed by Christopher Nolan?",
         "count(P57(Q25191)) = 50", False),
        ("Was Abraham Lincoln born before February 13, 1809?", "^P569(Q91) < 1809-02-13", True),
        ("Was Abraham Lincoln born after February 13, 1809?", "^P569(Q91) > 1809-02-13", False),
        ("Is the population of France over 20 million?", "^P1082(Q142) > 20000000", True),
        ("Does France have more than 200 million inhabitants?", "^P1082(Q142) > 200000000", False),
    ],
)  # fmt: skip
def test_a_truth_is_read_and_answered(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert reading in [to_text(one.query) for one in reply.readings]
    assert [answer.value for answer in reply.answers] == [holds]


def test_a_number_is_not_passed_over(engine: Engine) -> None:
    found = engine.parser.parse("Are there 50 films directed by Christopher Nolan?").candidates

    assert found and not any(to_text(one.query).startswith("exists") for one in found)


def test_to_be_the_largest_is_more_than_to_be_one(engine: Engine) -> None:
    found = engine.parser.parse("Is France the largest country?").candidates

    assert not any(to_text(one.query) == "Q142 in type(Q6256)" for one in found)
    also = engine.parser.parse("Is France a country?").candidates
    assert any(to_text(one.query).startswith("Q142 in ") for one in also)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Who is older between Ann and Bob?", 5),
        ("Who is older, Ann or Bob?", 4),
        ("What was the longest war between Atlantis and Ruritania?", None),
        ("Which film was longer between 1990 and 1995?", None),
        ("Is there a border between France and Spain?", None),
        ("Was there an older treaty between France and Spain?", None),
    ],
)
def test_two_are_chosen_from_where_the_question_compares(question: str, place: int | None) -> None:
    assert analyse(question).alternative == place


def test_people_who_speak_a_language_are_in_no_order(engine: Engine) -> None:
    assert not any(
        "argmax" in text for text in readings(engine, "Do people in Austria speak German?")
    )
    assert [one.value for one in engine.ask("Do people in Austria speak German?").answers] == [True]


def test_members_are_not_denied_where_none_are_told(engine: Engine) -> None:
    assert engine.ask("Is Germany a member of NATO?").outcome == "no-answer"
    assert [
        one.value for one in engine.ask("Is Germany a member of the United Nations?").answers
    ] == [True]

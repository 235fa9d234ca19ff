from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.algebra import Entity, to_text
from kgqa.answers import Measurement
from kgqa.engine import Engine
from kgqa.errors import SettingsError
from kgqa.settings import Settings, read_settings


def answers(store: Path, question: str, today: str = "") -> list[str]:
    with Engine(store, settings=Settings(today=today)) as engine:
        found = engine.ask(question).answers
    return [
        one.value.id
        if isinstance(one.value, Entity)
        else str(one.value.amount)
        if isinstance(one.value, Measurement)
        else repr(one.value)
        for one in found
    ]


@pytest.mark.parametrize(
    ("today", "president"),
    [("", "Q22686"), ("2010-05-05", "Q76"), ("1943-01-01", "Q8007"), ("1886-07-04", "Q35171")],
)
def test_who_is_in_office_is_who_began_last_by_that_day(
    sample_store: Path, today: str, president: str
) -> None:
    question = "Who is the president of the United States?"

    assert answers(sample_store, question, today) == [president]


def test_one_whose_term_is_over_is_not_in_office(sample_store: Path) -> None:
    # The sample has the chancellors of the empire as another office, which ended.
    assert "Q8442" not in answers(sample_store, "Who is the chancellor of Germany?")


def test_all_are_given_where_the_question_is_about_the_past(engine: Engine) -> None:
    found = engine.parser.parse("Who was president of the United States?").candidates[0]

    assert to_text(found.query) == "P39(Q11696)"


@pytest.mark.parametrize(
    ("question", "one"),
    [
        ("Which club does Harry Kane play for?", "Q15789"),
        ("Berlin is the capital of which country?", "Q183"),
    ],
)
def test_what_has_ended_is_not_what_is(engine: Engine, question: str, one: str) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [Entity(one)]


def test_one_is_left_where_the_others_have_ended(engine: Engine) -> None:
    found = engine.parser.parse("What team does Neymar play for?").candidates[0]

    assert to_text(found.query) == "^P54(Q142794) - ^P54{P582 >= 1}(Q142794)"
    assert found.members == ("Q83459",)


@pytest.mark.parametrize(
    ("today", "age"), [("2005-06-01", "21"), ("2005-08-04", "22"), ("2005-08-03", "21")]
)
def test_how_old_somebody_is_depends_on_the_day(sample_store: Path, today: str, age: str) -> None:
    assert answers(sample_store, "How old is Greta Gerwig?", today) == [age]


def test_nobody_has_an_age_before_being_born(sample_store: Path) -> None:
    assert answers(sample_store, "How old is Greta Gerwig?", "1950-01-01") == []


def test_a_setting_that_is_no_day_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="today to 'soon', which is no day"):
        read_settings(tmp_path, {"KGQA_TODAY": "soon"}, {})


def test_a_day_may_come_from_the_environment(tmp_path: Path) -> None:
    found = read_settings(tmp_path, {"KGQA_TODAY": "2021-10-31"}, {}).settings

    assert found.day is not None and found.day.isoformat() == "2021-10-31"


def test_a_setting_that_is_no_day_is_told_to_programmers_too(sample_store: Path) -> None:
    with pytest.raises(SettingsError, match="Settings sets today to 'soon'"):
        Engine(sample_store, settings=Settings(today="soon"))

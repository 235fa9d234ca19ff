"""Readings that pass over words which others heed."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("Which company owns the developer of Minecraft?", "Q2283"),
        ("Who owns the studio behind Mass Effect?", "Q173941"),
    ],
)
def test_who_owns_the_developer_is_not_the_developer(
    engine: Engine, question: str, owner: str
) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [Entity(owner)]


def test_a_date_is_no_treaty(engine: Engine) -> None:
    found = readings(engine, "Which treaty ended World War I?")

    assert "^P582(Q361)" not in found
    assert engine.ask("Which treaty ended World War I?").outcome == "no-answer"


def test_who_acted_with_somebody_is_no_child(engine: Engine) -> None:
    found = readings(engine, "Who has acted with Tom Hanks?")

    assert "^P40(Q2263)" not in found
    assert "^P161(P161(Q2263)) - Q2263" in found


def test_who_is_married_is_told_by_the_words(engine: Engine) -> None:
    assert "^P26(Q76)" in readings(engine, "Who is in a marriage with Barack Obama?")


def test_places_are_no_people_who_died(engine: Engine) -> None:
    found = readings(engine, "How many people died in World War II?")

    assert "count(^P20(P607(Q362)))" not in found
    assert "count(P607(Q362))" in found

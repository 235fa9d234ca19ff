from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.algebra import Entity, to_text
from kgqa.answers import Measurement
from kgqa.engine import Engine
from kgqa.settings import Settings


def answers(store: Path, question: str, today: str = "2021-11-01") -> set[str]:
    with Engine(store, settings=Settings(today=today)) as engine:
        found = [one.value for one in engine.ask(question).answers]
    return {
        one.id
        if isinstance(one, Entity)
        else str(one.amount)
        if isinstance(one, Measurement)
        else str(one).lower()
        for one in found
    }


LENNON, HARRISON, MCCARTNEY, STARR = "Q1203", "Q2643", "Q2599", "Q2632"


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Which member of The Beatles is still alive?", {MCCARTNEY, STARR}),
        ("Which members of The Beatles are no longer alive?", {LENNON, HARRISON}),
        ("Which members of The Beatles are dead?", {LENNON, HARRISON}),
        ("How many American presidents are still alive?", {"6"}),
        ("Who is the oldest living American president?", {"Q23685"}),
        ("Is Albert Einstein still alive?", {"false"}),
        ("Is Paul McCartney still alive?", {"true"}),
        ("Is Barack Obama dead?", {"false"}),
    ],
)
def test_who_is_alive_is_told_by_births_and_deaths(
    sample_store: Path, question: str, wanted: set[str]
) -> None:
    assert answers(sample_store, question) == wanted


@pytest.mark.parametrize(
    ("today", "wanted"),
    [("1990-01-01", {MCCARTNEY, STARR, HARRISON}), ("2021-11-01", {MCCARTNEY, STARR})],
)
def test_one_is_alive_until_the_day_of_death(
    sample_store: Path, today: str, wanted: set[str]
) -> None:
    assert answers(sample_store, "Which members of The Beatles are still alive?", today) == wanted


def test_nothing_is_said_of_one_who_would_be_older_than_anybody(engine: Engine) -> None:
    # Of Homer no death is stated, nor a birth that would let him be alive.
    assert not engine.parser.parse("Is Homer still alive?").candidates


def test_being_alive_is_no_part_of_where_one_is_living_nor_of_a_time(engine: Engine) -> None:
    for question in (
        "Which composers were living in Vienna?",
        "Which songs did John Lennon write when he was alive?",
    ):
        found = engine.parser.parse(question).candidates
        assert not any("P570 <=" in to_text(one.query) for one in found)

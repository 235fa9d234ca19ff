"""Claims with a number: how much, how many, how old, how long."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from candidate_readings import readings

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.settings import Settings


@pytest.fixture(scope="module")
def then(sample_store: Path) -> Iterator[Engine]:
    """An engine that is asked in November 2021."""
    with Engine(sample_store, settings=Settings(today="2021-11-01")) as engine:
        yield engine


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Is Barack Obama older than 50 years old?", "years(^P569(Q76), 2021-11-01) > 50", True),
        ("Is Barack Obama older than 60?", "years(^P569(Q76), 2021-11-01) > 60", False),
        ("Is Barack Obama 60 years old?", "years(^P569(Q76), 2021-11-01) = 60", True),
        ("Is Greta Gerwig younger than 40?", "years(^P569(Q271967), 2021-11-01) < 40", True),
        ("Is Greta Gerwig over 40?", "years(^P569(Q271967), 2021-11-01) > 40", False),
        ("Is Greta Gerwig under the age of 30?", "years(^P569(Q271967), 2021-11-01) < 30", False),
        ("Is the director of Inception older than 40?",
         "years(^P569(^P57(Q25188)), 2021-11-01) > 40", True),
        ("Is the Eiffel Tower more than 100 years old?",
         "years(^P571(Q243), 2021-11-01) > 100", True),
        ("Was Abraham Lincoln 56 years old when he died?",
         "years(^P569(Q91), ^P570(Q91)) = 56", True),
        ("Did Mozart live for more than 40 years?", "years(^P569(Q254), ^P570(Q254)) > 40", False),
        ("Did Abraham Lincoln live to be 60?", "years(^P569(Q91), ^P570(Q91)) >= 60", False),
    ],
)  # fmt: skip
def test_ages_compare_with_a_number(then: Engine, question: str, reading: str, holds: bool) -> None:
    reply = then.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [answer.value for answer in reply.answers] == [holds]


@pytest.mark.parametrize(
    ("question", "reading", "holds"),
    [
        ("Is Mount Everest over 8,000 metres tall?", "^P2044(Q513) > 8000 metre", True),
        ("Is Mount Everest over 29,500 feet high?", "^P2044(Q513) > 29500 foot", False),
        ("Is the Nile longer than 5,000 km?", "^P2043(Q3392) > 5000 kilometre", True),
        ("Is Lake Baikal deeper than 1,000 metres?", "^P4511(Q5513) > 1000 metre", True),
        ("Is Inception longer than three hours?", "^P2047(Q25188) > 3 hour", False),
        ("Did Inception cost more than 100 million dollars?",
         "^P2130(Q25188) > 100000000 United States dollar", True),
        ("Did Titanic gross over $1 billion?",
         "^P2142(Q44578) > 1000000000 United States dollar", True),
        ("Does A Dance with Dragons have over 2,000 pages?", "^P1104(Q28306) > 2000", False),
        ("Did World War I last four years?", "years(^P580(Q361), ^P582(Q361)) = 4", True),
        ("Did World War I last more than four years?",
         "years(^P580(Q361), ^P582(Q361)) >= 4", True),
    ],
)  # fmt: skip
def test_amounts_and_times_compare_with_a_number(
    engine: Engine, question: str, reading: str, holds: bool
) -> None:
    reply = engine.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert [answer.value for answer in reply.answers] == [holds]


@pytest.mark.parametrize(
    "question",
    [
        "Is Abraham Lincoln older than 20?",  # who is dead has no age now
        "Is Paris under 40?",
        "Is Inception taller than two hours?",
        "Is the Nile longer than 5,000 dollars?",
        "Is the Nile swifter than 5,000 km?",
    ],
)
def test_no_number_is_compared_with_what_it_is_not_of(engine: Engine, question: str) -> None:
    assert not readings(engine, question)


def test_what_a_property_counts_is_not_counted_beside_it(engine: Engine) -> None:
    found = readings(engine, "Does A Dance with Dragons have more than 500 pages?")

    assert not any(text.startswith("count") for text in found)


def test_the_day_of_asking_tells_the_age(sample_store: Path) -> None:
    with Engine(sample_store, settings=Settings(today="1999-01-01")) as engine:
        reply = engine.ask("Is Barack Obama younger than 40?")

    assert engine.parser.asked_on == datetime.date(1999, 1, 1)
    assert [answer.value for answer in reply.answers] == [True]


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Did Queen Victoria reign for over 60 years?", True),
        ("Was Margaret Thatcher prime minister for more than ten years?", True),
        ("Was Margaret Thatcher prime minister for more than twelve years?", False),
        ("Did Barack Obama serve as president for 8 years?", True),
    ],
)
def test_an_office_was_held_as_long_as_a_number_says(
    engine: Engine, question: str, holds: bool
) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [holds]

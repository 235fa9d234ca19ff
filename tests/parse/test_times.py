from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.periods import Period, is_present, periods_of


@pytest.mark.parametrize(
    ("question", "bounds"),
    [
        ("Who reigned from 1989 to 1999?", [(1989, 1999)]),
        ("Which films came out in the 90s?", [(1990, 1999)]),
        ("Which films came out before 1980?", [(None, 1979)]),
        ("Which films came out after 1980?", [(1981, None)]),
        ("Who won in 2019?", [(2019, 2019)]),
        ("Who won?", []),
    ],
)
def test_a_question_names_periods(
    question: str, bounds: list[tuple[int | None, int | None]]
) -> None:
    found = periods_of(analyse(question), frozenset())

    assert [(period.first, period.last) for period in found] == bounds


def test_a_period_that_is_part_of_a_name_is_none() -> None:
    analysis = analyse("Who won the 2010 Cup?")

    assert periods_of(analysis, frozenset({3})) == ()


def test_both_ends_of_a_period_are_in_it() -> None:
    period = Period(1990, 1999, frozenset())

    assert [period.has(year) for year in (1989, 1990, 1999, 2000)] == [False, True, True, False]


@pytest.mark.parametrize(
    ("question", "now"),
    [
        ("Who is the mayor of Ruritania?", True),
        ("Who was the current mayor's father?", True),
        ("Who was the mayor of Ruritania?", False),
    ],
)
def test_the_verb_or_a_word_tells_whether_it_is_about_now(question: str, now: bool) -> None:
    assert is_present(analyse(question)) is now


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("How old was Abraham Lincoln when he died?", "years(^P569(Q91), ^P570(Q91))"),
        ("Which films did Christopher Nolan direct before 2005?", "[P577 <= 2004]"),
        ("Which films did Christopher Nolan direct between 2010 and 2015?", "[P577 >= 2010, "),
    ],
)
def test_times_become_years_filters_and_ages(engine: Engine, question: str, reading: str) -> None:
    readings = [to_text(one.query) for one in engine.parser.parse(question).candidates[:5]]

    assert any(reading in text for text in readings), readings

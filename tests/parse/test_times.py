from __future__ import annotations

import pyoxigraph as ox
import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, parse_expression, to_text
from kgqa.engine import Engine
from kgqa.execute.run import execute
from kgqa.parse.analysis import analyse
from kgqa.parse.members import Literal, literal_of
from kgqa.parse.orders import key_of
from kgqa.parse.periods import Period, periods_of
from kgqa.parse.present import is_present

DATE_TIME = ox.NamedNode("http://www.w3.org/2001/XMLSchema#dateTime")


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

    found = [period.has(day(f"{year}-05-05")) for year in (1989, 1990, 1999, 2000)]
    assert found == [False, True, True, False]
    assert not period.has("Q1")


def day(text: str) -> Literal:
    return literal_of(ox.Literal(f"{text}T00:00:00Z", datatype=DATE_TIME))


@pytest.mark.parametrize(
    ("question", "inside", "outside"),
    [
        ("Who was born on March 16, 1751?", ["1751-03-16", "1751-01-01"], ["1751-03-17"]),
        ("Who died in August of 2020?", ["2020-08-28"], ["2020-09-01", "2021-08-28"]),
    ],
)
def test_a_month_or_a_day_is_as_much_as_it_names(
    question: str, inside: list[str], outside: list[str]
) -> None:
    (period,) = periods_of(analyse(question), frozenset())

    assert all(period.has(day(text)) for text in inside)
    assert not any(period.has(day(text)) for text in outside)


def test_no_month_has_a_31st_of_june() -> None:
    (period,) = periods_of(analyse("Who was born on June 31, 1751?"), frozenset())

    assert period.date is None and (period.first, period.last) == (1751, 1751)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Which American president was born on February 12, 1809?",
         "P39(Q11696)[P569 = 1809-02-12]"),
        ("Which American president died on April 15, 1865?", "P39(Q11696)[P570 = 1865-04-15]"),
        ("Who became American president on 4 March 1861?", "P39{P580 = 1861-03-04}(Q11696)"),
        ("Who was the American president on July 4, 1863?",
         "P39{P580 <= 1863-07-04, P582 >= 1863-07-04}(Q11696)"),
        ("Was Abraham Lincoln born on February 12, 1809?", "^P569(Q91) = 1809-02-12"),
    ],
)  # fmt: skip
def test_a_day_narrows_a_set_as_the_store_finds_it(
    engine: Engine, question: str, reading: str
) -> None:
    found = engine.parser.parse(question, limit=200).candidates

    assert reading in {to_text(candidate.query) for candidate in found}
    first = execute(parse_expression(reading), engine.store).answers[0].value
    assert first is True or first == Entity("Q91")


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


def test_who_died_in_a_year_was_not_only_in_office(engine: Engine) -> None:
    found = engine.parser.parse("Which American president died in 1865?").candidates

    assert to_text(found[0].query) == "P39(Q11696)[P570 = 1865]"
    assert not any("P580" in to_text(one.query) for one in found)


def test_in_a_month_two_may_be_in_office() -> None:
    (period,) = periods_of(analyse("Who was president in April of 1865?"), frozenset())

    assert period.is_within([day("1861-03-04")], [day("1865-04-15")])
    assert period.is_within([day("1865-04-15")], [day("1869-03-04")])
    assert not period.is_within([day("1865-05-01")], [day("1869-03-04")])
    assert not period.is_within([], [day("1869-03-04")])


def test_one_with_a_date_that_the_words_name_is_enough() -> None:
    values = {"Q1": {"P570": [day("2020-08-28")]}}

    assert key_of(values, ["P570"], ["Q1", "Q2"], is_named=True, fewest=1) == "P570"
    assert key_of(values, ["P570"], ["Q1", "Q2"], is_named=True) is None


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who was president when Martin Luther King Jr. died?", "Q9640"),
        (
            "Who was the president of the United States at the time of Albert Einstein's death?",
            "Q9916",
        ),
        ("Who was British prime minister at the time of Winston Churchill's death?", "Q128956"),
        (
            "Who was the president of the United States at the time of the First World War?",
            "Q34296",
        ),
    ],
)
def test_a_death_is_an_event(engine: Engine, question: str, holder: str) -> None:
    assert [one.value for one in engine.ask(question).answers] == [Entity(holder)]


def test_who_was_in_office_in_a_time_was_not_born_in_it(engine: Engine) -> None:
    found = readings(engine, "Which German chancellors were from the 1900s?")

    assert found and not any("(Q4970706)[P569" in text for text in found)
    assert any("P569" in text for text in readings(engine, "Which actors were born in the 1970s?"))


def test_those_who_were_in_office_in_a_time_are_several(engine: Engine) -> None:
    question = "Who were the presidents of the United States from 1961 to 1969?"
    reading = "P39{P580 <= 1969, P582 >= 1961}(Q11696)"

    assert to_text(engine.ask(question).readings[0].query) == reading

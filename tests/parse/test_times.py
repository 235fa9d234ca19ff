from __future__ import annotations

import pyoxigraph as ox
import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, parse_expression, to_text
from kgqa.engine import Engine
from kgqa.execute.run import execute
from kgqa.parse.members import Literal, literal_of

DATE_TIME = ox.NamedNode("http://www.w3.org/2001/XMLSchema#dateTime")


def day(text: str) -> Literal:
    return literal_of(ox.Literal(f"{text}T00:00:00Z", datatype=DATE_TIME))


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

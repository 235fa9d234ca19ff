"""Orders by times between dates: how old people were then, and how long things lasted."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, parse_expression
from kgqa.engine import Engine
from kgqa.execute.run import execute

AT_START = "lapse(P569, P39(Q11696)@P580)"


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Who was the youngest American president?", f"argmin(P39(Q11696), {AT_START})"),
        ("Who is the oldest person to become president of the United States?",
         f"argmax(P39(Q11696), {AT_START})"),
        ("Who lived longer, Abraham Lincoln or George Washington?",
         "argmax(Q91 | Q23, lapse(P569, P570))"),
        ("Which lasted longer, World War I or World War II?",
         "argmax(Q361 | Q362, lapse(P580, P582))"),
        ("Who served longer as president, Abraham Lincoln or George Washington?",
         "argmax(Q91 | Q23, P39(Q11696)@P582 - P580)"),
    ],
)  # fmt: skip
def test_the_store_finds_what_the_reading_says(engine: Engine, question: str, reading: str) -> None:
    found = readings(engine, question)[reading]

    result = execute(parse_expression(reading), engine.store)

    answers = [answer.value for answer in result.answers]
    assert answers and answers == [Entity(str(member)) for member in found.members or ()]


def test_whether_one_lasted_longer_is_told_in_years(engine: Engine) -> None:
    found = readings(engine, "Did World War II last longer than World War I?")

    years = "years(^P580(Q362), ^P582(Q362)) > years(^P580(Q361), ^P582(Q361))"
    assert years in found
    (answer,) = execute(parse_expression(years), engine.store).answers
    assert answer.value is True


def test_who_is_old_today_is_told_by_birth(engine: Engine) -> None:
    found = readings(engine, "Who is the oldest member of the Beatles?")

    assert not any("lapse" in reading for reading in found)


def test_a_life_is_measured_only_where_the_words_speak_of_one(engine: Engine) -> None:
    found = readings(engine, "Who was longer in power, Abraham Lincoln or George Washington?")

    assert not any("lapse(P569, P570)" in reading for reading in found)

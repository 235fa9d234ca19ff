"""Facts that are stated from either side."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import parse_expression, to_text
from kgqa.engine import Engine
from kgqa.parse.inverse_properties import from_one_side


def test_who_took_part_is_told_from_both_sides(engine: Engine) -> None:
    found = readings(engine, "Who competed in the 2014 FIFA World Cup?")

    assert "P1344(Q79859) | ^P1923(Q79859)" in found


@pytest.mark.parametrize(("year", "cup"), [(2014, "Q79859"), (2018, "Q170645")])
def test_of_those_who_took_part_teams_are_told_apart(engine: Engine, year: int, cup: str) -> None:
    found = readings(engine, f"Which teams took part in the {year} FIFA World Cup?")

    assert next(iter(found)) == f"^P1923({cup})"


@pytest.mark.parametrize(
    ("whole", "part"),
    [
        ("^P802(Q859) | P1066(Q859)", "^P802(Q859)"),
        (
            "(P1923(Q1) | ^P1344(Q1)) & (^P1344(Q2) | P710(Q2))",
            "P1923(Q1) & ^P1344(Q2)",
        ),
        ("P57(Q1) | P58(Q1)", "P57(Q1) | P58(Q1)"),
        ("P1923(Q1) | P710(Q2)", "P1923(Q1) | P710(Q2)"),
    ],
)
def test_one_side_says_the_same_in_fewer_words(whole: str, part: str) -> None:
    assert to_text(from_one_side(parse_expression(whole))) == part

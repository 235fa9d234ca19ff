"""Readings that give people where something else is asked for, and the other way round."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity
from kgqa.engine import Engine
from kgqa.parse.linking import asked_noun


def test_people_are_no_bands(engine: Engine) -> None:
    found = readings(engine, "Which bands had members born in Liverpool?")

    assert "P19(Q24826)" not in found
    assert "^P463(P19(Q24826))" in found
    reply = engine.ask("Which bands had members born in Liverpool?")
    assert [one.value for one in reply.answers] == [Entity("Q1299")]


def test_films_are_no_actors(engine: Engine) -> None:
    found = readings(engine, "Which actors starred in films with Tom Hanks?")

    assert "P161(Q2263)" not in found
    assert "^P161(P161(Q2263)) - Q2263" in found


def test_nothing_is_left_out_where_nothing_else_is_found(engine: Engine) -> None:
    assert "P19(Q24826)" in readings(engine, "Which lakes were born in Liverpool?")


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("The director of Inception was born in what city?", "city"),
        ("Paris is the capital of which country?", "country"),
        ("Which film was directed by Christopher Nolan?", "film"),
    ],
)
def test_the_noun_behind_the_word_that_asks_is_asked_for(
    engine: Engine, question: str, noun: str
) -> None:
    parsed = engine.parser.parse(question)

    asked = asked_noun(parsed.analysis, parsed.linked.nouns)
    assert asked is not None
    assert [parsed.analysis.words[place].normal for place in asked.places] == [noun]


def test_nobody_is_a_film(engine: Engine) -> None:
    found = readings(engine, "Who did James Cameron direct?")

    assert "P57(Q42574)" not in found

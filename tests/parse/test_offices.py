"""Offices by the words around a place, by the best known one, and by a time."""

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import parse_expression
from kgqa.engine import Engine
from kgqa.execute.run import execute
from kgqa.parse.analysis import analyse

PRESIDENTS, VICE_PRESIDENTS = "P39(Q11696)", "P39(Q11699)"


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Who was America's third president?", f"nth(3, {PRESIDENTS}, {PRESIDENTS}@P580)"),
        ("Who was the 16th president?", f"nth(16, {PRESIDENTS}, {PRESIDENTS}@P580)"),
        ("Who was the forty-fourth president?", f"nth(44, {PRESIDENTS}, {PRESIDENTS}@P580)"),
        ("Who was the 16th US vice president?",
         f"nth(16, {VICE_PRESIDENTS}, {VICE_PRESIDENTS}@P580)"),
        ("Who was the American president in 1985?", "P39{P580 <= 1985, P582 >= 1985}(Q11696)"),
        ("Who was the American president in 1985?",
         "argmax(P39(Q11696), P39{P580 <= 1985}(Q11696)@P580)"),
        ("Who was president during World War II?", "P39{P580 <= 1939, P582 >= 1945}(Q11696)"),
        ("Who was president when World War II ended?", "P39{P580 <= 1945, P582 >= 1945}(Q11696)"),
        ("Who was the British prime minister in 1945?", "P39{P580 <= 1945, P582 >= 1945}(Q14211)"),
        ("Which party did the American president in 1985 belong to?",
         "^P102(P39{P580 <= 1985, P582 >= 1985}(Q11696))"),
        ("How old was the 16th president when he died?",
         "years(^P569(nth(16, P39(Q11696), P39(Q11696)@P580)), "
         "^P570(nth(16, P39(Q11696), P39(Q11696)@P580)))"),
    ],
)  # fmt: skip
def test_an_office_is_found_and_the_store_finds_what_the_reading_says(
    engine: Engine, question: str, reading: str
) -> None:
    found = readings(engine, question)[reading]

    result = execute(parse_expression(reading), engine.store)
    answers = [answer.value for answer in result.answers]
    assert answers
    if all(hasattr(value, "id") for value in answers):
        assert {value.id for value in answers} == set(found.members or ())  # type: ignore[union-attr]


def test_a_vice_president_is_no_president(engine: Engine) -> None:
    found = readings(engine, "Who was the 16th US vice president?")

    assert f"nth(16, {PRESIDENTS}, {PRESIDENTS}@P580)" not in found


def test_where_a_place_is_named_no_other_office_is_meant(engine: Engine) -> None:
    found = readings(engine, "Who was the British prime minister in 1945?")

    assert not any("Q11696" in text for text in found)


def test_an_office_of_what_the_store_does_not_know_is_not_another(engine: Engine) -> None:
    found = readings(engine, "Who was the third president of the Klingon Empire?")

    assert f"nth(3, {PRESIDENTS}, {PRESIDENTS}@P580)" not in found


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Who was the sixteenth president?", 16),
        ("Who was the twenty-first president?", 21),
        ("Who was the thirtieth president?", 30),
        ("Who was the first president?", 1),
    ],
)
def test_ordinals_are_read_in_words(question: str, number: int) -> None:
    ordinal = analyse(question).ordinal

    assert ordinal is not None and ordinal[1] == number


@pytest.mark.parametrize("question", ["Who were the presidents of France?", "presidents of france"])
def test_an_office_is_found_by_the_place_that_it_belongs_to(engine: Engine, question: str) -> None:
    found = readings(engine, question)

    # They are called presidents of the French Republic.
    assert "P39(Q191954)" in found
    assert "P27(Q142)" not in found
    assert engine.ask(question).readings[0].query == parse_expression("P39(Q191954)")

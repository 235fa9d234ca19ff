"""Sets narrowed by numbers, by continents, and by several years."""

from __future__ import annotations

from decimal import Decimal

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, to_text
from kgqa.answers import Measurement
from kgqa.engine import Engine
from kgqa.parse.analysis import analyse
from kgqa.parse.quantities import Amount, Number, spans


@pytest.mark.parametrize(
    ("question", "reading", "answers"),
    [
        ("Which countries in South America have more than 40 million inhabitants?",
         "(P30(Q18) & type(Q3624078))[P1082 > 40000000]", {"Q155", "Q414", "Q739"}),
        ("What is the biggest lake in Africa?",
         "argmax(type(Q23397) & P17(Q15 | P30(Q15)), P2046)", {"Q5505"}),
        ("What is the second highest mountain in Africa?",
         "nth(-2, type(Q8502) & P17(Q15 | P30(Q15)), P2044)", {"Q172070"}),
        ("Which chancellors governed Germany during the 1970s?",
         "P39{P580 <= 1979, P582 >= 1970}(Q4970706)", {"Q2514", "Q2516"}),
        ("Who was president of the United States from 1861 to 1865?",
         "P39{P580 <= 1861, P582 >= 1865}(Q11696)", {"Q91"}),
        ("Which Roman emperor ruled first?",
         "nth(1, P39(Q842606), P39(Q842606)@P580)", {"Q1405"}),
        ("Who was Prime Minister of the United Kingdom for the shortest time?",
         "argmin(P39(Q14211), P39(Q14211)@P582 - P580)", {"Q272201"}),
    ],
)  # fmt: skip
def test_a_set_is_narrowed_as_the_question_says(
    engine: Engine, question: str, reading: str, answers: set[str]
) -> None:
    reply = engine.ask(question)

    assert to_text(reply.readings[0].query) == reading
    assert {one.value for one in reply.answers} == {Entity(id_) for id_ in answers}


def test_what_has_more_than_a_number_is_counted(engine: Engine) -> None:
    reply = engine.ask("How many countries have more than 100 million inhabitants?")

    (answer,) = reply.answers
    assert to_text(reply.readings[0].query) == "count(type(Q3624078)[P1082 > 100000000])"
    assert isinstance(answer.value, Measurement) and answer.value.amount > 5


def test_an_amount_is_compared_in_its_unit(engine: Engine) -> None:
    assert "type(Q8502)[P2044 > 8000 metre]" in readings(
        engine, "Which mountains are higher than 8000 metres?"
    )


@pytest.mark.parametrize(
    ("question", "is_most"),
    [
        ("Which countries have more than 40 million inhabitants?", False),
        ("Which country has more inhabitants than France?", True),
        ("Which country has the most inhabitants?", True),
    ],
)
def test_more_than_a_number_is_not_the_most(question: str, is_most: bool) -> None:
    assert (analyse(question).most is not None) is is_most


def test_neither_takes_two_away(engine: Engine) -> None:
    question = (
        "Which US presidents were neither in the Democratic Party nor in the Republican Party?"
    )
    found = readings(engine, question)

    assert any(text.startswith("P39(Q11696) - P102(") and text.count("P102(") > 1 for text in found)


def test_a_decade_is_not_the_name_of_an_event(engine: Engine) -> None:
    parsed = engine.parser.parse("Which chancellors governed Germany during the 1970s?")

    assert [name[0].mention for name in parsed.linked.names] == ["Germany"]


def test_all_are_not_those_that_are_longer(engine: Engine) -> None:
    found = readings(engine, "Which films by Christopher Nolan are longer than 150 minutes?")

    assert found and all("P2047 > 150 minute" in text for text in found)


def test_a_number_that_nothing_heeds_is_told(engine: Engine) -> None:
    reply = engine.ask("Which films did Christopher Nolan sing for more than two and a half hours?")

    assert not reply.answers
    assert "“more than two and a half hours” is not part of what was found" in reply.reason


def test_a_half_is_added() -> None:
    (found,) = spans("It took more than two and a half hours.")

    assert isinstance(found, Amount)
    assert (found.value, found.comparator) == (Decimal("2.5"), ">")
    (millions,) = spans("It cost over 3 and a half million.")
    assert isinstance(millions, Number) and millions.value == 3_500_000


@pytest.mark.parametrize(
    ("question", "condition"),
    [
        (
            "Which films did Christopher Nolan make that run for more than two and a half hours?",
            "P2047 > 2.5 hour",
        ),
        ("Which Christopher Nolan films take less than two hours?", "P2047 < 2 hour"),
    ],
)
def test_a_unit_tells_what_is_compared(engine: Engine, question: str, condition: str) -> None:
    found = readings(engine, question)

    assert found and all(condition in text for text in found)

from __future__ import annotations

import pytest
from candidate_readings import readings

from kgqa.algebra import Entity, to_text
from kgqa.engine import Engine
from kgqa.parse.words import adjectives


def test_a_noun_beside_a_size_says_what_is_compared(engine: Engine) -> None:
    found = engine.parser.parse("Does France have a larger population than Germany?").candidates

    assert to_text(found[0].query) == "^P1082(Q142) > ^P1082(Q183)"


def test_the_world_leaves_nothing_out(engine: Engine) -> None:
    found = readings(engine, "What is the highest mountain on earth?")

    assert "argmax(type(Q8502), P2044)" in found
    assert not any("Q2)" in text for text in found)


def test_the_adjectives_of_mere_size_are_marked() -> None:
    sizes = {word for word, adjective in adjectives().items() if adjective.is_size}

    assert {"largest", "smallest", "highest", "lowest", "greater"} <= sizes
    assert not {"oldest", "longest", "first", "population"} & sizes


def test_what_is_dissolved_is_not_the_largest_now_but_may_have_been(engine: Engine) -> None:
    now = "argmax(type(Q6256) - P576(^P576(type(Q6256))), P2046)"
    assert now in readings(engine, "What is the largest country in the world?")
    was = readings(engine, "What was the largest country in the world?")
    assert now not in was and "argmax(type(Q6256), P2046)" in was


def test_a_debut_is_the_first(engine: Engine) -> None:
    found = readings(engine, "What was the debut album of Nirvana?")
    assert any(text.startswith("nth(1, ") for text in found)


def test_what_another_noun_orders_leads_on(engine: Engine) -> None:
    found = readings(engine, "What is the capital of the largest country in Europe?")

    countries = "P30(Q46) & type(Q6256)"
    still = f"({countries}) - P576(^P576({countries}))"
    assert found[f"^P36(argmax({still}, P2046))"].members == ("Q649",)


def test_the_only_one_who_is_marked_so_is_the_first(engine: Engine) -> None:
    reply = engine.ask("Who was the first female chancellor of Germany?")

    assert [one.value for one in reply.answers] == [Entity("Q567")]


def test_a_year_that_is_asked_for_does_not_say_what_orders(engine: Engine) -> None:
    # A death has a year, too, but nothing is ordered by deaths here.
    found = engine.parser.parse("In what year was the third Harry Potter film released?")

    texts = [to_text(one.query) for one in found.candidates]
    assert any("nth(3, P179(Q216930), P577)" in text for text in texts)


def test_what_passes_over_a_place_in_an_order_is_left_out(engine: Engine) -> None:
    found = engine.parser.parse("Who was married to the 44th American president?").candidates

    assert found
    assert all("44" in to_text(one.query) for one in found)


@pytest.mark.parametrize(
    ("question", "city"),
    [
        ("What is the largest city in Brazil?", "Q174"),
        ("What is the second largest city in France?", "Q23482"),
    ],
)
def test_cities_are_as_large_as_they_have_inhabitants(
    engine: Engine, question: str, city: str
) -> None:
    found = engine.parser.parse(question).candidates[0]

    assert "P1082" in to_text(found.query)
    assert found.members == (city,)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("What is the largest country in the world?", "argmax(type(Q3624078), P2046)"),
        ("What is the smallest country in the world?", "argmin(type(Q3624078), P2046)"),
        ("What is the highest mountain in the world?", "argmax(type(Q8502), P2044)"),
    ],
)
def test_the_largest_in_the_world_is_that_of_all(
    engine: Engine, question: str, reading: str
) -> None:
    reply = engine.ask(question)

    assert reply.outcome == "answered"
    assert to_text(reply.readings[0].query) == reading

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from candidate_readings import readings

from kgqa.algebra import Apply, Entity, Inverse, Property, parse_expression, to_text
from kgqa.engine import Engine
from kgqa.execute.run import execute
from kgqa.parse.analysis import analyse
from kgqa.parse.judging import FEATURES
from kgqa.parse.linking import Noun
from kgqa.parse.members import Literal
from kgqa.parse.orderings import is_of_one
from kgqa.parse.orders import key_of, keys_of
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import Adjective, adjectives


@pytest.mark.parametrize(
    ("question", "reading", "note"),
    [
        (
            "Who was the second president of the United States?",
            "nth(2, P39(Q11696), P39(Q11696)@P580)",
            "turn",
        ),
        (
            "Which president of the United States served the longest?",
            "argmax(P39(Q11696), P39(Q11696)@P582 - P580)",
            "turn",
        ),
        (
            "Who spent the shortest time as president of the United States?",
            "argmin(P39(Q11696), P39(Q11696)@P582 - P580)",
            "turn",
        ),
        (
            "Which Christopher Nolan film has the highest box office?",
            "argmax(P57(Q25191), P2142)",
            "named",
        ),
        (
            "Which is the country with the smallest population in Europe?",
            "argmin((P30(Q46) & type(Q6256)) - P576(^P576(P30(Q46) & type(Q6256))), P1082)",
            "named",
        ),
        (
            "Which has a greater population, France or Germany?",
            "argmax(Q142 | Q183, P1082)",
            "named",
        ),
        (
            "Which actor played in the most Christopher Nolan films?",
            "argmax(^P161(P57(Q25191)), count(^P161 & P57(Q25191)))",
            "often",
        ),
        (
            "Which president of the United States never married?",
            "P39(Q11696) - P26(^P26(P39(Q11696)))",
            "lacking",
        ),
    ],
)
def test_a_question_is_read_so_and_the_store_finds_what_the_reading_says(
    engine: Engine, question: str, reading: str, note: str
) -> None:
    found = readings(engine, question)[reading]

    assert found.features[note] == 1.0
    assert note in FEATURES
    result = execute(parse_expression(reading), engine.store)
    answers = {getattr(answer.value, "id", None) for answer in result.answers}
    assert answers and answers == set(found.members or ())


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


@pytest.mark.parametrize(("having", "key"), [(8, "P1082"), (4, None), (5, None)])
def test_several_with_a_key_are_enough_where_they_are_no_few(having: int, key: str | None) -> None:
    members = [f"Q{number}" for number in range(1, 39)]
    values = {m: {"P1082": [Literal("number", "1", 1.0)]} for m in members[:having]}

    assert key_of(values, ["P1082"], members) == key


def test_many_with_a_key_are_enough_however_many_there_are() -> None:
    members = [f"Q{number}" for number in range(1, 400)]
    values = {m: {"P2044": [Literal("number", "1", 1.0)]} for m in members[:24]}

    assert key_of(values, ["P2044"], members) == "P2044"
    assert key_of(values, ["P2044"], [*members, *(f"Q{n}" for n in range(400, 800))]) is None


@pytest.mark.parametrize(("usual", "key"), [(("P2046",), "P2046"), ((), "P1082")])
def test_fewer_with_a_usual_key_are_enough(usual: tuple[str, ...], key: str) -> None:
    members = [f"Q{number}" for number in range(1, 39)]
    number = [Literal("number", "1", 1.0)]
    values = {m: {"P1082": number} | ({"P2046": number} if m < "Q2" else {}) for m in members}

    assert key_of(values, ["P2046", "P1082"], members, usual=usual) == key


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
    ("class_", "first"),
    [
        ("Q515", "P1082"),  # a city is a settlement
        ("Q6256", "P2046"),
    ],
)
def test_what_is_usual_for_a_class_measures_it_first(
    engine: Engine, class_: str, first: str
) -> None:
    noun = Noun(frozenset(), (class_,), "")
    parts = {"kinds": engine.parser.kinds, "called": engine.parser.called}
    asked = SimpleNamespace(noun=noun, analysis=analyse("Which?"), free=frozenset(), **parts)
    walker = cast(Walker, asked)

    assert keys_of(walker, Adjective(("P2046", "P1082"), "max"))[0] == first


@pytest.mark.parametrize(
    ("question", "is_left_out"),
    [
        ("What is the largest city in Brazil?", True),
        ("What is the largest capital that Brazil had?", False),
        ("What is the capital of Brazil?", False),
    ],
)
def test_capitals_are_ordered_only_where_they_are_named(
    engine: Engine, question: str, is_left_out: bool
) -> None:
    walker = cast(Walker, SimpleNamespace(analysis=analyse(question), kinds=engine.parser.kinds))
    query = Apply(Inverse(Property("P36")), Entity("Q155"))
    capitals = Sketch(query, ("Q2844", "Q8678"), (), (("P36", 0.9),))

    assert is_of_one(walker, capitals) is is_left_out


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

"""Relations of two hops and of two names: each is judged by the words that the other leaves."""

from __future__ import annotations

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine


def weakest(engine: Engine, question: str, reading: str) -> float:
    """Return how well the words of a question say the weakest relation of a reading."""
    found = engine.parser.parse(question, limit=200).candidates
    return next(one.features["weakest"] for one in found if to_text(one.query) == reading)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Which company owns the developer of Minecraft?", "^P127(^P178(Q49740))"),
        ("Who wrote the novel that Dune: Part Two is based on?", "^P50(^P144(Q109228991))"),
        ("Where was the director of Titanic born?", "^P19(^P57(Q44578))"),
    ],
)
def test_both_hops_are_said_each_by_its_own_words(
    engine: Engine, question: str, reading: str
) -> None:
    assert weakest(engine, question, reading) > 0.75


def test_a_hop_that_no_word_says_is_not_said(engine: Engine) -> None:
    assert weakest(engine, "Where was James Cameron born?", "^P17(^P19(Q42574))") < 0.75


def test_what_is_named_otherwise_is_the_answer(engine: Engine) -> None:
    found = engine.parser.parse("Which city is known as the Big Apple?").candidates

    assert "Q60" in {to_text(one.query) for one in found}


@pytest.mark.parametrize("mention", ["the 45th", "45th"])
def test_a_place_in_an_order_is_no_name(engine: Engine, mention: str) -> None:
    linked = engine.parser.parse(f"Who was {mention} president of the United States?").linked

    assert all("45th" not in link.mention for link in linked.links)


def readings(engine: Engine, question: str) -> list[str]:
    """Return the readings of a question, the best first."""
    return [to_text(one.query) for one in engine.parser.parse(question, limit=200).candidates]


@pytest.mark.parametrize(
    ("plural", "office"),
    [
        ("secretaries-general of the United Nations", "Q81066"),
        ("presidents of the United States", "Q11696"),
    ],
)
def test_an_office_is_named_in_the_plural(engine: Engine, plural: str, office: str) -> None:
    linked = engine.parser.parse(f"Which {plural} received the Nobel Peace Prize?").linked

    assert (plural, office) in {(link.mention, link.id) for link in linked.links}


def test_what_stands_behind_the_negation_is_left_out(engine: Engine) -> None:
    question = "Which chancellors of Germany were not members of the Christian Democratic Union?"

    found = readings(engine, question)

    assert "P39(Q4970706) - P102(Q49762)" in found
    assert "P102(Q49762) - P39(Q4970706)" not in found


def test_what_is_left_is_narrowed_to_a_time(engine: Engine) -> None:
    found = readings(engine, "Which 2012 Christopher Nolan film does not star Leonardo DiCaprio?")

    assert "(P57(Q25191) - P161(Q38111))[P577 = 2012]" in found


def test_a_set_is_narrowed_to_what_a_word_marks(engine: Engine) -> None:
    found = readings(engine, "How many women have been prime minister of the United Kingdom?")

    assert "count(P39(Q14211) & P21(Q6581072))" in found


def test_who_was_born_first_is_not_the_first_in_office(engine: Engine) -> None:
    born = readings(engine, "Which president of the United States was born first?")
    first = readings(engine, "Where was the first president of the United States born?")

    assert not any("P1545" in one for one in born)
    assert any("P1545" in one for one in first)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Besides Sting, who was in The Police?", "^P527(Q178095) - Q483203"),
        ("Who was on Apollo 11 other than Neil Armstrong?", "P5096(Q43653) - Q1615"),
        ("Which countries that border Germany do not use the euro?", "^P47(Q183) - P38(Q4916)"),
        ("In which US state was Bob Dylan born?", "^P131(^P19(Q392))"),
        (
            "Which games did Nintendo develop in the 1980s?",
            "P178(Q8093)[P577 >= 1980, P577 <= 1989]",
        ),
    ],
)
def test_what_is_left_out_marked_or_dated_is_part_of_a_reading(
    engine: Engine, question: str, reading: str
) -> None:
    assert reading in readings(engine, question)[:3]


def test_what_is_not_so_is_no_member_that_is_left_out(engine: Engine) -> None:
    found = readings(engine, "Which films with Daniel Craig were not directed by Sam Mendes?")

    assert not any(one.endswith(" - Q223233") for one in found)

"""Names that mean several things: each interpretation has its own question and answers."""

from __future__ import annotations

import pytest

from kgqa.algebra import Entity
from kgqa.answers import Reply, value_text
from kgqa.engine import Engine
from kgqa.judge.wholes import may_stand_for


def told(reply: Reply) -> dict[str, list[str]]:
    """Return the interpretations of a reply: question, labels of the answers."""
    return {
        one.question: [value_text(answer.value, reply.labels) for answer in one.answers]
        for one in reply.interpretations
    }


def test_a_name_of_a_book_and_a_film_has_two_interpretations(engine: Engine) -> None:
    reply = engine.ask("When did Harry Potter come out?")

    assert reply.outcome == "ambiguous"
    assert {question: labels[0] for question, labels in told(reply).items()} == {
        "When did Harry Potter (seven novels) come out?": "26 June 1997",
        "When did Harry Potter (eight films) come out?": "16 November 2001",
    }
    assert reply.answers == reply.interpretations[0].answers


def test_films_of_one_title_are_told_apart(engine: Engine) -> None:
    reply = engine.ask("Who directed Dune?")

    assert reply.outcome == "ambiguous"
    assert sorted(told(reply).values()) == [["David Lynch"], ["Denis Villeneuve"]]
    assert len(set(told(reply))) == 2


def test_what_comes_out_does_not_tell_which_two_are_meant(engine: Engine) -> None:
    """The novel and the first film came out before Titanic, the second film after it."""
    reply = engine.ask("Was Dune released before Titanic?")

    assert reply.outcome == "ambiguous"
    assert {answers[0] for answers in told(reply).values()} == {"yes", "no"}


@pytest.mark.parametrize(
    "question",
    ["Who directed Inception?", "What is the capital of Switzerland?", "When was Mozart born?"],
)
def test_an_ordinary_question_stays_single(engine: Engine, question: str) -> None:
    reply = engine.ask(question)

    assert (reply.outcome, reply.interpretations) == ("answered", ())


def test_a_pick_leaves_no_doubt(engine: Engine) -> None:
    reply = engine.ask("Who directed Dune?", pick="Q60834962")

    assert reply.outcome == "answered"
    assert [value_text(a.value, reply.labels) for a in reply.answers] == ["Denis Villeneuve"]


@pytest.mark.parametrize("question", ["Berlin", "Tell me about Berlin", "What is Berlin?"])
def test_a_question_that_is_only_a_name_is_answered_by_what_has_it(
    engine: Engine, question: str
) -> None:
    reply = engine.ask(question)

    assert reply.outcome == "answered"
    assert [answer.value for answer in reply.answers] == [Entity("Q64")]


@pytest.mark.parametrize("question", ["Dune", "Tell me about Dune", "dune"])
def test_a_name_of_several_things_is_ambiguous(engine: Engine, question: str) -> None:
    reply = engine.ask(question)

    assert reply.outcome == "ambiguous"
    assert len({one.answers[0].value for one in reply.interpretations}) > 1


def test_better_known_answers_come_first(engine: Engine) -> None:
    reply = engine.ask("Which films did Christopher Nolan direct?")
    ids = [answer.value.id for answer in reply.answers if isinstance(answer.value, Entity)]
    fame = [engine.parser.names.popularity(id_) for id_ in ids]

    assert len(ids) > 5
    assert fame == sorted(fame, reverse=True)


def test_a_first_part_stands_only_for_when_the_whole_was(engine: Engine) -> None:
    plain = engine.parser.parse("When did Harry Potter come out?")
    second = engine.parser.parse("When did the second Harry Potter film come out?")
    age = engine.parser.parse("How old was the youngest of The Beatles when he died?")
    assert [may_stand_for(one) for one in (plain, second, age)] == [True, False, False]

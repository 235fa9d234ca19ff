"""Readings that a user chooses, and what is said where none is sure enough."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main, reply_page
from world_store import build_world

from kgqa.algebra import Entity, parse_expression, to_text
from kgqa.answers import Answer, GraphProof, Reading, Reply, Result
from kgqa.engine import Engine
from kgqa.errors import WrongArgument
from kgqa.judge.chosen_reading import by_reading
from kgqa.judge.insisting import insisted
from kgqa.settings import Settings

HELD = Reading(parse_expression("^P57(Q131)"), 0.2, sparql="SELECT ?x {}")
OTHER = Reading(parse_expression("^P161(Q131)"), 0.1)
SILENT = Reply("Who?", "en", "no-answer", "I am not sure", readings=(HELD, OTHER))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("chosen") / "world")


@pytest.fixture(scope="module")
def engine(world: Path) -> Iterator[Engine]:
    with Engine(world) as engine:
        yield engine


def answer(id_: str, sure: float) -> Answer:
    return Answer(Entity(id_), sure, (GraphProof(Entity(id_), "", ()),))


def test_a_reading_is_answered_by_its_number(engine: Engine) -> None:
    plain = engine.ask("Who directed Dawn?")
    for number, reading in enumerate(plain.readings, 1):
        chosen = engine.ask("Who directed Dawn?", reading=number)
        assert chosen.readings[0].query == reading.query
        assert {one.query for one in chosen.readings} == {one.query for one in plain.readings}
        assert [a.value for a in chosen] == [a.value for a in engine.run(reading.query)]


def test_the_first_reading_of_what_is_answered_is_the_answer(engine: Engine) -> None:
    first = engine.ask("Who directed Dawn?", reading=1)

    assert [str(one) for one in first] == ["Ada Stone"]


@pytest.mark.parametrize("number", [0, -1, 99, True, "1"])
def test_a_reading_that_is_not_there_is_an_error(engine: Engine, number: int) -> None:
    with pytest.raises(WrongArgument, match="reading"):
        engine.ask("Who directed Dawn?", reading=number)


def test_a_reading_that_was_held_back_is_given_however_unsure_it_is() -> None:
    found = Result(HELD.query, "SELECT ?x {}", (answer("Q121", 1.0),), {"Q121": "Ada Stone"})
    reply = by_reading(SILENT, 1, lambda _: found)

    assert (reply.outcome, reply.reason, str(reply)) == ("answered", "", "Ada Stone")
    assert (reply.best and reply.best.confidence, reply.best and reply.best.sure) == (0.2, "guess")


def test_a_reading_that_gives_nothing_says_why() -> None:
    reply = by_reading(SILENT, 2, lambda query: Result(query, "", (), reason="so it is"))

    assert (reply.outcome, reply.reason) == ("no-answer", "so it is")
    assert [to_text(one.query) for one in reply.readings] == ["^P161(Q131)", "^P57(Q131)"]


def test_what_was_held_back_is_offered_with_its_number() -> None:
    _, held, other = reply_page.silence(SILENT)

    assert held.endswith("; --reading 1 answers it") and "answers it" not in other
    assert ":reading 1 answers it" in reply_page.silence(SILENT, ":reading")[1]


def test_the_command_answers_a_reading(world: Path) -> None:
    asked = ["ask", "Who directed Dawn?", "--store", str(world)]
    done = CliRunner().invoke(main, [*asked, "--reading", "1"])
    wrong = CliRunner().invoke(main, [*asked, "--reading", "99"])

    assert (done.exit_code, done.stdout) == (0, "Ada Stone\tQ121\n")
    assert wrong.exit_code == 2 and "no reading 99" in wrong.stderr


def test_readings_behind_the_first_stand_in_the_order_of_their_scores(engine: Engine) -> None:
    scores = [one.score for one in engine.ask("Who directed Dawn?").readings[1:]]

    assert scores == sorted(scores, reverse=True) and len(scores) > 1


# --- Reasons ----


def test_a_name_that_nothing_has_can_be_checked(engine: Engine) -> None:
    reply = engine.ask("Who directed Blorptown?")

    assert reply.hint == "check how it is written: kgqa link Blorptown"


def test_a_question_without_names_says_what_to_name(engine: Engine) -> None:
    reply = engine.ask("hello over there")

    assert not reply.understood and "kgqa link NAME" in reply.hint
    assert reply.to_dict()["hint"] == reply.hint


# --- Insisting ----


def test_answers_that_are_not_sure_enough_are_left_out() -> None:
    reply = Reply("?", "en", "answered", answers=(answer("Q1", 0.9), answer("Q2", 0.4)))

    assert [one.id for one in insisted(reply, 0.5)] == ["Q1"]
    assert insisted(reply, 0.4) is reply
    none = insisted(reply, 0.95)
    assert (none.outcome, len(none)) == ("no-answer", 0) and "0.90" in none.reason


def test_a_reading_that_is_chosen_is_given_though_one_insists_on_more(world: Path) -> None:
    with Engine(world, settings=Settings(min_confidence=1.0)) as engine:
        assert not engine.ask("Who directed Dawn?")
        assert engine.ask("Who directed Dawn?", reading=1)

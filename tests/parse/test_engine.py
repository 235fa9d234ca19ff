from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from kgqa_store.errors import TimeLimit
from kgqa_store.store import Store

from kgqa.algebra import Entity, Query, to_text
from kgqa.answers import Result
from kgqa.engine import Engine
from kgqa.errors import KgqaError
from kgqa.execute.run import execute
from kgqa.judge import running
from kgqa.settings import Settings


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who directed Inception?", {"Q25191"}),
        ("who directed inception", {"Q25191"}),
        ("What is the capital of Switzerland?", {"Q70"}),
        ("Who wrote One Hundred Years of Solitude?", {"Q5878"}),
        ("Which countries border both France and Germany?", {"Q31", "Q32", "Q39"}),
        ("Where was the director of Titanic born?", {"Q1027634"}),
    ],
)
def test_a_question_gets_its_answers(engine: Engine, question: str, expected: set[str]) -> None:
    reply = engine.ask(question)

    found = {answer.value.id for answer in reply.answers if isinstance(answer.value, Entity)}
    assert found == expected
    assert reply.outcome == "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is the Danube longer than the Rhine?", True),
        ("Was Ronald Reagan an actor?", True),
        ("Is LeBron James taller than Kobe Bryant?", True),
    ],
)
def test_a_question_of_whether_is_answered_by_a_truth(
    engine: Engine, question: str, expected: bool
) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [expected]


def test_an_answer_has_a_proof_and_a_confidence(engine: Engine) -> None:
    answer = engine.ask("Who directed Inception?").answers[0]

    assert 0.5 < answer.confidence <= 1.0
    assert [(fact.property, fact.object) for fact in answer.proofs[0].facts] == [
        ("P57", Entity("Q25191"))
    ]


def test_a_reading_names_its_links(engine: Engine) -> None:
    reading = engine.ask("Who directed Inception?").readings[0]

    assert to_text(reading.query) == "^P57(Q25188)"
    assert [(link.mention, link.id) for link in reading.links] == [("Inception", "Q25188")]


def test_a_question_about_nothing_known_has_no_answer(engine: Engine) -> None:
    reply = engine.ask("Who zorbled the frumious quarxistan?")

    assert (reply.outcome, reply.answers) == ("no-answer", ())
    assert reply.reason


def test_a_reading_that_takes_too_long_leaves_time_for_the_next(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def slow_at_first(query: Query, store: Store, settings: Settings) -> Result:
        asked.append(settings.timeout)
        if len(asked) == 1:
            time.sleep(running.BUDGET + 0.05)
            raise TimeLimit("the time is up")
        return execute(query, store, settings)

    monkeypatch.setattr(running, "execute", slow_at_first)
    _, tried = engine.tried("What is the capital of France?")

    assert tried and len(asked) > 1
    assert asked[0] < running.PATIENCE


def test_an_engine_that_another_thread_closes_answers_or_says_so(sample_store: Path) -> None:
    for _ in range(3):
        engine = Engine(sample_store)
        outcomes: list[object] = []

        def ask(engine: Engine = engine, outcomes: list[object] = outcomes) -> None:
            try:
                while True:
                    outcomes.append(engine.ask("Who directed Inception?").outcome)
            except Exception as error:
                outcomes.append(error)

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        engine.close()
        for thread in threads:
            thread.join()

        assert {str(one) for one in outcomes} <= {"answered", "The engine is closed."}
        assert sum(isinstance(one, KgqaError) for one in outcomes) == 3


def test_a_closed_engine_says_so(sample_store: Path) -> None:
    engine = Engine(sample_store)
    engine.close()
    engine.close()

    with pytest.raises(KgqaError, match="closed"):
        engine.ask("Who directed Inception?")

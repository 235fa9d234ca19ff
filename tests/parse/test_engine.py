from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kgqa.algebra import Entity, to_text
from kgqa.engine import Engine
from kgqa.errors import KgqaError


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


@pytest.mark.parametrize("question", ["", "  \t", "?!", "\0", "🙂", "x" * 10_000])
def test_what_is_no_question_is_refused_with_a_hint(engine: Engine, question: str) -> None:
    with pytest.raises(KgqaError) as caught:
        engine.ask(question)

    assert caught.value.hint


@pytest.mark.parametrize(
    "question",
    [
        "the of and",
        "SELECT ?x WHERE { ?x wdt:P31 wd:Q5 }",
        'Who is "}} . DROP ALL #"?',
        "谁导演了盗梦空间？",
        "of of of of of of of of of of of of of of of of of of of of",
    ],
)
def test_strange_questions_have_an_outcome(engine: Engine, question: str) -> None:
    assert engine.ask(question).outcome in ("answered", "ambiguous", "no-answer")


def test_several_threads_may_ask(engine: Engine) -> None:
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(engine.ask, ["Who directed Inception?"] * 8))

    assert {reply.answers[0].value for reply in replies} == {Entity("Q25191")}

from __future__ import annotations

import pytest

from kgqa.algebra import Entity, to_text
from kgqa.engine import Engine


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("When did Angela Merkel become chancellor?", "told(Q567, P39(Q4970706)@P580)"),
        (
            "When did Albert Einstein win the Nobel Prize in Physics?",
            "told(Q937, P166(Q38104)@P585)",
        ),
        (
            "When did Margaret Thatcher leave office as prime minister?",
            "told(Q7416, P39(Q14211)@P582)",
        ),
        ("When was Donald Trump first elected president?", "told(Q22686, P39(Q11696)@P580, 1)"),
        (
            "How long was Margaret Thatcher prime minister?",
            "years(told(Q7416, P39(Q14211)@P580), told(Q7416, P39(Q14211)@P582))",
        ),
        (
            "How old was John F. Kennedy when he became president?",
            "years(^P569(Q9696), told(Q9696, P39(Q11696)@P580))",
        ),
        (
            "Which character did Heath Ledger play in The Dark Knight?",
            "told(Q163872, P161(Q40572)@P453)",
        ),
        ("Who played the Joker in The Dark Knight?", "^P161{P453 = Q217533}(Q163872)"),
    ],
)
def test_what_a_statement_says_beside_is_asked_for(
    engine: Engine, question: str, query: str
) -> None:
    reply = engine.ask(question)

    assert reply.outcome == "answered"
    assert to_text(reply.readings[0].query) == query


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who succeeded Franklin D. Roosevelt as president?", "Harry S. Truman"),
        ("Who did Harry S. Truman succeed as president?", "Franklin D. Roosevelt"),
        ("Who preceded David Cameron as prime minister of the United Kingdom?", "Gordon Brown"),
        ("Who was president before Bill Clinton?", "George H. W. Bush"),
        ("Who was president after Abraham Lincoln?", "Andrew Johnson"),
    ],
)
def test_who_came_before_or_after_another(engine: Engine, question: str, answer: str) -> None:
    reply = engine.ask(question)

    names = [reply.labels[one.value.id] for one in reply.answers]  # type: ignore[union-attr]
    assert names == [answer]


def test_who_began_next_is_found_where_no_statement_names_the_successor(engine: Engine) -> None:
    found = engine.parser.parse("Who was president after Abraham Lincoln?").candidates

    nexts = [one for one in found if to_text(one.query).startswith("argmin(P39{P580 > told(Q91,")]
    assert [one.members for one in nexts] == [("Q8612",)]


def test_how_old_one_was_on_becoming_something_is_not_the_age_at_death(engine: Engine) -> None:
    found = engine.parser.parse("How old was John F. Kennedy when he became president?")

    assert "years(^P569(Q9696), ^P570(Q9696))" not in {to_text(c.query) for c in found.candidates}


@pytest.mark.parametrize(
    ("question", "is_doubted"),
    [("Who directed Inception after Tenet?", True), ("Who directed Inception?", False)],
)
def test_a_reading_that_passes_over_an_order_is_doubted(
    engine: Engine, question: str, is_doubted: bool
) -> None:
    _, tried = engine.tried(question)

    assert any(doubt.kind == "unused order" for doubt in tried[0].doubts) is is_doubted


@pytest.mark.parametrize(
    ("question", "id_"),
    [
        ("Who succeeded Margaret Thatcher?", "Q9559"),
        ("Who was Barack Obama's predecessor?", "Q207"),
    ],
)
def test_the_best_known_office_is_that_in_which_one_is_followed(
    engine: Engine, question: str, id_: str
) -> None:
    assert [answer.value for answer in engine.ask(question).answers] == [Entity(id_)]


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("When did Elizabeth II become queen?", "told(Q9682, P39(Q9134365)@P580)"),
        ("When did Barack Obama stop being president?", "told(Q76, P39(Q11696)@P582)"),
    ],
)
def test_when_an_office_was_taken_up_or_left(engine: Engine, question: str, reading: str) -> None:
    assert to_text(engine.ask(question).readings[0].query) == reading

"""What speaks against a reading: the question asks in so many words for something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.algebra import Entity, parse_expression
from kgqa.engine import Engine
from kgqa.merge.doubts import doubts_of
from kgqa.merge.lacking import Lacking
from kgqa.parse.judging import Candidate


def kinds(engine: Engine, question: str, reading: str, **features: float) -> list[str]:
    """Return the doubts about a reading where the birth of the one who is named is not known."""
    parsed = engine.parser.parse(question)
    link = parsed.linked.names[0][0]
    lacking = Lacking(link, "P569", "date of birth", True, frozenset({"P569"}))
    told = {"covered": 1.0, "told": 1.0, "weakest": 0.9, "generic": 1.0, **features}
    candidate = Candidate(parse_expression(reading), (link,), "generic", told, 0.0)
    return [one.kind for one in doubts_of(parsed, candidate, lambda _: True, lacking)]


def test_two_steps_of_words_that_ask_for_one_are_about_something_else(engine: Engine) -> None:
    question, detour = "In what year was Christopher Nolan born?", "^P571(^P19(Q25191))"
    assert "something else" in kinds(engine, question, detour, hops=1.0, shape=-5.0)


def test_two_steps_of_words_that_ask_for_two_are_not(engine: Engine) -> None:
    question, way = "When was the spouse of Christopher Nolan born?", "^P569(^P26(Q25191))"
    assert "something else" not in kinds(engine, question, way, hops=1.0, shape=-0.1)
    assert "something else" not in kinds(engine, question, "^P19(Q25191)", hops=0.0, shape=-5.0)


def test_a_month_is_no_unknown_name(engine: Engine) -> None:
    reply = engine.ask("Which American president was born on February 12, 1809?")

    assert [answer.value for answer in reply.answers] == [Entity("Q91")]


@pytest.mark.parametrize(
    ("question", "is_doubted"),
    [
        ("What is the largest city in Texas?", True),
        ("What is the tallest mountain of Germany?", False),
        ("What is the largest country in Africa?", False),
    ],
)
def test_a_reading_that_heeds_no_order_is_doubted(
    engine: Engine, question: str, is_doubted: bool
) -> None:
    _, tried = engine.tried(question)

    assert any(doubt.kind == "unused measure" for doubt in tried[0].doubts) is is_doubted


@pytest.mark.parametrize(
    ("question", "reading", "operator", "explained", "is_doubted"),
    [
        ("What is the tenth tallest mountain in Europe?", "^P610(Q46)", "generic", {4, 5, 7}, True),
        ("Who was the 16th secretary and the 34th president?",
         "nth(16, P39(Q11696), P39(Q11696)@P580)", "ordinal", {3, 8}, True),
        ("What is the first mountain in Europe?", "^P610(Q46)", "generic", {4, 6}, False),
        ("Which state has produced the most U.S. presidents?",
         "argmax(type(Q35657), count(^P131))", "superlative", {1, 3, 5, 6, 7}, True),
        ("Which state has produced the most U.S. presidents?",
         "argmax(type(Q35657), count(^P19))", "superlative", {1, 3, 5, 6, 7, 8}, False),
        ("Which president has been married the most times?",
         "argmax(P39(Q11696), count(^P26))", "superlative", {1, 4, 6}, False),
        ("Who was the first president to die in office?",
         "nth(1, P39(Q11696), P39(Q11696)@P580)", "ordinal", {3, 4}, True),
        ("Who was the first to be president?",
         "nth(1, P39(Q11696), P39(Q11696)@P580)", "ordinal", {3, 6}, False),
        ("Which country had the most presidents born there?",
         "argmax(type(Q6256), count(^P19))", "superlative", {1, 4, 6}, True),
        ("Which country had the most presidents born there?",
         "argmax(type(Q6256), count(^P19))", "superlative", {1, 4, 5, 6}, False),
        ("Which composer never got married?", "^P26(Q7351)", "generic", {1, 4}, True),
        ("Which composer never got married?", "P106(Q36834) - P26(type(Q5))", "difference",
         {1, 2, 4}, False),
    ],
)  # fmt: skip
def test_words_that_say_which_one_is_meant_are_heeded(
    engine: Engine,
    question: str,
    reading: str,
    operator: str,
    explained: set[int],
    is_doubted: bool,
) -> None:
    parsed = engine.parser.parse(question)
    query = parse_expression(reading)
    candidate = Candidate(query, (), operator, {}, 0.0, explained=frozenset(explained))

    found = [one.kind for one in doubts_of(parsed, candidate, lambda _: True)]

    assert ("unheeded" in found) is is_doubted


@pytest.mark.parametrize(
    ("question", "reading", "is_doubted"),
    [
        ("Who played Cobb in Inception?", "^P161(Q25188)", True),
        ("Who played in Inception?", "^P161(Q25188)", False),
        ("Who directed Inception?", "^P57(Q25188)", False),
        ("Who was the drummer of the Beatles?", "^P527(Q1299)", True),
        ("Who was the drummer of the Beatles?", "^P527(Q1299) & P106(Q386854)", False),
        ("Who was in the Beatles?", "^P527(Q1299)", False),
    ],
)
def test_not_all_who_play_play_the_same(
    engine: Engine, question: str, reading: str, is_doubted: bool
) -> None:
    parsed = engine.parser.parse(question)
    words = frozenset(i for i, w in enumerate(parsed.analysis.words) if w.normal != "cobb")
    candidate = Candidate(parse_expression(reading), (), "generic", {}, 0.0, explained=words)

    found = [one.kind for one in doubts_of(parsed, candidate, lambda _: True)]

    assert ("unheeded" in found) is is_doubted


def test_a_crowd_is_not_the_one(engine: Engine) -> None:
    parsed = engine.parser.parse("Who is the emperor of France?")
    crowd = Candidate(
        parse_expression("P27(Q142)"), (), "generic", {}, 0.0, tuple(f"Q{n}" for n in range(1, 40))
    )

    assert "too many" in {doubt.kind for doubt in doubts_of(parsed, crowd, lambda _: True)}


def test_what_is_named_is_not_asked_for(engine: Engine) -> None:
    reply = engine.ask("What did Albert Einstein win the Nobel Prize for?")

    assert Entity("Q937") not in [answer.value for answer in reply.answers]


@pytest.mark.parametrize(
    "question",
    ["Which US presidents died in office?", "What are the three largest countries in the world?"],
)
def test_what_is_not_part_of_a_reading_is_not_passed_over(engine: Engine, question: str) -> None:
    assert engine.ask(question).outcome == "no-answer"


@pytest.mark.parametrize(("explained", "is_doubted"), [({1, 6}, True), ({1, 4, 6}, False)])
def test_the_age_of_a_film_is_not_that_of_its_director(
    engine: Engine, explained: set[int], is_doubted: bool
) -> None:
    parsed = engine.parser.parse("How old is the director of Inception?")
    (link,) = [name[0] for name in parsed.linked.names if name[0].id == "Q25188"]
    query = parse_expression("years(^P577(Q25188), 2021-11-01)")
    candidate = Candidate(query, (link,), "generic", {}, 0.0, explained=frozenset(explained))

    found = [one.kind for one in doubts_of(parsed, candidate, lambda _: True)]

    assert ("unheeded" in found) is is_doubted


@pytest.mark.parametrize(("said", "is_doubted"), [("was", True), ("is", False)])
def test_how_old_one_was_is_not_how_old_one_is(engine: Engine, said: str, is_doubted: bool) -> None:
    parsed = engine.parser.parse(f"How old {said} Christopher Nolan?")
    today = parsed.analysis.today.isoformat()
    query = parse_expression(f"years(^P569(Q25191), {today})")
    candidate = Candidate(query, (), "generic", {}, 0.0, explained=frozenset({1, 3, 4}))

    found = [one.kind for one in doubts_of(parsed, candidate, lambda _: True)]

    assert ("unheeded" in found) is is_doubted


@pytest.mark.parametrize(
    ("question", "reading", "is_doubted"),
    [
        ("What is the currency of The Beatles?", "^P38(^P495(Q1299))", True),
        ("Which country borders Leonardo DiCaprio?", "^P47(^P27(Q38111))", True),
        ("What is the currency of the country that made Inception?", "^P38(^P495(Q25188))", False),
        ("Which country is Leonardo DiCaprio a citizen of?", "^P27(Q38111)", False),
        ("What currency is used in Munich?", "^P38(^P17(Q1726))", False),
    ],
)  # fmt: skip
def test_where_something_comes_from_is_said(
    engine: Engine, question: str, reading: str, is_doubted: bool
) -> None:
    parsed = engine.parser.parse(question)
    features = {"hops": float(reading.count("(") - 1)}
    candidate = Candidate(parse_expression(reading), (), "generic", features, 0.0)

    found = [one.kind for one in doubts_of(parsed, candidate, lambda _: True)]

    assert ("detour" in found) is is_doubted


def test_nobody_borders_a_country(engine: Engine) -> None:
    assert engine.ask("Which country borders Leonardo DiCaprio?").outcome == "no-answer"
    assert engine.ask("What is the currency of The Beatles?").outcome == "no-answer"


@pytest.mark.parametrize("name", ["Marie Curie", "Foo Barski"])
def test_all_films_are_not_those_that_somebody_is_in(engine: Engine, name: str) -> None:
    question = f"Which films did Christopher Nolan direct that star {name}?"

    assert engine.ask(question).outcome == "no-answer"
    assert engine.ask("Which films did Christopher Nolan direct?").outcome == "answered"


def test_of_one_alone_more_may_be_said_than_is_known(engine: Engine) -> None:
    parsed = engine.parser.parse("Who founded Apple and was praised by Foo Barski?")
    one = Candidate(
        *(parse_expression("^P112(Q312)"), (), "generic", {}, 0.0, ("Q19837",)),
        explained=frozenset({1, 2}),
    )
    several = replace(one, members=("Q19837", "Q483382"))
    found = [
        [doubt.kind for doubt in doubts_of(parsed, each, lambda _: True)] for each in (one, several)
    ]

    assert "unheeded" not in found[0] and "unheeded" in found[1]

"""The chart answers where it is surer than the rules, and is silent where nothing is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.algebra import to_text
from kgqa.engine import Engine
from kgqa.merge.charted_readings import ALONE, SURE, ChartedReadings
from kgqa.parse.chart_parser import ChartParser
from kgqa.parse.parser import Parsed


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("Where was the wife of the director of Titanic born?", "^P19(P26(^P57(Q44578)))"),
        ("What is the largest city in Texas?", "argmax(P131(Q1439) & type(Q515), P1082)"),
    ],
)
def test_what_the_words_compose_is_answered(engine: Engine, question: str, reading: str) -> None:
    reply = engine.ask(question)

    assert reply.answers
    assert to_text(reply.readings[0].query) == reading


@pytest.mark.parametrize(
    "question",
    [
        "Who directed Whiplash?",
        "Who are the brothers of Charlotte Brontë?",
        "Which films did Steven Spielberg direct and compose?",
        "Is Titanic landlocked?",
        "Which country borders Leonardo DiCaprio?",
    ],
)
def test_what_the_graph_lacks_is_not_told_by_a_detour(engine: Engine, question: str) -> None:
    assert not engine.ask(question).answers


def test_no_chart_is_made_when_the_time_is_over(engine: Engine) -> None:
    charts = engine.charts
    assert charts is not None
    parsed = engine.parser.parse("Where was the wife of the director of Titanic born?")

    assert charts.surer(parsed, [], None, 0.0) == (parsed, [])


def test_another_parser_may_propose_readings(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever proposes readings with their features is judged alike."""
    charts = engine.charts
    assert isinstance(charts, ChartedReadings)
    question = "Where was the wife of the director of Titanic born?"
    parsed = engine.parser.parse(question)
    parse = ChartParser.parse

    def toy(self: ChartParser, asked: str, **options: object) -> Parsed:
        found = parse(self, asked)
        return replace(found, candidates=found.candidates[-1:])

    monkeypatch.setattr(ChartParser, "parse", toy)

    assert charts.surer(parsed, [], None, float("inf"))[1] == []


def test_more_is_wanted_where_the_rules_find_nothing() -> None:
    assert 0 < SURE < ALONE < 1

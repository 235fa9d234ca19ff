"""Questions about a graph that nothing was learned of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kgqa_store.local import LocalStore

from kgqa.engine import Engine


@pytest.fixture(scope="module")
def engine(company: LocalStore) -> Iterator[Engine]:
    """What answers about the company."""
    with Engine(company) as engine:
        yield engine


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("What is the e-mail address of Nora Feld?", ["nora.feld@acme.example"]),
        ("Who supervises Ruth Dahl?", ["ac:person-2"]),
        ("Which product has the serial number ZX-1204-7?", ["ac:product-4"]),
        ("How many departments are there?", ["8"]),
        ("Who is responsible for Marketing?", ["ac:person-1"]),
        ("Is Nora Feld a manager?", ["yes"]),
        ("When was Victor Tanaka hired?", ["15 February 2011"]),
        ("What is compatible with Kilo Pump 110?", ["ac:product-13", "ac:product-7"]),
        ("What is the total list price of all valves?", ["19398.58"]),
    ],
)
def test_a_question_is_answered(engine: Engine, question: str, answers: list[str]) -> None:
    reply = engine.ask(question)
    assert sorted(answer.id or answer.label for answer in reply.answers) == answers


def test_what_is_marked_by_truth_is_found_by_the_word(engine: Engine) -> None:
    reply = engine.ask("Which valves are discontinued?")
    assert len(reply.answers) == 4


def test_the_query_of_a_reading_is_in_the_words_of_the_graph(engine: Engine) -> None:
    sparql = engine.ask("Who manages the Logistics Department?").readings[0].sparql
    assert "PREFIX av: <https://acme.example/vocab#>" in sparql
    assert "ac:department-2 av:hasManager ?x" in sparql and "wikidata" not in sparql


def test_a_question_about_nothing_of_the_graph_is_not_answered(engine: Engine) -> None:
    reply = engine.ask("Who painted the Mona Lisa?")
    assert not reply.answers and reply.reason

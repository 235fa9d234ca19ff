"""Expressions over graph and text: the edges that the tour needs are read, and shown."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kgqa_store.opening import open_store
from kgqa_store.sample import SOURCES
from kgqa_store.sample.compile import load_sample
from kgqa_store.store import Store
from sample_passages import Names, names_of, spellings
from text_stub import FindingReader

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.merge.edges import Budget, EdgeReader
from kgqa.merge.fill import Filled, Filler
from kgqa.merge.graph_view import GraphView
from kgqa.merge.texts import Texts
from kgqa.parse.parser import Parser
from kgqa.settings import DEFAULTS
from kgqa.text.index import TextIndex, open_index
from kgqa.text.sample import TOUR

QUESTIONS: list[dict[str, Any]] = tomllib.loads(TOUR.read_text(encoding="utf-8"))["question"]
NEEDY = [one for one in QUESTIONS if one["shows"] in ("fallback", "hop", "key", "truth", "side")]


class World:
    """The sample, its passages, and readers that find what they are told to."""

    def __init__(self, sample_store: Path, kept: Path) -> None:
        self.store: Store = open_store(sample_store)
        self.index: TextIndex = open_index("sample", folder=kept)
        self.parser = Parser(self.store)
        self.names: Names = names_of(load_sample(SOURCES))

    def filled(
        self, algebra: str, strings: set[str], *, passages: int = 30, score: float = 0.9
    ) -> tuple[Filled, FindingReader]:
        reader = FindingReader(strings, score)
        budget = Budget(passages=passages, seconds=60)
        texts = Texts.of(self.index, reader)
        lock = threading.RLock()
        edges = EdgeReader(texts, self.parser, lock, budget)
        graph = GraphView(self.store, DEFAULTS, time.monotonic() + 60)
        filler = Filler(graph, self.parser, edges, self.parser.names.popularity, lock)
        return filler.fill(parse_expression(algebra)), reader

    def strings(self, question: dict[str, Any]) -> set[str]:
        facts = question["needs"]
        return {text for fact in facts for text in spellings(fact["value"], self.names)}

    def close(self) -> None:
        self.parser.close()
        self.index.close()
        self.store.close()


@pytest.fixture(scope="module")
def world(sample_store: Path, kept: Path) -> Iterator[World]:
    found = World(sample_store, kept)
    yield found
    found.close()


def spelled(value: Value) -> object:
    match value:
        case Entity(id_):
            return id_
        case Measurement(amount):
            return float(amount)
        case Time():
            return value.text
        case Words(text):
            return text
        case _:
            return value


@pytest.mark.parametrize("question", NEEDY, ids=lambda one: one["question"])
def test_what_the_graph_lacks_is_read_and_the_operators_go_on_from_it(
    world: World, question: dict[str, Any]
) -> None:
    filled, _ = world.filled(question["algebra"], world.strings(question))
    assert {spelled(answer.value) for answer in filled.answers} == set(question["answers"])


@pytest.mark.parametrize("question", NEEDY, ids=lambda one: one["question"])
def test_an_answer_that_was_read_shows_the_passage_and_the_edge(
    world: World, question: dict[str, Any]
) -> None:
    filled, _ = world.filled(question["algebra"], world.strings(question))
    needed = {(fact["entity"], fact["property"]) for fact in question["needs"]}
    shown = {
        (spelled(proof.fact.subject), proof.fact.property)
        for answer in filled.answers
        for proof in answer.text_proofs
        if proof.fact is not None
    }
    assert needed <= shown
    for answer in filled.answers:
        assert all(proof.quote and proof.quote in proof.text for proof in answer.text_proofs)


def test_a_question_that_the_graph_answers_reads_nothing(world: World) -> None:
    filled, reader = world.filled("^P57(Q25188)", {"Christopher Nolan"})
    assert [answer.source for answer in filled.answers] == ["kg"]
    assert reader.asked == []


def test_facts_and_passages_of_a_composition_are_both_proofs(world: World) -> None:
    filled, _ = world.filled("^P19(^P57(Q15648198))", {"Damien Chazelle"})
    (answer,) = filled.answers
    assert answer.source == "both" and answer.is_joint
    assert [fact.property for proof in answer.graph_proofs for fact in proof.facts] == ["P19"]
    assert "P57" not in answer.graph_proofs[0].sparql.split("WHERE")[-1]


def test_no_fact_of_the_graph_is_claimed_for_what_was_read(world: World) -> None:
    for question in NEEDY:
        filled, _ = world.filled(question["algebra"], world.strings(question))
        read = {(edge.subject, edge.property, edge.object) for edge in filled.edges}
        stated = {
            (fact.subject, fact.property, fact.object)
            for answer in filled.answers
            for proof in answer.graph_proofs
            for fact in proof.facts
            if not fact.is_missing
        }
        assert not read & stated, question["question"]


def test_nothing_is_read_beyond_the_budget(world: World) -> None:
    filled, reader = world.filled("^P57(Q15648198)", {"Damien Chazelle"}, passages=0)
    assert filled.answers == () and reader.asked == []


def test_an_unlikely_edge_does_not_overrule_the_graph(world: World) -> None:
    expression = "argmin(P39(Q11696), P2048)"
    sure, _ = world.filled(expression, {"163 centimetres"}, score=0.9)
    unsure, _ = world.filled(expression, {"163 centimetres"}, score=0.3)
    assert [spelled(answer.value) for answer in sure.answers] == ["Q11813"]
    assert sure.overruled
    assert all(answer.source == "kg" for answer in unsure.answers)


def test_a_text_that_says_nothing_leaves_the_graph_as_it_is(world: World) -> None:
    for question in NEEDY:
        filled, _ = world.filled(question["algebra"], set())
        assert all(answer.source == "kg" for answer in filled.answers)
        assert filled.edges == ()

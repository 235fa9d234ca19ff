"""Lists over graph and text: what passages tell enters them through operators, with its proofs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from kgqa_store.opening import open_store
from kgqa_store.store import Store
from text_stub import FindingReader

from kgqa.algebra import Entity, parse_expression
from kgqa.answers import Reply
from kgqa.as_json import reply_document
from kgqa.engine import Engine
from kgqa.judge.choose import Tried
from kgqa.merge.coverage import with_coverage
from kgqa.merge.edges import Budget, EdgeReader
from kgqa.merge.fill import Filled, Filler
from kgqa.merge.graph_view import GraphView
from kgqa.merge.listed import Lister
from kgqa.merge.proposals import Proposer
from kgqa.merge.set_size import size_of
from kgqa.merge.texts import Texts
from kgqa.parse.candidate import Candidate
from kgqa.parse.members import Literal
from kgqa.parse.parser import Parser
from kgqa.settings import DEFAULTS
from kgqa.text.index import TextIndex, open_index

CHAZELLE, WHIPLASH, LA_LA_LAND = "Q18350026", "Q15648198", "Q20856802"
FILMS = "Which films did Damien Chazelle direct?"


@pytest.fixture(scope="module")
def store(sample_store: Path) -> Iterator[Store]:
    with open_store(sample_store) as opened:
        yield opened


@pytest.fixture(scope="module")
def index(kept: Path) -> Iterator[TextIndex]:
    with open_index("sample", folder=kept) as opened:
        yield opened


class Asked:
    """A question with the reading that it has, however the parser would read it."""

    def __init__(
        self, store: Store, index: TextIndex, algebra: str, *found: str, question: str = FILMS
    ) -> None:
        self.engine = Engine(store, text=Texts.of(index, FindingReader(found, 0.9)))
        self.query = parse_expression(algebra)
        result = self.engine.run(self.query)
        answers = tuple(replace(one, confidence=0.8) for one in result.answers)
        self.parsed = self.engine.parser.parse(question)
        members = tuple(one.id for one in answers if one.id)
        candidate = Candidate(self.query, (), "generic", {}, 1.4, members)
        self.parsed = replace(self.parsed, candidates=(candidate,))
        self.tried = [Tried(candidate, result, 0.8)]
        outcome: Any = "answered" if answers else "no-answer"
        self.graph = Reply(question, "en", outcome, answers=answers, labels=result.labels)

    def proposer(self, reply: Reply | None = None) -> Proposer:
        assert self.engine.texts is not None
        desk = self.engine._desk(self.engine.texts)
        assert desk.texts.is_readable()
        return Proposer(desk, self.parsed, self.tried, self.graph if reply is None else reply)

    def listed(self) -> Reply:
        return Lister(self.proposer()).listed()


def filled(store: Store, index: TextIndex, algebra: str, *found: str) -> Filled:
    parser, lock = Parser(store), threading.RLock()
    texts = Texts.of(index, FindingReader(found, 0.9))
    edges = EdgeReader(texts, parser, lock, Budget(passages=60, seconds=60))
    graph = GraphView(store, DEFAULTS, time.monotonic() + 60)
    done = Filler(graph, parser, edges, parser.names.popularity, lock).fill(
        parse_expression(algebra)
    )
    parser.close()
    return done


def test_a_list_has_what_the_graph_has_and_what_a_passage_tells(
    store: Store, index: TextIndex
) -> None:
    asked = Asked(store, index, f"P57({CHAZELLE})", "Whiplash", "Damien Chazelle")
    reply = asked.listed()
    own = {one.value for one in asked.graph.answers}
    assert own and own <= {one.value for one in reply.answers}
    (read,) = [one for one in reply.answers if one.source == "text"]
    assert read.value == Entity(WHIPLASH) and not read.graph_proofs
    assert all(proof.passage and proof.quote for proof in read.text_proofs)
    assert all(one.graph_proofs for one in reply.answers if one.value in own)


def test_a_list_that_passages_say_nothing_to_stays_as_it_is(store: Store, index: TextIndex) -> None:
    asked = Asked(store, index, f"P57({CHAZELLE})", "no such words anywhere")
    assert asked.listed() is asked.graph


def test_an_unsure_set_is_taken_where_passages_name_several_of_it(
    store: Store, index: TextIndex
) -> None:
    films = ("Inception", "Dunkirk", "Memento", "Interstellar")
    question = "Which films did Christopher Nolan direct?"
    asked = Asked(store, index, "P57(Q25191)", *films, question=question)
    silent = replace(asked.graph, outcome="no-answer", answers=())
    asked.parsed = replace(asked.parsed, candidates=(replace(asked.tried[0].candidate, score=-1),))
    asked.tried = []
    reply = Lister(asked.proposer(silent)).listed()
    assert {one.value for one in asked.graph.answers} <= {one.value for one in reply.answers}
    assert reply.readings[0].query == asked.query
    both = [one for one in reply.answers if one.source == "both"]
    alone = [one for one in reply.answers if one.source == "kg"]
    assert both and alone and both[0].confidence > alone[0].confidence


def test_a_composition_goes_on_from_a_set_that_passages_add_to(
    store: Store, index: TextIndex
) -> None:
    alone = filled(store, index, f"^P577(P57({CHAZELLE}))")
    found = filled(store, index, f"^P577(P57({CHAZELLE}))", "Damien Chazelle")
    own = {one.value for one in alone.answers}
    assert own < {one.value for one in found.answers}
    for answer in found.answers:
        assert answer.source == ("kg" if answer.value in own else "both")
        assert answer.is_joint is (answer.value not in own)


def test_an_intersection_asks_passages_about_the_edges_that_its_members_lack(
    store: Store, index: TextIndex
) -> None:
    algebra = f"({WHIPLASH} | {LA_LA_LAND}) & P57({CHAZELLE})"
    assert WHIPLASH not in {one.id for one in filled(store, index, algebra).answers}
    found = filled(store, index, algebra, "Damien Chazelle")
    (read,) = [one for one in found.answers if one.id == WHIPLASH]
    assert read.text_proofs[0].fact is not None
    assert read.text_proofs[0].fact.property == "P57"


def test_a_count_says_how_many_come_from_where(store: Store, index: TextIndex) -> None:
    asked = Asked(store, index, f"count(P57({CHAZELLE}))", "Whiplash", "Damien Chazelle")
    (proposal,) = asked.proposer().completed()
    reply = proposal.applied(asked.graph)
    told = with_coverage(asked.parsed, asked.tried, asked.graph, reply, asked.engine.parser)
    assert told.coverage.endswith("passages add 1")
    assert told.conflicts[0].graph == asked.graph.answers[0].value
    assert reply_document(told)["note"] == told.coverage


def test_a_list_says_how_many_passages_add(store: Store, index: TextIndex) -> None:
    asked = Asked(store, index, f"P57({CHAZELLE})", "Whiplash", "Damien Chazelle")
    parts = (asked.parsed, asked.tried, asked.graph)
    told = with_coverage(*parts, asked.listed(), asked.engine.parser)
    assert told.coverage.endswith("passages add 1")
    assert not with_coverage(*parts, asked.graph, asked.engine.parser).coverage


def test_the_graph_says_how_many_children_there_are() -> None:
    names = {"P1971": SimpleNamespace(label="number of children")}
    stated = {("Q1", "P1971"): (Literal("number", "6", 6.0),)}
    parser = cast(
        "Parser",
        SimpleNamespace(
            schema=SimpleNamespace(property=names.get),
            lookups=SimpleNamespace(objects=lambda id_, p: stated.get((id_, p), ())),
        ),
    )
    size = size_of(parse_expression("^P40(Q1)"), ["Q2", "Q3"], parser)
    assert size is not None and size.said == "the graph has 2 of 6 children"
    assert size.is_short(insists=False)
    father = size_of(parse_expression("P22(Q1)"), ["Q2", "Q3"], parser)
    assert father is not None and father.said == size.said

"""A closed-book reader answers where the graph is silent, and cites nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from kgqa.answers import Recollection
from kgqa.as_json import reply_document
from kgqa.engine import Engine
from kgqa.settings import DEFAULTS
from kgqa.text.readers import reading
from kgqa.text.readers.reading import Span

UNKNOWN = "Who directed Whiplash?"


class Says:
    """A reader that has no passages, and says one thing."""

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        assert not passages
        return [Span(-1, 0, 0, "Christopher Nolan", 0.97)]

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        return None


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setattr(reading, "open_reader", lambda name: Says())
    with Engine(settings=replace(DEFAULTS, reader="closed:some/model")) as opened:
        yield opened


def test_what_the_graph_lacks_is_said_by_the_model_without_a_source(engine: Engine) -> None:
    reply = engine.ask(UNKNOWN)

    (answer,) = reply.answers
    assert (answer.id, answer.source, answer.sure) == ("Q25191", "model", "guess")
    assert answer.proofs == (Recollection("some/model", "Christopher Nolan", 0.97, UNKNOWN),)
    assert answer.label == "Christopher Nolan"
    assert reply_document(reply)["answers"][0]["proofs"][0]["kind"] == "model"


def test_what_the_graph_tells_is_not_asked_of_the_model(engine: Engine) -> None:
    assert engine.ask("Who directed Inception?").best.source == "kg"


def test_nothing_is_recalled_where_nothing_is_read(engine: Engine) -> None:
    assert not engine.ask(UNKNOWN, read="never")


def test_a_model_that_cannot_be_opened_is_told_beside_the_reply() -> None:
    with Engine(settings=replace(DEFAULTS, reader="closed:no/such/model")) as engine:
        reply = engine.ask(UNKNOWN)

    assert not reply
    assert "no/such/model cannot be loaded" in reply.note or "needs the package" in reply.note

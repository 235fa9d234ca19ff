"""What systems retrieve for a question, how much of that they read, and what they make of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from kgqa_store.opening import open_store
from text_documents import indexed

from kgqa.bench.judges import judge_ambigqa, judge_qampari
from kgqa.bench.question import Pair, Prediction, Question
from kgqa.bench.systems.system import Spec, System, open_system
from kgqa.text.readers.reading import Span

MADE = [f"Made{number}" for number in range(240)]
ASKED = Question(
    "1", "What did the quokkas of Rottnest make?", gold=tuple((name,) for name in MADE)
)
EXPECTED = {"arecall@10": 10, "arecall@25": 25, "arecall@50": 50,
            "arecall@100": 100, "arecall@200": 200}  # fmt: skip
"""Every passage has one of the answers, so that each depth recalls as many as it is deep."""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return an index of as many passages as there are answers."""
    folder = tmp_path_factory.mktemp("texts")
    records = [
        {"id": name, "title": f"T{name}", "text": f"The quokkas of Rottnest made {name}."}
        for name in MADE
    ]
    indexed(folder, records).close()
    return str(folder / "index")


class EveryPassage:
    """Takes the last word of each passage for an answer."""

    def read(self, question: str, passages: Sequence[str]) -> list[Span]:
        found = ((i, re.search(r"Made\d+", text)) for i, text in enumerate(passages))
        return [Span(i, m.start(), m.end(), m[0], 0.9 - i / 1000) for i, m in found if m]

    def is_true(self, question: str, passages: Sequence[str]) -> float | None:
        return None


def assert_deep(found: Prediction) -> None:
    """Assert that all depths were retrieved, that each differs, and that fewer were read."""
    marked = judge_qampari(ASKED, found)

    assert found.passages is not None and len(found.passages) == 200
    assert found.read is not None and found.read < 50
    told = {depth: round(marked[depth] * len(MADE)) for depth in EXPECTED}
    assert told == EXPECTED


def answered(system: System, question: Question = ASKED) -> Prediction:
    try:
        return system.answer(question)
    finally:
        system.close()


def test_the_engine_retrieves_at_every_depth_whether_it_reads_or_not(
    sample: str, text: str
) -> None:
    with open_store(sample) as store:
        found = answered(open_system(Spec("kgqa", text=text, benchmark="qampari"), store))

    assert_deep(found)


def test_a_reader_retrieves_at_every_depth_and_reads_the_first(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.text.readers.reading.open_reader", lambda _name: EveryPassage())
    found = answered(open_system(Spec("reader", text=text, benchmark="qampari"), None))

    assert_deep(found)
    assert len(found.texts) == 20


def test_bm25_retrieves_at_every_depth_and_reads_the_first(text: str) -> None:
    assert_deep(answered(open_system(Spec("bm25", text=text, benchmark="qampari"), None)))


def test_a_reader_gives_a_long_list_whole(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.text.readers.reading.open_reader", lambda _name: EveryPassage())
    spec = Spec("reader", text=text, benchmark="qampari", options={"passages": "150"})

    assert len(answered(open_system(spec, None)).texts) == 150


def test_dates_are_answered_as_ambigqa_writes_them(sample: str) -> None:
    right = (Pair("", ("July 30, 1970",)),)
    asked = Question("1", "When was Christopher Nolan born?", annotations=(right,))
    with open_store(sample) as store:
        found = answered(open_system(Spec("kgqa", benchmark="ambigqa"), store), asked)

    assert found.answers[0].label == "July 30, 1970"
    assert found.texts == ("1970-07-30",)
    assert judge_ambigqa(asked, found)["f1_answer"] == 1.0

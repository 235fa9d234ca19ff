"""The reader that is shipped reads."""

from __future__ import annotations

import json

import pytest

from kgqa.text.readers.extractive import ExtractiveReader
from kgqa.text.readers.onnx_graph import WEIGHTS
from kgqa.text.readers.reading import SHIPPED, Reader, open_reader
from kgqa.text.readers.weights import MANIFEST

pytest.importorskip("torch")

if not (SHIPPED / WEIGHTS).is_file():
    pytest.skip("no reader is shipped", allow_module_level=True)

PLAIN = [
    ("Who painted the harbour?", "The harbour was painted by Ada Stern in 1911.", "Ada Stern"),
    (
        "In which year was the bridge built?",
        "The old bridge over the Lenne was built in 1872 by the town.",
        "1872",
    ),
    (
        "Where was Tom Oduya born?",
        "Tom Oduya is a Kenyan engineer. He was born in Kisumu and studied in Delft.",
        "Kisumu",
    ),
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return open_reader()


def test_it_is_small_and_says_what_it_learned_from() -> None:
    size = sum(path.stat().st_size for path in SHIPPED.iterdir())
    card = (SHIPPED / "CARD.md").read_text(encoding="utf-8")
    figures = json.loads((SHIPPED / MANIFEST).read_text(encoding="utf-8"))["trained"]["figures"]

    assert size < 25e6
    for word in ("CC BY-SA", "MIT", "kgqa train reader", "SQuAD", "QED", "QAMR"):
        assert word in card
    for name in ("exact", "f1", "area_near", "error"):
        assert f"{figures[name]:.3f}" in card, f"the card does not give {name}"


@pytest.mark.parametrize(("question", "passage", "answer"), PLAIN)
def test_it_finds_plain_answers(reader: Reader, question: str, passage: str, answer: str) -> None:
    spans = reader.read(question, [passage])

    assert spans and answer in spans[0].text


def test_onnxruntime_and_torch_read_the_same() -> None:
    pytest.importorskip("onnxruntime")
    ours, theirs = (ExtractiveReader.load(SHIPPED, by=one) for one in ("onnxruntime", "torch"))

    for question, passage, _ in PLAIN:
        (left,), (right,) = (one.scored(question, [passage], spans=1)[0] for one in (ours, theirs))
        assert (left.start, left.end) == (right.start, right.end)
        assert left.margin == pytest.approx(right.margin, abs=3.0)  # both are rounded, to int8


def test_it_prefers_the_passage_that_answers(reader: Reader) -> None:
    passages = [
        "Sheep graze on the hills above the village in summer.",
        "The harbour was painted by Ada Stern in 1911.",
        "The village has a school and two inns.",
    ]

    spans = reader.read("Who painted the harbour?", passages)

    assert spans and spans[0].passage == 1

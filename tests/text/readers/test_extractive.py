"""The extractive reader keeps its promises whatever its weights are, and can learn."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnxruntime")

from small_reader import (  # noqa: E402
    NAMES,
    VERBS,
    small_encoder,
    small_folder,
    small_pieces,
    small_shape,
)

from kgqa.errors import ReaderError  # noqa: E402
from kgqa.text.readers import extractive  # noqa: E402
from kgqa.text.readers.batches import stacked  # noqa: E402
from kgqa.text.readers.devices import in_batches  # noqa: E402
from kgqa.text.readers.encoder import Encoder, tied  # noqa: E402
from kgqa.text.readers.examples import Example  # noqa: E402
from kgqa.text.readers.extractive import ExtractiveReader, whole_words  # noqa: E402
from kgqa.text.readers.gating import with_gate  # noqa: E402
from kgqa.text.readers.reading import Reader, open_reader  # noqa: E402
from kgqa.text.readers.rows import row_of  # noqa: E402
from kgqa.text.readers.shape import LONGEST  # noqa: E402
from kgqa.text.readers.spans import PENALTY  # noqa: E402
from kgqa.text.readers.torch_network import TorchNetwork  # noqa: E402
from kgqa.text.readers.training import Material, Plan, Trainer  # noqa: E402
from kgqa.text.readers.weights import Calibration, load  # noqa: E402
from kgqa.text.readers.wordpieces import WordPieces  # noqa: E402


@pytest.fixture(params=["onnxruntime", "torch"])
def reader(tmp_path: Path, request: pytest.FixtureRequest) -> ExtractiveReader:
    return ExtractiveReader.load(small_folder(tmp_path), by=request.param)


def exactly(encoder: Encoder, pieces: WordPieces) -> ExtractiveReader:
    """Return a reader that counts in floats."""
    return ExtractiveReader(TorchNetwork(encoder, quick=False), pieces, Calibration())


PASSAGES = (
    "Ann sang the song. Bob ran, and Eve slept.",
    "",
    "   ",
    "Señor Ångström 漢字 \U0001f600 wrote.",
    "Kim cooked then. " * 90,
    "x" * 5_000,
)


def test_a_span_is_what_stands_at_its_place(reader: ExtractiveReader) -> None:
    spans = reader.read("Who sang?", PASSAGES, threshold=0.0)

    assert {span.passage for span in spans} == {0, 3, 4, 5}
    for span in spans:
        assert span.text == PASSAGES[span.passage][span.start : span.end]
        assert 0 <= span.score <= 1
    assert [span.score for span in spans] == sorted((s.score for s in spans), reverse=True)


def test_spans_of_a_passage_do_not_overlap_and_are_no_more_than_asked_for(
    reader: ExtractiveReader,
) -> None:
    for count in (1, 3):
        spans = reader.read("Who sang?", [PASSAGES[0], PASSAGES[4]], threshold=0.0, spans=count)
        for number in (0, 1):
            own = sorted((s.start, s.end) for s in spans if s.passage == number)
            assert len(own) <= count
            assert all(end <= start for (_, end), (start, _) in pairwise(own))


def test_what_is_below_the_threshold_is_not_told(reader: ExtractiveReader) -> None:
    spans = reader.read("Who sang?", PASSAGES, threshold=0.0)
    middle = spans[len(spans) // 2].score

    assert reader.read("Who sang?", PASSAGES, threshold=middle) == [
        span for span in spans if span.score >= middle
    ]


@pytest.mark.parametrize("question", ["", " ", "\x00", "?" * 9_000])
def test_a_question_of_any_kind_is_read(reader: ExtractiveReader, question: str) -> None:
    assert isinstance(reader.read(question, PASSAGES), list)
    assert reader.read(question, []) == []


def test_other_passages_do_not_change_what_is_read_in_one(tmp_path: Path) -> None:
    exact = exactly(small_encoder(), small_pieces(tmp_path))

    alone = exact.scored("Who sang?", [PASSAGES[0]])[0]
    among = exact.scored("Who sang?", PASSAGES)[0]

    assert [(s.start, s.end) for s in alone] == [(s.start, s.end) for s in among]
    assert [s.margin for s in alone] == pytest.approx([s.margin for s in among], abs=1e-4)


def test_int8_reads_what_floats_read(reader: ExtractiveReader, tmp_path: Path) -> None:
    if not reader.network.in_int8:
        pytest.skip("this torch has no int8 on this processor")
    exact = exactly(load(tmp_path)[0], small_pieces(tmp_path))

    for left, right in zip(
        reader.scored("Who sang?", PASSAGES), exact.scored("Who sang?", PASSAGES), strict=True
    ):
        assert [s.margin for s in left[:1]] == pytest.approx([s.margin for s in right[:1]], abs=0.1)
    own = reader.judged("Ann sang.", PASSAGES)
    for left, right in zip(own, exact.judged("Ann sang.", PASSAGES), strict=True):
        assert left == pytest.approx(right, abs=0.02)
    own = reader.promising("Who sang?", [PASSAGES[0], *PASSAGES[3:]])
    assert own == pytest.approx(exact.promising("Who sang?", [PASSAGES[0], *PASSAGES[3:]]), abs=0.1)


def test_of_many_passages_the_most_promising_are_read_on(reader: ExtractiveReader) -> None:
    texts = [f"{name} {verb} the song ." for name in NAMES for verb in VERBS]
    read = [bool(scored) for scored in reader.scored("Who sang?", texts)]
    few = [bool(scored) for scored in reader.scored("Who sang?", texts[: extractive.ALL_READ])]

    assert sum(read) == extractive.ALL_READ < len(texts)
    assert all(few)


def test_a_gate_is_fitted_and_changes_nothing_of_what_is_read(tmp_path: Path) -> None:
    encoder, pieces = small_encoder(), small_pieces(tmp_path)
    sung = [
        Example("Who sang?", f"{name} {verb} the song .", ((0, len(name)),), str(number), name)
        for number, name in enumerate(NAMES)
        for verb in VERBS
    ]
    gated = with_gate(encoder, pieces, sung, layers=1)

    before, after = exactly(encoder, pieces), exactly(gated, pieces)

    assert gated.shape.gate == 1 and gated.shape.pooled
    assert before.scored("Who sang?", PASSAGES) == after.scored("Who sang?", PASSAGES)
    own, *others = after.promising("Who sang?", [PASSAGES[0], "the .", "and then the ."])
    assert all(isinstance(one, float) for one in (own, *others))


def test_yes_or_no_is_told_with_a_probability_or_not_at_all(
    reader: ExtractiveReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = [(0.1, 0.85, 0.05), (0.6, 0.2, 0.2)]
    monkeypatch.setattr(ExtractiveReader, "judged", lambda *_: judged)

    assert reader.is_true("Did Ann sing?", ["a", "b"]) == pytest.approx(0.75)
    judged.pop()
    assert reader.is_true("Did Ann sing?", ["a"]) is None


def test_passages_are_judged_in_their_order(reader: ExtractiveReader) -> None:
    alone = [reader.judged("Ann sang.", [passage])[0] for passage in PASSAGES]

    for left, right in zip(alone, reader.judged("Ann sang.", PASSAGES), strict=True):
        assert left == pytest.approx(right, abs=0.02)
        assert sum(left) == pytest.approx(1)


def test_batches_shrink_when_memory_is_short() -> None:
    sizes = []

    def run(part: Sequence[int]) -> list[int]:
        sizes.append(len(part))
        if len(part) > 3:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")
        return [number * 2 for number in part]

    assert in_batches(range(10), run, 8) == [number * 2 for number in range(10)]
    assert sizes == [8, 4, 2, 2, 2, 2, 2]


def test_one_passage_too_many_for_the_memory_is_told() -> None:
    def run(part: Sequence[int]) -> list[int]:
        raise torch.OutOfMemoryError("CUDA out of memory")

    with pytest.raises(ReaderError, match="not enough memory"):
        in_batches([1, 2], run, 2)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "not enough memory"),
        (RuntimeError("Failed to allocate memory for 9 bytes"), "not enough memory"),
        (RuntimeError("std::bad_alloc"), "not enough memory"),
        (RuntimeError("shape mismatch"), "shape"),
    ],
)
def test_onnxruntime_lacks_memory_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    reader = ExtractiveReader.load(small_folder(tmp_path), by="onnxruntime")

    def run(*_: object) -> None:
        raise error

    monkeypatch.setattr("kgqa.text.readers.onnx_network._run", run)

    with pytest.raises(ReaderError if "memory" in told else RuntimeError, match=told):
        reader.read("Who sang?", PASSAGES)


def test_other_errors_are_not_taken_for_a_lack_of_memory() -> None:
    def run(part: Sequence[int]) -> list[int]:
        raise RuntimeError("shape mismatch")

    with pytest.raises(RuntimeError, match="shape"):
        in_batches([1, 2], run, 2)


def test_a_span_grows_to_whole_words() -> None:
    assert whole_words("the Villeneuves", 5, 8) == (4, 15)
    assert whole_words("a b", 0, 1) == (0, 1)


def test_a_folder_is_opened_once_and_is_a_reader(tmp_path: Path) -> None:
    opened = open_reader(str(small_folder(tmp_path)))

    assert isinstance(opened, Reader)
    assert open_reader(str(tmp_path)) is opened


def toy(count: int, seed: int) -> list[Example]:
    """Return "who" and "what" over a name and a verb among other words."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        words = [chance.choice(NAMES), chance.choice(VERBS), "then", "and", "the", "."]
        chance.shuffle(words)
        for question, known in (("who ?", NAMES), ("what ?", VERBS)):
            (answer,) = (word for word in words if word in known)
            start = sum(len(word) + 1 for word in words[: words.index(answer)])
            span = (start, start + len(answer))
            made.append(Example(question, " ".join(words), (span,), "toy", answer))
    return made


@pytest.mark.slow
def test_a_network_with_random_weights_learns_to_point(tmp_path: Path) -> None:
    encoder = small_encoder()
    plan = Plan(length=64, tokens=512, rate=3e-3, frozen=0, packs=(2, 2), qamr=0, qed=0, pairs=0)
    pieces = small_pieces(tmp_path)
    trainer = Trainer(encoder, pieces, Material(toy(1_500, 1), [], [], []), plan)
    losses = [progress.loss for progress in trainer.steps()]
    taught = ExtractiveReader(TorchNetwork(encoder), pieces, Calibration())

    asked = toy(25, 2)
    told = [taught.read(each.question, [each.passage], threshold=0.0)[0].text for each in asked]

    assert losses[-1] < losses[0] / 3
    assert sum(text == each.answer for text, each in zip(told, asked, strict=True)) >= 45


def test_the_best_span_is_the_likeliest_of_all_together(tmp_path: Path) -> None:
    encoder, pieces = small_encoder().eval(), small_pieces(tmp_path)
    torch.nn.init.normal_(encoder.long)
    row = row_of([pieces.of("Who sang?").ids], pieces.of(PASSAGES[0]).ids)
    batch = stacked([row])
    with torch.inference_mode():
        states = encoder.states(batch.tokens, batch.groups, batch.places)
        joint = encoder.joint(states, batch.groups, batch.rows, batch.heads)[0]
    network = TorchNetwork(encoder, quick=False)

    best = network.from_the_gate(network.to_the_gate([row]), 1)[0][0]

    inside = {
        (start - row.passage.start, start + length + 1 - row.passage.start): float(
            joint[1 + start * LONGEST + length]
        )
        - PENALTY * length
        for start in range(row.passage.start, row.passage.stop)
        for length in range(min(LONGEST, row.passage.stop - start))
    }
    assert max(inside, key=lambda span: inside[span]) == (best.start, best.end)
    assert best.margin == pytest.approx(max(inside.values()) - float(joint[0]), abs=1e-4)


@pytest.mark.parametrize("by", ["onnxruntime", "torch"])
def test_a_reader_whose_ends_are_told_alone_is_read(tmp_path: Path, by: str) -> None:
    torch.manual_seed(1)
    older = Encoder(replace(small_shape(), tied=0))
    taught = tied(older)

    spans = ExtractiveReader.load(small_folder(tmp_path, older), by=by).read(
        "Who sang?", PASSAGES, threshold=0.0
    )

    assert spans
    assert taught.shape.tied and tied(taught) is taught
    assert torch.equal(taught.token.weight, older.token.weight)


def test_a_long_passage_is_read_to_its_end(reader: ExtractiveReader) -> None:
    seen = max(s.end for s in reader.scored("Who sang?", [PASSAGES[4]], spans=500)[0])

    assert len(PASSAGES[4].split()) > extractive.WINDOW
    assert seen > 0.9 * len(PASSAGES[4])


@pytest.mark.parametrize(("told", "threads"), [("1", 1), ("3", 3)])
def test_the_environment_says_how_many_threads_read(
    monkeypatch: pytest.MonkeyPatch, told: str, threads: int
) -> None:
    from kgqa.text.readers import onnx_network

    monkeypatch.setenv("OMP_NUM_THREADS", told)
    assert onnx_network._processors() == threads
    monkeypatch.setenv("OMP_NUM_THREADS", "many")
    assert onnx_network._processors() == len(os.sched_getaffinity(0))

"""Generators on a small network that begins with random weights and really learns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kgqa.errors import ReaderError, ReaderMissing
from kgqa.text.readers.generating import NOT_RELEVANT, WAYS, Checkpoint, Generator, answers_in
from kgqa.text.readers.generator_training import Plan, Taught, lessons, read_taught, save, train
from kgqa.text.readers.reading import open_reader

COLOURS = ("red", "blue", "green", "white")
THINGS = ("door", "roof", "wall", "gate")


def small_checkpoint() -> Checkpoint:
    """Return a T5 of some 50,000 random weights that knows whole words only."""
    pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    import torch

    words = ["<pad>", "</s>", "<unk>", "#", "Not", "Relevant", "question:", "context:", "the", "is"]
    words += ["colour", *COLOURS, *THINGS]
    model = tokenizers.models.WordLevel(
        {word: number for number, word in enumerate(words)}, unk_token="<unk>"
    )
    cut: Any = tokenizers.Tokenizer(model)
    cut.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    cut.post_processor = tokenizers.processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", 1)]
    )
    torch.manual_seed(1)
    config = transformers.T5Config(
        vocab_size=len(words), d_model=48, d_kv=12, d_ff=96, num_layers=1, num_heads=4,
        dropout_rate=0.0, decoder_start_token_id=0, pad_token_id=0, eos_token_id=1,
    )  # fmt: skip
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=cut, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    return Checkpoint(transformers.T5ForConditionalGeneration(config), tokenizer)


def passage(thing: str, colour: str | None) -> str:
    return f"the {thing} is {colour}" if colour else f"the {thing}"


def taught(count: int, passages: int, seed: int) -> list[Taught]:
    """Return questions for the colours of passages; those of one question differ in colour."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        colours = chance.sample([*COLOURS, None, None], passages)
        told = sorted(colour for colour in colours if colour)
        texts = tuple(passage(chance.choice(THINGS), colour) for colour in colours)
        made.append(Taught("colour", texts, tuple(told)))
    return made


def learned(kind: str, data: list[Taught], steps: int) -> Generator:
    checkpoint = small_checkpoint()
    for _ in train(kind, checkpoint, data, Plan(steps=steps, rate=5e-3)):
        pass
    return Generator(WAYS[kind], "small", loaded=checkpoint)


@pytest.mark.slow
def test_a_generator_learns_to_answer_from_each_passage_alone_or_to_say_not_relevant() -> None:
    reader = learned("pig", taught(200, 2, seed=1), steps=200)

    spans = reader.read("colour", ["the door", "the roof is blue", "the wall is red"])

    assert {(span.passage, span.text) for span in spans} == {(1, "blue"), (2, "red")}
    assert all("the roof is blue"[s.start : s.end] == "blue" for s in spans if s.passage == 1)
    assert all(0.5 < span.score <= 1 for span in spans)


@pytest.mark.slow
def test_fusion_in_decoder_learns_to_list_what_several_passages_say() -> None:
    reader = learned("fid", taught(400, 3, seed=2), steps=500)

    right = 0
    for each in taught(20, 3, seed=9):
        told = {span.text for span in reader.read(each.question, each.passages)}
        right += told == set(each.answers)
    assert right >= 16


@pytest.mark.slow
def test_a_closed_book_reader_learns_answers_by_heart(tmp_path: Path) -> None:
    facts = dict(zip(THINGS, COLOURS, strict=True))
    data = [Taught(f"colour the {thing}", (), (colour,)) for thing, colour in facts.items()]
    reader = learned("closed", data, steps=120)
    save(reader.checkpoint, tmp_path)

    kept = open_reader(f"closed:{tmp_path}")
    told = {thing: kept.read(f"colour the {thing}", [])[0].text for thing in THINGS}

    assert told == facts
    assert kept.is_true("colour the door", []) is None


def test_a_list_is_parted_and_what_is_not_relevant_left_out() -> None:
    assert answers_in("Ann # Bob #Ann# ") == ["Ann", "Bob"]
    assert answers_in("not relevant") == []


def test_a_passage_alone_teaches_only_the_answers_it_has() -> None:
    data = [Taught("who", ("Ann sang.", "It rained.", "Ann and Bob."), ("Ann", "Bob"))]

    assert [target for _, target in lessons("pig", data, 10)] == ["Ann", NOT_RELEVANT, "Ann # Bob"]
    assert [len(texts) for texts, _ in lessons("fid", data, 2)] == [2]
    assert lessons("closed", data, 10) == [(["question: who"], "Ann # Bob")]


@pytest.mark.parametrize("line", ["{}", "[1]", "nonsense", '{"question": "q", "answers": 3}'])
def test_a_line_that_teaches_nothing_is_told_by_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "taught.jsonl"
    path.write_text('{"question": "q", "answers": ["a"]}\n' + line + "\n", encoding="utf-8")

    with pytest.raises(ReaderError, match="Line 2 of"):
        read_taught(path)


def test_a_generator_without_a_checkpoint_says_what_is_missing() -> None:
    with pytest.raises(ReaderError, match="needs a checkpoint"):
        open_reader("pig:")


@pytest.mark.slow
def test_a_checkpoint_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    pytest.importorskip("transformers")

    with pytest.raises(ReaderMissing, match="cannot be loaded"):
        open_reader(f"fid:{tmp_path}").read("who", ["text"])

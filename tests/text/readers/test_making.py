"""A reader is made by one command: trained, saved, calibrated, measured."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from small_reader import NAMES, VERBS, small_encoder, vocabulary

torch = pytest.importorskip("torch")

from kgqa_cli.train_reader import reader as command  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from kgqa.text.readers.encoder import EMBEDDINGS, LAYER, Encoder, from_bert  # noqa: E402
from kgqa.text.readers.making import LATE, UNFINISHED, Making, MeanWeights, trained  # noqa: E402
from kgqa.text.readers.measuring_sets import multispan, sets  # noqa: E402
from kgqa.text.readers.reading import Span  # noqa: E402
from kgqa.text.readers.weights import load  # noqa: E402

TITLES = ("Genghis Khan", "Construction", "Imperialism", "Steam engine", "Warsaw", "Normans")


def bert_weights(encoder: Encoder) -> dict[str, torch.Tensor]:
    """Return the weights of an encoder under the names that BERT's checkpoints have."""
    own = encoder.state_dict()
    named = {f"embeddings.{theirs}": own[ours] for ours, theirs in EMBEDDINGS.items()}
    for number in range(encoder.shape.layers):
        ours, theirs = f"layers.{number}", f"encoder.layer.{number}"
        for kind in ("weight", "bias"):
            parts = own[f"{ours}.mixed.{kind}"].chunk(3)
            for name, part in zip(("query", "key", "value"), parts, strict=True):
                named[f"{theirs}.attention.self.{name}.{kind}"] = part.contiguous()
            for name, long in LAYER.items():
                named[f"{theirs}.{long}.{kind}"] = own[f"{ours}.{name}.{kind}"]
    return named


def data_folder(folder: Path) -> Path:
    """Write small question sets of every kind."""
    chance = random.Random(1)
    paragraphs = []
    for number in range(60):
        name, verb, other = (*chance.sample(NAMES, 1), *chance.sample(VERBS, 2))
        context = f"{name} {verb} and then {other} the song ."
        asked = [{"question": f"who {verb} ?", "answer": name}]
        asked.append({"question": f"what did {name} ?", "answer": verb})
        title = TITLES[number % len(TITLES)]
        paragraphs.append({"title": title, "context": context, "questions": asked})
    reading = folder / "reading"
    for made in (reading / "qed", reading / "qamr", folder / "entailment"):
        made.mkdir(parents=True)
    (reading / "squad.json").write_text(json.dumps(paragraphs))
    (reading / "qamr" / "wiki-sentences.tsv").write_text("s\tann sang the song\n")
    row = "s\t0\t1\t0\t0\twho sang ?\t0\t1:0\t2:0\n"
    (reading / "qamr" / "filtered_dev.tsv").write_text(row)
    record = {
        "paragraph_text": "bob ran .", "question_text": "who ran", "title_text": "bob",
        "answer_spans": [[0, 3]],
    }  # fmt: skip
    (reading / "qed" / "a.jsonlines").write_text(json.dumps(record) + "\n")
    pairs = "a\tb\tc\nann sang\tann slept\tcontradiction\n"
    (folder / "entailment" / "a_train.tsv").write_text(pairs)
    spans = {"question": ["who"], "context": ["ann", "lee", "ran"], "label": ["B", "I", "O"]}
    (reading / "multispanqa.json").write_text(json.dumps({"data": [spans]}))
    return reading


def base_folder(folder: Path) -> Path:
    folder.mkdir()
    save_file(bert_weights(small_encoder()), folder / "model.safetensors")
    (folder / "vocab.txt").write_bytes(vocabulary())
    return folder


def test_a_reader_is_trained_calibrated_measured_and_taught_more(tmp_path: Path) -> None:
    data, base, out = data_folder(tmp_path), base_folder(tmp_path / "base"), tmp_path / "out"
    run = CliRunner()

    few = ["--questions", "12"]
    first = run.invoke(command, [str(data), "--base", str(base), "--out", str(out), *few])
    second = run.invoke(command, [str(data), "--measure", "--from", str(out), *few])
    more = ["--base", str(out), "--out", str(tmp_path / "more"), "--minutes", "0.1"]
    third = run.invoke(command, [str(data), *more, *few])

    assert (first.exit_code, second.exit_code, third.exit_code) == (0, 0, 0), second.output
    assert sorted(path.name for path in out.iterdir()) == [
        "first.onnx",
        "last.onnx",
        "reader.json",
        "reader.safetensors",
        "vocab.txt",
    ]
    told = load(out)[1].trained
    assert told["figures"]["questions"] == 12
    assert told["plan"]["length"] == 160
    for row in ("| exact |", "| error |", "| by reading |", "| recall |"):
        assert row in second.output


def test_what_was_learned_is_taken_up_where_it_ended(tmp_path: Path) -> None:
    data, base, out = data_folder(tmp_path), base_folder(tmp_path / "base"), tmp_path / "out"
    making = Making(data, base, out, "kgqa train reader")
    whole = [progress.step for progress in trained(making)]
    out.mkdir(exist_ok=True)
    save_file(small_encoder(2).state_dict(), out / UNFINISHED, {"step": "2"})

    rest = [progress.step for progress in trained(making)]

    assert whole == list(range(1, len(whole) + 1))
    assert rest == whole[2:]


def test_later_weights_count_for_more_in_a_mean() -> None:
    mean = MeanWeights()
    counted = []
    for number in range(101):
        mean.add({"one": torch.tensor(float(number == 50)), "late": torch.tensor(number / 100)})
        counted.append(float(mean.weights["one"]))

    assert mean.count == 101
    assert counted[49] == 0 and counted[50] > counted[100] > 0
    assert mean.weights["late"] == pytest.approx((1 + LATE) / (2 + LATE), abs=0.01)


def test_a_reader_that_learns_more_is_another_afterwards(tmp_path: Path) -> None:
    data, out = data_folder(tmp_path), tmp_path / "out"
    base = base_folder(tmp_path / "base")
    list(trained(Making(data, base, out, "kgqa train reader")))
    list(trained(Making(data, out, tmp_path / "more", "kgqa train reader")))
    moved, kept = load(tmp_path / "more")[0], load(out)[0]
    assert not torch.equal(moved.layers[0].wide.weight, kept.layers[0].wide.weight)


def test_heads_of_width_32_are_told_by_the_shape_of_a_checkpoint() -> None:
    encoder = small_encoder()
    read = from_bert(bert_weights(encoder))

    assert read.shape.width == 32 and read.shape.layers == 2 and read.shape.heads == 1
    assert torch.equal(read.layers[1].mixed.weight, encoder.layers[1].mixed.weight)


@pytest.mark.slow
def test_the_encoder_computes_what_bert_computes() -> None:
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        vocab_size=100, hidden_size=64, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=96, max_position_embeddings=40,
    )  # fmt: skip
    torch.manual_seed(2)
    bert = transformers.BertModel(config, add_pooling_layer=False).eval()
    encoder = from_bert(bert.state_dict()).eval()
    tokens = torch.randint(1, 100, (3, 20))
    groups = torch.ones_like(tokens)
    groups[:, 8:] = 0
    groups[1, 15:] = -1
    places = torch.arange(20).expand(3, 20)

    with torch.inference_mode():
        own = encoder.states(tokens, groups, places)
        theirs = bert(
            input_ids=tokens,
            token_type_ids=(groups == 0).long(),
            attention_mask=(groups >= 0).long(),
        ).last_hidden_state

    real = groups >= 0
    assert (own - theirs)[real].abs().max() < 1e-4


def test_sets_of_spans_are_counted_over_all_questions(tmp_path: Path) -> None:
    path = data_folder(tmp_path) / "multispanqa.json"
    ((question, passage, answers),) = multispan(path)
    assert (question, passage, answers) == ("who", "ann lee ran", ["ann lee"])

    class Fixed:
        def read(self, *_: object, **__: object) -> list[Span]:
            return [Span(0, 0, 7, "Ann Lee", 0.9), Span(0, 8, 11, "ran", 0.5)]

    found = sets(Fixed(), [(question, passage, answers)])  # type: ignore[arg-type]

    assert (found.precision, found.recall) == (0.5, 1.0)
    assert found.f1 == pytest.approx(2 / 3)

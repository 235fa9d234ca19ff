"""Pairs of questions and passages, and a retriever that learns from them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from kgqa_store.schema import Schema
from small_reader import small_encoder, small_folder, small_pieces, vocabulary
from text_documents import WORLD, write_lines

from kgqa.errors import EmbedderMissing
from kgqa.stores import open_store
from kgqa.text.embedders import load_embedder
from kgqa.text.index import Mode, open_index
from kgqa.text.index_build import build_index
from kgqa.text.readers.examples import Example
from kgqa.text.readers.weights import Calibration, save
from kgqa.text.retrieving.making import trained
from kgqa.text.retrieving.pairs import ByEdges, Pair, of_examples, patterns, read, write
from kgqa.text.retrieving.training import Plan, Trainer, vectors
from kgqa.text.verifying.alignments import Aligner

NAMES, VERBS = ("ann", "bob", "eve", "kim"), ("sang", "ran", "slept", "wrote")
PAIRS = [
    Pair(f"who {did} the song ?", f"{who} {did} .", f"{who} cooked the song .", "read")
    for who, did in zip(NAMES, VERBS, strict=True)
]


def _retriever(folder: Path) -> Path:
    told = {"kind": "retriever"}
    save(folder, small_encoder(), vocabulary(), Calibration(), told)
    return folder


def test_a_question_comes_nearest_to_its_own_passage(tmp_path: Path) -> None:
    encoder, pieces = small_encoder(), small_pieces(tmp_path)
    plan = Plan(steps=80, rate=3e-3, dropped=0.0, questions=4)
    losses = [one.loss for one in Trainer(encoder, pieces, PAIRS, plan).steps()]
    assert losses[-1] < losses[0]
    encoder.eval()
    asked = vectors(encoder, pieces, [one.question for one in PAIRS], 32)
    passages = [*(one.passage for one in PAIRS), *(one.other for one in PAIRS)]
    nearest = (asked @ vectors(encoder, pieces, passages, 32).T).argmax(dim=1)
    assert nearest.tolist() == [0, 1, 2, 3]


def test_both_towers_are_run_without_torch_as_they_learned(tmp_path: Path) -> None:
    folder = _retriever(tmp_path / "r")
    embedder = load_embedder(folder)
    texts = ["ann sang .", "who sang ?", "bob cooked the letter and the song then"]
    found = embedder.embed(texts)
    with_torch = vectors(small_encoder().eval(), small_pieces(tmp_path), texts, 128)
    assert np.abs(np.linalg.norm(found, axis=1) - 1).max() < 1e-5
    alike = (found * with_torch.detach().numpy()).sum(axis=1)
    assert alike.min() > 0.97  # it counts in whole numbers
    assert embedder.name.startswith("retriever ")


def test_what_is_taught_is_written_as_an_embedder(tmp_path: Path) -> None:
    base = small_folder(tmp_path / "base")
    for _ in trained(base, tmp_path / "out", PAIRS, Plan(steps=2, questions=2), "test"):
        pass
    source = write_lines(tmp_path / "a.jsonl", WORLD)
    build_index([source], tmp_path / "index", embedder=load_embedder(tmp_path / "out"))
    with open_index(tmp_path / "index", embedder=load_embedder(tmp_path / "out")) as index:
        assert index.search("Dune")[0].ranks
    with pytest.raises(EmbedderMissing):
        load_embedder(base)  # a reader makes no vectors


@pytest.mark.parametrize(
    ("mode", "rankings"),
    [("words", {"words"}), ("dense", {"meaning"}), ("fused", {"words", "meaning"})],
)
def test_a_mode_says_which_rankings_there_are(
    tmp_path: Path, mode: Mode, rankings: set[str]
) -> None:
    embedder = load_embedder(_retriever(tmp_path / "r"))
    source = write_lines(tmp_path / "a.jsonl", WORLD)
    build_index([source], tmp_path / "index", embedder=embedder)
    with open_index(tmp_path / "index", embedder=embedder, mode=mode) as index:
        hits = index.search("author of Dune")
    assert {name for hit in hits for name in hit.ranks} == rankings


def test_a_passage_that_only_shares_words_lacks_the_answer(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.jsonl", WORLD)
    build_index([source], tmp_path / "index")
    passage = "Dune was written by Frank Herbert."
    example = Example("Who wrote the novel Dune?", passage, ((20, 33),), "Dune")
    with open_index(tmp_path / "index") as index:
        (pair,) = of_examples([example], index)
    assert pair.passage == f"Dune. {passage}"
    assert "Frank Herbert" not in pair.other


def test_patterns_without_a_licence_are_not_learned_from(tmp_path: Path) -> None:
    lines = [
        {"property": "P57", "kind": kind, "lang": lang, "licence": licence, "pattern": pattern}
        for kind, lang, licence, pattern in [
            ("question (subject asked)", "en", "CC0 1.0", "Which [TYPE] did [Y] direct?"),
            ("question (subject asked)", "en", "not stated in the repo", "What did [Y] make?"),
            ("question (subject asked)", "de", "MIT", "Was drehte [Y]?"),
            ("statement", "en", "MIT", "[X] was directed by [Y]"),
        ]
    ]
    path = tmp_path / "patterns.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert patterns(path) == {"P57": ["Which [TYPE] did [Y] direct?"]}


def test_a_question_about_an_edge_has_a_passage_about_its_subject() -> None:
    said = {"P57": ["Which [TYPE] did [Y] direct?"]}
    with open_store("sample") as store, open_index("sample") as index:
        graph, names = store.adjacency, store.names  # type: ignore[attr-defined]
        with Schema.open(store.path / "names") as schema:  # type: ignore[attr-defined]
            aligned = list(Aligner(graph, names, schema).aligned(index.passages(), most=50))
        pairs = list(ByEdges(graph, names, index, said, random.Random(1)).pairs(aligned))
    assert pairs
    for pair in pairs:
        assert pair.question.startswith("Which ") and "[" not in pair.question
        director = pair.question.removesuffix(" direct?").partition(" did ")[2]
        assert director in pair.passage
        assert pair.other != pair.passage


def test_pairs_are_read_as_they_were_written(tmp_path: Path) -> None:
    write(tmp_path / "pairs.jsonl", PAIRS)
    assert read(tmp_path / "pairs.jsonl") == PAIRS
    (tmp_path / "other.jsonl").write_text("[1]\n")
    with pytest.raises(ValueError, match="no pairs"):
        read(tmp_path / "other.jsonl")

from __future__ import annotations

import builtins
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kgqa_store.progress import Advanced, Event
from text_documents import WORLD, indexed, write_lines

from kgqa.errors import EmbedderMissing
from kgqa.merge.texts import Texts
from kgqa.text.dense import Vectors, nearest, packed, unit_rows
from kgqa.text.embedders import load_embedder
from kgqa.text.fusion import fuse
from kgqa.text.index import open_index
from kgqa.text.index_build import build_index
from kgqa.text.offered_devices import onnx_providers
from kgqa.text.words import words_in

MEANINGS = {"movie": 0, "film": 0, "directed": 0, "author": 1, "novel": 1, "book": 1, "poland": 2}


class Toy:
    """An embedder that knows which words mean the same."""

    name = "toy"

    def __init__(self) -> None:
        self.texts = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += len(texts)
        rows = np.zeros((len(texts), 4), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[3] = 0.1
            for word in words_in(text):
                if word in MEANINGS:
                    row[MEANINGS[word]] += 1
        return unit_rows(rows)


@pytest.fixture(scope="module")
def toy_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dense")
    source = write_lines(folder / "a.jsonl", WORLD)
    build_index([source], folder / "index", embedder=Toy())
    return folder / "index"


def test_a_passage_is_found_by_what_it_means(toy_index: Path) -> None:
    with open_index(toy_index) as plain, open_index(toy_index, embedder=Toy()) as index:
        assert plain.search("movie") == []
        first = index.search("movie")[0]

    assert (first.passage.id, first.ranks) == ("film", {"meaning": 1})


def test_an_engine_finds_passages_by_meaning_with_the_embedder_of_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = Toy()
    toy.folder = tmp_path  # type: ignore[attr-defined]
    source = write_lines(tmp_path / "a.jsonl", WORLD)
    build_index([source], tmp_path / "index", embedder=toy)
    monkeypatch.setattr("kgqa.text.embedders.load_embedder", lambda _: Toy())
    texts = Texts(tmp_path / "index")
    assert texts.has_passages() and texts.search("movie", 5)[0].id == "film"
    texts.close()

    monkeypatch.setattr(Toy, "name", "another")
    other = Texts(tmp_path / "index")
    assert other.has_passages() and other.search("movie", 5) == []
    other.close()


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["CPUExecutionProvider"], ["CPUExecutionProvider"]),
        (["AzureExecutionProvider", "CPUExecutionProvider"], ["CPUExecutionProvider"]),
        (
            ["TensorrtExecutionProvider", "CUDAExecutionProvider", "CPUExecutionProvider"],
            ["CUDAExecutionProvider", "CPUExecutionProvider"],
        ),
        ([], ["CPUExecutionProvider"]),
    ],
)
def test_models_run_on_what_is_offered(offered: list[str], chosen: list[str]) -> None:
    assert onnx_providers(offered) == chosen


def test_what_both_rankings_have_comes_first(toy_index: Path) -> None:
    with open_index(toy_index, embedder=Toy()) as index:
        first = index.search("author of Dune")[0]

    assert first.passage.id == "dune"
    assert set(first.ranks) == {"words", "meaning"}


def test_the_embedder_is_named_in_the_manifest(toy_index: Path) -> None:
    with open_index(toy_index) as index:
        assert index.manifest.embedder == "toy"


def test_an_index_without_vectors_refuses_an_embedder(tmp_path: Path) -> None:
    indexed(tmp_path).close()

    with pytest.raises(EmbedderMissing, match="no vectors"):
        open_index(tmp_path / "index", embedder=Toy())


def test_vectors_of_another_embedder_are_refused(toy_index: Path) -> None:
    other = Toy()
    other.name = "other"

    with pytest.raises(EmbedderMissing, match="toy"):
        open_index(toy_index, embedder=other)


def test_vectors_that_were_made_are_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.text.dense.EVERY", 2)
    source = write_lines(tmp_path / "a.jsonl", WORLD)

    def interrupt(event: Event) -> None:
        if event == Advanced("vectors", 4):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "index", embedder=Toy(), progress=interrupt)
    toy = Toy()
    build_index([source], tmp_path / "index", embedder=toy)
    build_index([source], tmp_path / "whole", embedder=Toy())
    paths = [next((tmp_path / name).glob("*/vectors.npy")) for name in ("index", "whole")]

    assert toy.texts == 1
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_folder_without_a_model_is_no_embedder(tmp_path: Path) -> None:
    with pytest.raises(EmbedderMissing, match="no embedder"):
        load_embedder(tmp_path / "missing")


@pytest.mark.parametrize("name", ["sentence_transformers", "onnxruntime"])
def test_without_the_library_a_line_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if name == "onnxruntime":
        (tmp_path / "model.onnx").touch()
    real = builtins.__import__

    def missing(module: str, *more: object) -> object:
        if module in (name, f"kgqa.text.quiet_{name}"):  # which may be loaded already
            raise ImportError(module)
        return real(module, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(EmbedderMissing) as caught:
        load_embedder(tmp_path)
    assert "pip install" in caught.value.hint


@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_the_nearest_are_those_that_comparing_all_gives(k: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    vectors = np.abs(unit_rows(random.normal(size=(10, 3)).astype(np.float32)))
    question = np.abs(random.normal(size=3)).astype(np.float32)
    expected = sorted(range(10), key=lambda number: -float(vectors[number] @ question))

    assert [number for number, _ in nearest(vectors, question, k)] == expected[:k]


@given(st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_a_packed_vector_is_within_half_a_step_of_what_it_was(size: int, seed: int) -> None:
    rows = unit_rows(np.random.default_rng(seed).normal(size=(5, size)).astype(np.float32))
    codes, scales = packed(rows)

    assert codes.dtype == np.int8
    assert np.abs(codes * scales[:, None] - rows).max() <= scales.max() / 2 + 1e-6


def test_packed_vectors_are_compared_in_blocks_as_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kgqa.text.dense.BLOCK", 3)
    random = np.random.default_rng(4)
    codes, scales = packed(unit_rows(random.normal(size=(10, 6)).astype(np.float32)))
    question = random.normal(size=6).astype(np.float32)
    alike = (codes * scales[:, None]) @ question
    expected = [n for n in np.argsort(-alike).tolist() if alike[n] > 0]

    assert [number for number, _ in nearest(codes, question, 10, scales)] == expected


def test_a_vector_without_direction_stays_one() -> None:
    codes, scales = packed(np.zeros((1, 4), np.float32))

    assert not codes.any() and not scales.any()


RANKING = st.lists(st.integers(0, 20), unique=True, max_size=10)


@given(RANKING)
def test_fusing_a_ranking_with_itself_changes_no_order(ranking: list[int]) -> None:
    assert [number for number, _ in fuse({"a": ranking, "b": ranking})] == ranking


@given(RANKING, RANKING)
def test_fusion_does_not_depend_on_the_order_of_rankings(one: list[int], two: list[int]) -> None:
    found = fuse({"a": one, "b": two})

    assert found == fuse({"b": two, "a": one})
    assert {number for number, _ in found} == {*one, *two}


def test_a_fused_score_is_the_sum_of_reciprocal_places() -> None:
    found = dict(fuse({"a": [7, 8], "b": [8]}, weights={"b": 2.0}))

    assert found == {8: pytest.approx(1 / 62 + 2 / 61), 7: pytest.approx(1 / 61)}

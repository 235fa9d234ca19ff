from __future__ import annotations

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_documents import WORLD, indexed, titles, write_lines

from kgqa.errors import TextIndexDamaged, TextIndexError, TextIndexMissing, TextIndexVersion
from kgqa.text.index import Hit, TextIndex, open_index
from kgqa.text.index_build import build_index
from kgqa.text.passages import Passage
from kgqa.text.postings import best, open_postings
from kgqa.text.postings_build import LENGTH, SATURATION, TITLE, build_postings
from kgqa.text.verify import verify_index
from kgqa.text.words import query_words, word_of, words_in


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> TextIndex:
    return indexed(tmp_path_factory.mktemp("world"))


# --- Searching -------------------------------------------------------------------------------


def test_a_passage_is_found_by_its_words_and_by_its_title(world: TextIndex) -> None:
    assert titles(world, "Who is the author Frank Herbert?", k=1) == ["Dune (novel)"]
    assert titles(world, "Where was Marie Curie born?", k=1) == ["Marie Curie"]


def test_a_hit_has_the_passage_its_score_and_its_place(world: TextIndex) -> None:
    first, second = world.search("dunes", k=5)[:2]

    assert isinstance(first, Hit)
    assert first.score > second.score > 0
    assert (first.ranks, second.ranks) == ({"words": 1}, {"words": 2})
    assert world.search("Chilton")[0].passage == Passage(**WORLD[0])


def test_no_more_passages_are_found_than_wanted_and_none_without_a_word(world: TextIndex) -> None:
    assert len(world.search("dune", k=2)) == 2
    assert world.search("dune", k=0) == []
    assert world.search("zebra") == []
    assert world.search("the of and") == []
    assert world.search("") == []


def test_passages_about_an_entity_of_the_question_come_first(world: TextIndex) -> None:
    plainly = titles(world, "dune", k=3)
    about_film = titles(world, "dune", k=3, qids=["Q60834962"])

    assert sorted(plainly) == sorted(about_film)
    assert about_film[0] == "Dune (2021 film)"


def test_passages_about_an_entity_are_found_even_without_a_word(world: TextIndex) -> None:
    assert titles(world, "zebra", qids=["Q270"]) == ["Warsaw"]


@pytest.mark.parametrize("qid", ["", "Q", "P31", "Q99999", "Q-1", "Q" + "9" * 30, "Qé", "Q²"])
def test_an_entity_without_passages_changes_nothing(world: TextIndex, qid: str) -> None:
    assert titles(world, "dune", qids=[qid]) == titles(world, "dune")
    assert world.of_entity(qid) == []


def test_the_passages_of_an_entity_are_in_order(tmp_path: Path) -> None:
    texts = [" ".join(f"Part {n} of text {t}." for n in range(60)) for t in range(2)]
    records = [{"id": str(t), "text": text, "qid": "Q5"} for t, text in enumerate(texts)]
    with indexed(tmp_path, records) as index:
        found = index.of_entity("Q5")

    assert [one.id for one in found] == ["0#1", "0#2", "0#3", "1#1", "1#2", "1#3"]
    assert {one.qid for one in found} == {"Q5"}


def test_a_question_of_many_kilobytes_is_answered(world: TextIndex) -> None:
    assert titles(world, "dune " + " ".join(f"w{n}" for n in range(20_000)), k=1)


def test_threads_find_what_one_finds(world: TextIndex) -> None:
    queries = ["dune", "Warsaw", "Villeneuve film", "sand wind"] * 25
    alone = [world.search(query) for query in queries]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(world.search, queries))

    assert together == alone


def test_a_closed_index_says_so(tmp_path: Path) -> None:
    index = indexed(tmp_path)
    index.close()

    with pytest.raises(ValueError, match="closed"):
        index.search("dune")


def test_all_passages_can_be_read_in_order(world: TextIndex) -> None:
    assert [one.id for one in world.passages()] == [one["id"] for one in WORLD]
    assert len(world) == len(WORLD)


def test_passages_can_be_ranked_again(tmp_path: Path) -> None:
    indexed(tmp_path).close()

    def by_length(query: str, passages: list[Passage]) -> list[float]:
        return [-float(len(passage.text)) for passage in passages]

    with TextIndex(tmp_path / "index", reranker=by_length) as index:  # type: ignore[arg-type]
        found = index.search("dune Warsaw", k=2)

    assert [hit.passage.id for hit in found] == ["curie", "city"]
    assert found[0].score == -len(found[0].passage.text)


# --- BM25 ------------------------------------------------------------------------------------

TEXT = st.lists(
    st.sampled_from(["red", "blue", "green", "the", "city", "cities", "x"]), max_size=12
).map(" ".join)


def bm25(query: str, passages: list[Passage]) -> list[float]:
    """Return the scores by the formula of Robertson and Zaragoza, passage by passage."""
    bags: list[Counter[str]] = []
    for passage in passages:
        bag: Counter[str] = Counter()
        for text, weight in ((passage.text, 1), (passage.title, int(TITLE))):
            bag.update(
                {word: weight * n for word, n in Counter(map(word_of, words_in(text))).items()}
            )
        del bag[""]
        bags.append(bag)
    mean = max(sum(bag.total() for bag in bags) / len(bags), 1)
    scores = [0.0] * len(passages)
    for word in query_words(query):
        holding = sum(word in bag for bag in bags)
        rarity = math.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
        for place, bag in enumerate(bags):
            norm = SATURATION * (1 - LENGTH + LENGTH * bag.total() / mean)
            scores[place] += rarity * bag[word] * (SATURATION + 1) / (bag[word] + norm)
    return scores


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=30), TEXT)
def test_scores_are_those_of_the_formula(
    tmp_path_factory: pytest.TempPathFactory, texts: list[tuple[str, str]], query: str
) -> None:
    folder = tmp_path_factory.mktemp("bm25")
    passages = [Passage(str(n), title, text) for n, (title, text) in enumerate(texts)]
    build_postings(passages, folder)
    found = open_postings(folder, len(passages)).scores(query_words(query))

    assert found.tolist() == pytest.approx(bm25(query, passages), abs=1e-4)


def test_counting_in_small_blocks_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passages = [
        Passage(str(n), f"title {n % 7}", f"word{n % 13} b{n} c{n % 3}") for n in range(200)
    ]
    files = []
    for block, piece in ((1000, 1000), (7, 5)):
        monkeypatch.setattr("kgqa.text.postings_build.BLOCK", block)
        monkeypatch.setattr("kgqa.text.postings_build.PIECE", piece)
        folder = tmp_path / str(block)
        folder.mkdir()
        build_postings(passages, folder)
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})

    assert files[0] == files[1]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=50), st.integers(1, 60))
def test_the_best_are_those_that_sorting_gives(scores: list[int], k: int) -> None:
    expected = sorted(
        ((n, s) for n, s in enumerate(scores) if s), key=lambda pair: (-pair[1], pair[0])
    )

    assert best(np.array(scores, np.float32), k) == expected[:k]


# --- Damage ----------------------------------------------------------------------------------


def generation(folder: Path) -> Path:
    (found,) = (folder / "index").glob("generation-*")
    return found


def test_a_place_without_an_index_says_how_to_build_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("missing", "file", "."):
        with pytest.raises(TextIndexMissing) as caught:
            open_index(tmp_path / name)
        assert "kgqa text build" in caught.value.hint


def test_an_index_of_another_format_is_refused(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    manifest = tmp_path / "index" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": 1', '"format": 99'))

    with pytest.raises(TextIndexVersion, match="format 99"):
        open_index(tmp_path / "index")


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"kind": "text index", "format": 1}', "\x00"]
)
def test_a_damaged_manifest_is_no_traceback(tmp_path: Path, content: str) -> None:
    indexed(tmp_path).close()
    (tmp_path / "index" / "manifest.json").write_text(content)

    with pytest.raises(TextIndexError):
        open_index(tmp_path / "index")


def test_a_manifest_cannot_lead_elsewhere(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    manifest = tmp_path / "index" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"generation": "', '"generation": "../'))

    with pytest.raises(TextIndexDamaged):
        open_index(tmp_path / "index")


@pytest.mark.parametrize("is_gone", [True, False])
def test_a_file_that_is_gone_or_cut_off_is_noticed_on_opening(
    tmp_path: Path, is_gone: bool
) -> None:
    indexed(tmp_path).close()
    for path in generation(tmp_path).iterdir():
        content = path.read_bytes()
        path.unlink() if is_gone else path.write_bytes(content[:-1])
        with pytest.raises(TextIndexDamaged, match=path.name):
            open_index(tmp_path / "index")
        path.write_bytes(content)

    assert len(open_index(tmp_path / "index")) == len(WORLD)


@pytest.mark.parametrize(
    "name", ["passage_offsets.npy", "word_passages.npy", "passages.jsonl", "vocabulary_offsets.npy"]
)
def test_content_that_was_overwritten_is_an_error_and_no_crash(tmp_path: Path, name: str) -> None:
    indexed(tmp_path).close()
    path = generation(tmp_path) / name
    content = path.read_bytes()
    path.write_bytes(content[:128] + b"\xff" * (len(content) - 128))

    with suppress(TextIndexDamaged), _unchecked(tmp_path / "index") as index:
        index.search("dune sand Warsaw")
        index.of_entity("Q270")
    with pytest.raises(TextIndexDamaged, match=f"{name} has another content"):
        open_index(tmp_path / "index")
    assert not verify_index(tmp_path / "index").is_sound


def _unchecked(directory: Path) -> TextIndex:
    """Open an index as if its damage had escaped the look for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgqa.text.index.damage_in", lambda *_: "")
        return open_index(directory)


def test_pickled_data_is_not_loaded(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    path = generation(tmp_path) / "entities.npy"
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    manifest = tmp_path / "index" / "manifest.json"
    text = manifest.read_text()
    start = text.index('"bytes"', text.index('"entities.npy"'))
    end = text.index(",", start)
    manifest.write_text(f'{text[:start]}"bytes": {path.stat().st_size}{text[end:]}')

    with pytest.raises(TextIndexDamaged):
        open_index(tmp_path / "index")


# --- The sample ------------------------------------------------------------------------------


def test_the_sample_is_built_once_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "passages"
    source.mkdir()
    write_lines(source / "a.jsonl", WORLD)
    monkeypatch.setattr("kgqa.text.sample_index.PASSAGES", source)
    with open_index("sample", folder=tmp_path / "home") as index:
        assert len(index) == len(WORLD)
    monkeypatch.setattr("kgqa.text.index_build.build_index", None)
    with open_index("sample", folder=tmp_path / "home") as index:
        assert len(index) == len(WORLD)


def test_a_sample_without_passages_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.text.sample_index.PASSAGES", tmp_path)

    with pytest.raises(TextIndexMissing, match="sample"):
        open_index("sample", folder=tmp_path / "home")


def test_a_place_where_nothing_can_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    source = write_lines(tmp_path / "a.jsonl", WORLD)

    with pytest.raises(TextIndexError):
        build_index([source], tmp_path / "file" / "index")

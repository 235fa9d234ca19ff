from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path

import pytest
from kgqa_store.errors import SourceError
from kgqa_store.progress import Advanced, Event, Finished, Noticed, Started
from text_documents import WORLD, indexed, titles, write_lines

from kgqa.errors import TextIndexBusy, TextIndexError
from kgqa.text.index import open_index
from kgqa.text.index_build import build_index
from kgqa.text.verify import verify_index

MANY = [{"id": str(n), "title": f"T{n}", "text": f"Text {n} is about w{n}."} for n in range(100)]


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a checkpoint after every ten documents."""
    monkeypatch.setattr("kgqa.text.spool.EVERY", 10)


class Interrupting:
    """Somebody who is told, and interrupts at the given step of a stage."""

    def __init__(self, stage: str, steps: int) -> None:
        self.stage, self.steps = stage, steps

    def __call__(self, event: Event) -> None:
        if isinstance(event, Advanced) and event.stage == self.stage:
            self.steps -= 1
            if self.steps == 0:
                raise KeyboardInterrupt


def contents(folder: Path) -> dict[str, bytes]:
    (generation,) = folder.glob("generation-*")
    return {path.name: path.read_bytes() for path in generation.iterdir()}


# --- What is built ---------------------------------------------------------------------------


def test_what_was_counted_is_in_the_manifest(tmp_path: Path) -> None:
    records = [*WORLD, WORLD[0], {"id": "dune", "text": "Another."}, {"title": "empty"}, "oops"]
    source = write_lines(tmp_path / "a.jsonl", records)
    manifest = build_index([source], tmp_path / "index")

    assert manifest.counts["documents"] == manifest.counts["passages"] == 6
    assert manifest.counts["repeated ids"] == 1
    assert manifest.dropped == {
        "repeated documents": 1,
        "documents without text": 1,
        "broken lines": 1,
    }
    assert "a.jsonl:9" in manifest.problems[0]
    assert (manifest.sources[0].lines, manifest.sources[0].kind) == (9, "lines")


def test_documents_with_one_id_get_ids_of_their_own(tmp_path: Path) -> None:
    with indexed(
        tmp_path, [{"id": "a", "text": text} for text in ("One.", "Two.", "Six.")]
    ) as index:
        assert [passage.id for passage in index.passages()] == ["a", "a~2", "a~3"]


def test_several_sources_of_several_kinds_make_one_index(tmp_path: Path) -> None:
    lines = write_lines(tmp_path / "a.jsonl", WORLD)
    (tmp_path / "b.txt").write_text("Zebras are striped.\n\nLions are not.", encoding="utf-8")
    build_index([lines, tmp_path / "b.txt"], tmp_path / "index")

    with open_index(tmp_path / "index") as index:
        assert len(index) == len(WORLD) + 2
        assert titles(index, "zebra") == ["b"]


@pytest.mark.parametrize("records", [[], [{"title": "no text"}], ["oops"]])
def test_sources_without_a_passage_are_refused(tmp_path: Path, records: list[object]) -> None:
    with pytest.raises(SourceError, match="not a single passage"):
        indexed(tmp_path, records)

    assert not (tmp_path / "index" / "manifest.json").exists()


def test_too_many_broken_lines_end_the_build(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="6 broken lines, of which 5 are allowed"):
        indexed(tmp_path, [*WORLD, *["oops"] * 6])


def test_passages_of_the_smallest_words_only_can_be_indexed(tmp_path: Path) -> None:
    with indexed(tmp_path, [{"text": "To be or not to be.", "id": "x"}]) as index:
        assert len(index) == 1
        assert index.search("to be") == []


def test_the_progress_of_every_stage_is_told(tmp_path: Path) -> None:
    told: list[Event] = []
    build_index([write_lines(tmp_path / "a.jsonl", MANY)], tmp_path / "i", progress=told.append)
    stages = [event.stage for event in told if isinstance(event, Started)]

    assert stages == ["passages", "words", "checksums"]
    assert stages == [event.stage for event in told if isinstance(event, Finished)]


# --- Swapped in as a whole -------------------------------------------------------------------


def test_an_open_index_is_readable_while_and_after_another_takes_its_place(tmp_path: Path) -> None:
    with indexed(tmp_path) as old:
        newer = write_lines(tmp_path / "b.jsonl", MANY)
        during: list[list[str]] = []
        build_index(
            [newer], tmp_path / "index", progress=lambda _: during.append(titles(old, "sand"))
        )

        assert all(during)
        assert titles(old, "Villeneuve") == ["Dune (2021 film)"]
        with open_index(tmp_path / "index") as new:
            assert titles(new, "Villeneuve") == []
            assert titles(new, "w7") == ["T7"]

    assert len(list((tmp_path / "index").glob("generation-*"))) == 1


def test_a_build_that_fails_leaves_the_old_index(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    with pytest.raises(SourceError):
        build_index([write_lines(tmp_path / "b.jsonl", ["oops"] * 9)], tmp_path / "index")

    with open_index(tmp_path / "index") as index:
        assert titles(index, "Villeneuve") == ["Dune (2021 film)"]


def test_two_builders_do_not_meet(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    with (tmp_path / "index" / ".builder").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(TextIndexBusy):
            indexed(tmp_path)


def test_a_folder_that_holds_a_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "manifest.json").write_text('{"format": 1, "generation": "g"}')

    with pytest.raises(TextIndexError, match="something else"):
        indexed(tmp_path)


def test_a_damaged_index_can_be_built_again(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    (tmp_path / "index" / "manifest.json").write_text("{")

    assert len(indexed(tmp_path)) == len(WORLD)


# --- Going on --------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize(("stage", "steps"), [("passages", 1), ("passages", 4), ("words", 1)])
def test_an_interrupted_build_goes_on_and_ends_as_if_it_had_not_been(
    tmp_path: Path, stage: str, steps: int
) -> None:
    sources = [
        write_lines(tmp_path / "a.jsonl", [*MANY[:25], "oops", MANY[3]]),
        write_lines(tmp_path / "b.jsonl", [{"title": "no text"}, *MANY[20:]]),
    ]
    whole = build_index(sources, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        build_index(sources, tmp_path / "part", progress=Interrupting(stage, steps))
    told: list[Event] = []
    resumed = build_index(sources, tmp_path / "part", progress=told.append)

    assert any(isinstance(event, Noticed) and "Going on" in event.message for event in told)
    assert contents(tmp_path / "part") == contents(tmp_path / "whole")
    assert (resumed.counts, resumed.dropped) == (whole.counts, whole.dropped)
    assert resumed.sources == whole.sources
    assert resumed.problems == whole.problems
    assert not (tmp_path / "part" / ".building").exists()


@pytest.mark.usefixtures("small_steps")
def test_what_was_written_after_the_last_checkpoint_is_cut_off(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.jsonl", MANY)
    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "index", progress=Interrupting("passages", 3))
    for name in ("passages.jsonl", "ends.spool"):
        with (tmp_path / "index" / ".building" / name).open("ab") as file:
            file.write(b"half of a li")
    build_index([source], tmp_path / "index")

    with open_index(tmp_path / "index") as index:
        assert [passage.id for passage in index.passages()] == [one["id"] for one in MANY]


@pytest.mark.usefixtures("small_steps")
@pytest.mark.parametrize("change", ["other source", "shorter file", "damaged state"])
def test_a_build_of_something_else_starts_anew(tmp_path: Path, change: str) -> None:
    source = write_lines(tmp_path / "a.jsonl", MANY)
    with pytest.raises(KeyboardInterrupt):
        build_index([source], tmp_path / "index", progress=Interrupting("passages", 3))
    building = tmp_path / "index" / ".building"
    match change:
        case "other source":
            source = write_lines(tmp_path / "b.jsonl", MANY)
        case "shorter file":
            (building / "passages.jsonl").write_bytes(b"")
        case _:
            (building / "state.json").write_text("{")
    told: list[Event] = []
    build_index([source], tmp_path / "index", progress=told.append)

    assert not [event for event in told if isinstance(event, Noticed)]
    with open_index(tmp_path / "index") as index:
        assert len(index) == len(MANY)


def test_a_killed_build_leaves_the_old_index_and_goes_on(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    source = write_lines(tmp_path / "b.jsonl", MANY)
    code = (
        "import os, signal, sys; from pathlib import Path; import kgqa.text.spool as spool;"
        "from kgqa.text.index_build import build_index; spool.EVERY = 10; steps = [];"
        "kill = lambda e: steps.append(e) or len(steps) > 4 and os.kill(os.getpid(), 9);"
        "build_index([sys.argv[1]], Path(sys.argv[2]), progress=kill)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, str(source), str(tmp_path / "index")], check=False
    )

    assert killed.returncode == -9
    with open_index(tmp_path / "index") as index:
        assert titles(index, "Villeneuve") == ["Dune (2021 film)"]
    told: list[Event] = []
    build_index([source], tmp_path / "index", progress=told.append)
    assert "Going on after" in next(e.message for e in told if isinstance(e, Noticed))
    with open_index(tmp_path / "index") as index:
        assert len(index) == len(MANY)


# --- Verifying -------------------------------------------------------------------------------


def test_an_index_as_it_was_built_is_sound(tmp_path: Path) -> None:
    indexed(tmp_path).close()

    assert verify_index(tmp_path / "index").is_sound


def test_one_changed_byte_is_found_by_its_checksum(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    path = next((tmp_path / "index").glob("generation-*")) / "passages.jsonl"
    content = bytearray(path.read_bytes())
    content[40] ^= 1
    path.write_bytes(content)
    found = verify_index(tmp_path / "index")

    assert found.damages == ("passages.jsonl has another content than when it was built",)
    assert not verify_index(tmp_path / "index", quick=True).is_sound


def test_files_that_are_missing_or_strange_are_found(tmp_path: Path) -> None:
    indexed(tmp_path).close()
    folder = next((tmp_path / "index").glob("generation-*"))
    (folder / "entities.npy").unlink()
    (folder / "extra").touch()
    (folder / "word_starts.npy").write_bytes(b"")
    found = verify_index(tmp_path / "index")

    assert len(found.damages) == 3

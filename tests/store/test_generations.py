from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from kgqa_store.errors import StoreBusy, StoreDamaged, StoreMissing, StoreVersion
from kgqa_store.generations import building, clean, lease
from kgqa_store.manifest import FORMAT, read_manifest
from store_sources import built, cities, triples_in, write


def store(tmp_path: Path) -> Path:
    built(tmp_path / "s", write(tmp_path / "a.nt", cities(5)))
    return tmp_path / "s"


def test_a_store_that_is_not_there_says_how_to_build_one(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="There is no store") as caught:
        lease(tmp_path / "nowhere")
    assert caught.value.hint.endswith(f"kgqa store build SOURCE... --out {tmp_path / 'nowhere'}")


def test_an_empty_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="is empty"):
        lease(tmp_path)


def test_a_folder_of_something_else_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").touch()

    with pytest.raises(StoreMissing, match="holds no finished store"):
        lease(tmp_path)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": 1}', '{"format": "x"}', "\0"])
def test_a_damaged_manifest_is_said_to_be_one(tmp_path: Path, content: str) -> None:
    directory = store(tmp_path)
    (directory / "manifest.json").write_text(content)

    with pytest.raises(StoreDamaged, match="is damaged") as caught:
        lease(directory)
    assert "kgqa store build" in caught.value.hint


def test_a_missing_generation_is_damage(tmp_path: Path) -> None:
    directory = store(tmp_path)
    (directory / read_manifest(directory).generation).rename(directory / "elsewhere")

    with pytest.raises(StoreDamaged, match="lacks its generation"):
        lease(directory)


def test_a_store_of_an_older_format_names_the_command_that_upgrades_it(tmp_path: Path) -> None:
    directory = store(tmp_path)
    _change_format(directory, FORMAT - 1)

    with pytest.raises(StoreVersion, match=f"has format {FORMAT - 1}") as caught:
        lease(directory)
    assert f"kgqa store build {tmp_path / 'a.nt'} --out {directory}" in caught.value.hint
    built(directory, tmp_path / "a.nt")
    assert len(triples_in(directory)) == 15


def test_a_store_of_a_newer_format_asks_for_a_newer_program(tmp_path: Path) -> None:
    directory = store(tmp_path)
    _change_format(directory, FORMAT + 1)

    with pytest.raises(StoreVersion) as caught:
        lease(directory)
    assert "pip install --upgrade" in caught.value.hint


def _change_format(directory: Path, version: int) -> None:
    path = directory / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": version}))


def test_what_a_dead_build_left_is_removed_by_the_next(tmp_path: Path) -> None:
    directory = store(tmp_path)
    orphan = "generation-20260101-000000-0123abcd"
    for name in (".building-0123456789ab", orphan, f".leaving-{orphan}"):
        (directory / name / "graph").mkdir(parents=True)
        (directory / name / "lock").touch()
    (directory / ".manifest.json.123").touch()
    built(directory, tmp_path / "a.nt")

    names = {path.name.split("-")[0] for path in directory.iterdir()}
    assert names == {".builder", "generation", "manifest.json"}
    assert len(list(directory.glob("generation-*"))) == 1


def test_nothing_is_removed_while_the_manifest_cannot_be_read(tmp_path: Path) -> None:
    directory = store(tmp_path)
    (directory / "manifest.json").write_text("{")
    clean(directory)

    assert len(list(directory.glob("generation-*"))) == 1


def test_an_orphan_that_is_read_stays(tmp_path: Path) -> None:
    directory = store(tmp_path)
    with lease(directory) as held:
        built(directory, tmp_path / "a.nt")
        built(directory, tmp_path / "a.nt")
        assert held.graph.is_dir()
        assert len(list(directory.glob("generation-*"))) == 2
    with building(directory):
        pass
    assert len(list(directory.glob("generation-*"))) == 1


def test_a_builder_waits_if_it_is_told_to(tmp_path: Path) -> None:
    directory = tmp_path / "s"
    entered, leave = threading.Event(), threading.Event()

    def first() -> None:
        with building(directory):
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=first)
    thread.start()
    entered.wait(10)
    with pytest.raises(StoreBusy), building(directory):
        pass
    threading.Timer(0.2, leave.set).start()
    with building(directory, wait=10) as place:
        assert place.is_dir()
    thread.join()


def test_readers_and_a_builder_do_not_disturb_each_other(tmp_path: Path) -> None:
    directory = store(tmp_path)
    stop = threading.Event()
    seen: list[int] = []
    failures: list[BaseException] = []

    def read() -> None:
        try:
            while not stop.is_set():
                seen.append(len(triples_in(directory)))
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for size in range(6, 14):
        built(directory, write(tmp_path / "a.nt", cities(size)))
    stop.set()
    for reader in readers:
        reader.join()

    assert not failures
    assert set(seen) <= {3 * size for size in range(5, 14)}
    assert len(set(seen)) > 2

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from kgqa_store.build import build
from kgqa_store.errors import StoreDamaged
from kgqa_store.generations import lease
from kgqa_store.verify import verify
from store_sources import built, cities, triple, triples_in, write


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a store with indexes, which tests copy before they damage it."""
    folder = tmp_path_factory.mktemp("verify")
    build([write(folder / "a.nt", cities(2000))], folder / "s")
    return folder / "s"


@pytest.fixture
def copy(store: Path, tmp_path: Path) -> Path:
    shutil.copytree(store, tmp_path / "copy")
    return tmp_path / "copy"


def files(directory: Path) -> list[Path]:
    with lease(directory) as held:
        return [held.path / name for name in held.manifest.files]


def test_a_store_as_it_was_built_is_sound(store: Path) -> None:
    findings = verify(store)

    assert findings.is_sound
    assert findings.files == len(files(store)) > 5


def test_reading_a_store_does_not_change_it(copy: Path) -> None:
    for _ in range(3):
        triples_in(copy)

    assert verify(copy).is_sound


def test_every_flipped_byte_is_found(copy: Path) -> None:
    chance = random.Random(7)
    for path in files(copy):
        whole = path.read_bytes()
        places = range(len(whole))
        for place in {*places[:1], *places[-1:], *chance.sample(places, min(3, len(whole)))}:
            damaged = bytearray(whole)
            damaged[place] ^= 1 << chance.randrange(8)
            path.write_bytes(damaged)
            damages = verify(copy).damages
            assert [path.name in damage for damage in damages] == [True], (path, place)
        path.write_bytes(whole)
    assert verify(copy).is_sound


@pytest.mark.parametrize("quick", [False, True])
def test_missing_shortened_and_foreign_files_are_found(copy: Path, quick: bool) -> None:
    first, second, *_ = [path for path in files(copy) if path.suffix == ".sst"]
    first.unlink()
    os.truncate(second, 10)
    (second.parent / "foreign.sst").touch()
    damages = "\n".join(verify(copy, quick=quick).damages)

    assert f"{first.name} is missing" in damages
    assert f"{second.name} has 10 bytes instead of" in damages
    assert "foreign.sst does not belong" in damages


def test_quick_reads_large_files_only_if_they_were_written_to(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa_store.file_damage.SMALL", 0)
    path = next(path for path in files(copy) if path.suffix == ".sst")
    built = path.stat().st_mtime_ns
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert f"{path.name} has another content" in "".join(verify(copy, quick=True).damages)

    os.utime(path, ns=(built, built))
    found = [damage for damage in verify(copy, quick=True).damages if "another content" in damage]
    assert not found
    assert not verify(copy).is_sound


def test_the_indexes_of_another_store_are_found(copy: Path, tmp_path: Path) -> None:
    build([write(tmp_path / "b.nt", cities(50))], tmp_path / "other")
    with lease(copy) as held, lease(tmp_path / "other") as other:
        shutil.copy(other.path / "statistics.json", held.path / "statistics.json")

    assert not verify(copy).is_sound


def test_statistics_that_do_not_fit_the_graph_are_found(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lease(copy) as held:
        path = held.path / "statistics.json"
        path.write_bytes(path.read_bytes().replace(b"2000", b"2001"))
    monkeypatch.setattr("kgqa_store.verify._file_damages", lambda *_: iter(()))

    assert any("in the statistics" in damage for damage in verify(copy).damages)


def test_a_number_of_two_spellings_is_no_damage(tmp_path: Path) -> None:
    spelled = ("43", "43.0", "+43", "44")
    decimal = "http://www.w3.org/2001/XMLSchema#decimal"
    lines = "".join(triple("wd:Q1", "wdt:P2044", f'"{one}"^^<{decimal}>') for one in spelled)
    build([write(tmp_path / "a.nt", cities(5) + lines)], tmp_path / "s")

    assert len(triples_in(tmp_path / "s")) == 15 + 2
    assert verify(tmp_path / "s").damages == ()


def test_a_store_without_its_generation_cannot_be_verified(copy: Path) -> None:
    with lease(copy) as held:
        shutil.rmtree(held.path)

    with pytest.raises(StoreDamaged):
        verify(copy)


def test_a_store_without_indexes_can_be_verified(tmp_path: Path) -> None:
    built(tmp_path / "s", write(tmp_path / "a.nt", cities(5)))

    assert verify(tmp_path / "s").is_sound

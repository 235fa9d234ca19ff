"""Whatever happens to the files of a store, it answers rightly or says that it is damaged."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.damage import reading, sound_lease
from kgqa_store.errors import StoreDamaged
from kgqa_store.generations import lease
from kgqa_store.manifest import is_sealed, read_manifest, sealed
from kgqa_store.opening import open_store
from world_store import build_world

KINDS = {
    "manifest": "manifest.json",
    "current": "*/graph/CURRENT",
    "versions": "*/graph/MANIFEST-*",
    "table": "*/graph/*.sst",
    "names": "*/names/data.mdb",
    "statistics": "*/statistics.json",
}
COMMANDS = {
    "ask": ("ask", "Who directed Dawn?", "--no-text", "--store"),
    "query": ("query", "P57(Q121)", "--store"),
    "sparql": ("sparql", "SELECT * { ?s ?p ?o } ORDER BY ?s ?p ?o", "--store"),
    "link": ("link", "Ada", "--store"),
    "info": ("store", "info"),
    "verify": ("store", "verify", "--quick", "--quiet"),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("damage") / "world")


@pytest.fixture
def copy(world: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(world, tmp_path / "copy"))


def flip(path: Path) -> None:
    chance = random.Random(path.name)
    content = bytearray(path.read_bytes())
    for place in chance.sample(range(len(content)), max(1, len(content) // 1000)):
        content[place] ^= chance.randrange(1, 256)
    path.write_bytes(content)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def run(command: str, store: Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [*COMMANDS[command], str(store)])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("damage", [flip, cut, Path.unlink])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "names"])
def test_a_damaged_store_answers_rightly_or_says_what_mends_it(
    copy: Path, kind: str, damage: Callable[[Path], None], command: str
) -> None:
    before = run(command, copy)
    for path in copy.glob(KINDS[kind]):
        damage(path)
    after = run(command, copy)

    if (after[0], after[1]) != (before[0], before[1]):
        assert (after[0], after[1] if command != "verify" else "") == (4, ""), after
        assert "kgqa store build" in after[2]


@pytest.mark.parametrize("command", ["ask", "link", "info", "verify"])
def test_a_damaged_name_index_does_not_end_the_process(copy: Path, command: str) -> None:
    for path in copy.glob(KINDS["names"]):
        flip(path)
    words = [sys.executable, "-m", "kgqa_cli", *COMMANDS[command], str(copy)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 4, done.stderr
    assert "data.mdb has another content" in done.stdout + done.stderr
    assert "kgqa store build" in done.stderr


def test_a_database_that_lost_its_tables_does_not_answer_nothing(copy: Path) -> None:
    """RocksDB takes a list of files that was cut at the end of a record for an older one."""
    (versions,) = copy.glob(KINDS["versions"])
    for size in range(versions.stat().st_size - 1, 0, -100):
        os.truncate(versions, size)
        with pytest.raises(StoreDamaged, match="bytes instead of"):
            open_store(copy)


def test_the_hint_names_the_sources_of_the_store(copy: Path) -> None:
    for path in copy.glob(KINDS["statistics"]):
        path.unlink()

    with pytest.raises(StoreDamaged) as caught:
        open_store(copy)
    source = read_manifest(copy).sources[0].name
    assert caught.value.hint == f"Build it again: kgqa store build {source} --out {copy}"


def test_a_copy_is_compared_once(copy: Path) -> None:
    (names,) = copy.glob(KINDS["names"])
    built = names.stat().st_mtime_ns
    os.utime(names, ns=(built, built + 1))
    sound_lease(copy).release()
    assert names.stat().st_mtime_ns == built

    flip(names)
    os.utime(names, ns=(built, built + 1))
    with pytest.raises(StoreDamaged):
        sound_lease(copy)


def test_to_look_for_damage_takes_milliseconds(world: Path) -> None:
    def seconds(open_: Callable[[Path], object]) -> float:
        start = time.perf_counter()
        open_(world)
        return time.perf_counter() - start

    looked = min(seconds(lambda path: sound_lease(path).release()) for _ in range(20))
    held = min(seconds(lambda path: lease(path).release()) for _ in range(20))
    assert looked - held < 0.01


def test_a_store_that_does_not_say_when_its_files_were_written_opens(copy: Path) -> None:
    path = copy / "manifest.json"
    fields = orjson.loads(path.read_bytes())
    del fields["checksum"]
    for record in fields["files"].values():
        del record["modified"]
    path.write_bytes(orjson.dumps(fields))

    with open_store(copy) as store:
        assert store.ask("ASK { ?s ?p ?o }", seconds=10)


def test_any_change_of_a_manifest_is_noticed() -> None:
    fields = sealed({"format": 1, "counts": {"triples": 12}, "seconds": 0.5, "sources": ["a"]})

    assert is_sealed(fields)
    assert not is_sealed({**fields, "counts": {"triples": 13}})
    assert not is_sealed({**fields, "sources": []})
    assert not is_sealed({**fields, "more": 1})


@pytest.mark.parametrize(
    "error",
    [RuntimeError("Corruption: block checksum mismatch"), OSError("IO error: No such file")],
)
def test_what_rocksdb_says_of_its_files_is_damage(error: Exception, copy: Path) -> None:
    with pytest.raises(StoreDamaged, match="is damaged"), reading(copy):
        raise error


@pytest.mark.parametrize("error", [RuntimeError("something else"), OSError("disk"), KeyError("x")])
def test_other_errors_stay_what_they_are(error: Exception, copy: Path) -> None:
    with pytest.raises(type(error)), reading(copy):
        raise error

import shutil
import subprocess
import sys
from pathlib import Path

import kgqa_store.local
import orjson
import pytest
from kgqa_store.endpoint import Endpoint
from kgqa_store.errors import StoreBusy, StoreDamaged, StoreError, StoreMissing, StoreVersion
from kgqa_store.local import LocalStore
from kgqa_store.opening import open_store
from small_store import lay_out


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return lay_out(tmp_path / "store")


def refusal(location: str | Path) -> StoreError:
    """Return the error that opening and asking the store at `location` ends with."""
    with pytest.raises(StoreError) as caught, open_store(location) as store:
        store.ask("ASK { ?s ?p ?o }", seconds=10)
    assert caught.value.hint
    assert caught.value.exit_code == 4
    return caught.value


def test_a_folder_opens_as_a_local_store(directory: Path) -> None:
    with open_store(str(directory)) as store:
        assert isinstance(store, LocalStore)
        assert store.location == str(directory)
        assert store.ask("ASK { wd:Q1 ?p ?o }", seconds=10)


def test_an_address_opens_as_an_endpoint() -> None:
    with open_store("HTTPS://query.example.org/sparql") as store:
        assert isinstance(store, Endpoint)
        assert store.statistics is None


@pytest.mark.parametrize(
    "location",
    ["ftp://example.org/", "file:///etc/passwd", "http://", "https://a b/", "http://x:y/"],
)
def test_other_addresses_are_refused(location: str) -> None:
    assert isinstance(refusal(location), StoreMissing)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    error = refusal("https://me:secret@example.org/sparql")

    assert "secret" not in str(error) + error.hint


def test_a_missing_folder(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere")

    assert isinstance(error, StoreMissing)
    assert "no store at" in str(error)
    assert "kgqa store build" in error.hint


def test_an_empty_folder(tmp_path: Path) -> None:
    error = refusal(tmp_path)

    assert isinstance(error, StoreMissing)
    assert "empty" in str(error)


def test_a_file(tmp_path: Path) -> None:
    dump = tmp_path / "dump.nt.gz"
    dump.touch()
    error = refusal(dump)

    assert isinstance(error, StoreMissing)
    assert "is a file" in str(error)
    assert f"kgqa store build {dump}" in error.hint


def test_a_folder_of_other_things(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()

    assert "no finished store" in str(refusal(tmp_path))


def test_a_build_that_was_not_finished(directory: Path) -> None:
    (directory / "manifest.json").unlink()
    (directory / "generation-1").rename(directory / ".building-abc")
    error = refusal(directory)

    assert isinstance(error, StoreMissing)
    assert "not finished" in str(error)


def test_a_plain_oxigraph_database(directory: Path) -> None:
    error = refusal(directory / "generation-1" / "graph")

    assert isinstance(error, StoreMissing)
    assert "oxigraph serve-read-only" in error.hint


def test_a_manifest_that_is_garbled(directory: Path) -> None:
    (directory / "manifest.json").write_text('{"format": 1, "gener')

    assert isinstance(refusal(directory), StoreDamaged)


@pytest.mark.parametrize("version", [0, 99])
def test_a_store_of_another_version(directory: Path, version: int) -> None:
    manifest = orjson.loads((directory / "manifest.json").read_bytes())
    (directory / "manifest.json").write_bytes(orjson.dumps(manifest | {"format": version}))
    error = refusal(directory)

    assert isinstance(error, StoreVersion)
    assert f"format {version}" in str(error)


def test_a_generation_that_is_gone(directory: Path) -> None:
    shutil.rmtree(directory / "generation-1")

    assert isinstance(refusal(directory), StoreDamaged)


def test_a_database_that_is_gone(directory: Path) -> None:
    shutil.rmtree(directory / "generation-1" / "graph")
    error = refusal(directory)

    assert isinstance(error, StoreDamaged)
    assert "lacks its database" in str(error)


@pytest.mark.parametrize("pattern", ["MANIFEST-*", "*.sst"])
def test_a_database_that_lacks_a_file(directory: Path, pattern: str) -> None:
    for path in (directory / "generation-1" / "graph").glob(pattern):
        path.unlink()

    assert isinstance(refusal(directory), StoreDamaged)


@pytest.mark.parametrize("pattern", ["CURRENT", "MANIFEST-*", "*.sst"])
def test_a_database_with_a_garbled_file(directory: Path, pattern: str) -> None:
    for path in (directory / "generation-1" / "graph").glob(pattern):
        path.write_bytes(b"\x00garbled\xff" * (path.stat().st_size // 9 + 1))

    assert isinstance(refusal(directory), StoreDamaged)


def test_statistics_that_are_garbled(directory: Path) -> None:
    (directory / "generation-1" / "statistics.json").write_text("[]")

    assert isinstance(refusal(directory), StoreDamaged)


def test_without_statistics_a_store_still_opens(directory: Path) -> None:
    (directory / "generation-1" / "statistics.json").unlink()
    with open_store(directory) as store:
        assert store.statistics is None


def test_a_database_another_process_writes_to(directory: Path) -> None:
    graph = directory / "generation-1" / "graph"
    code = f"import pyoxigraph as ox; s = ox.Store({str(graph)!r}); print(flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        error = refusal(directory)
        writer.communicate("\n")

    assert isinstance(error, StoreBusy)
    assert "open for writing" in str(error)
    with open_store(directory) as store:
        assert store.ask("ASK { wd:Q1 ?p ?o }", seconds=10)


def test_a_store_that_may_not_be_read(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(directory / "manifest.json"))

    monkeypatch.setattr(kgqa_store.local, "sound_lease", forbidden)

    assert "may not be read" in str(refusal(directory))


def test_a_machine_that_starts_no_processes(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocess, "Popen", full)

    assert "Too many open files" in str(refusal(directory))


def test_several_processes_may_read_one_store(directory: Path) -> None:
    with open_store(directory) as one, open_store(directory) as other:
        assert one.ask("ASK { wd:Q1 ?p ?o }", seconds=10)
        assert other.ask("ASK { wd:Q1 ?p ?o }", seconds=10)

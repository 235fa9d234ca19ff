"""What is built goes where --out says, and nothing else there is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from interruptible import interruptible
from kgqa_cli import main
from store_sources import cities, write

BUILDS = ("store", "text")
STRANGE = ("generation-1984", "generation-20260101-000000-0123abcd", ".building-0123456789ab")
"""Names that look like ours; the last two are exactly such."""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, Path]:
    """A source for each kind of build."""
    line = '{"id": "1", "title": "Dune", "text": "Dune is a novel about a desert planet."}\n'
    return {
        "store": write(tmp_path / "a.nt", cities(5)),
        "text": write(tmp_path / "a.jsonl", line),
    }


@pytest.mark.parametrize("kind", BUILDS)
def test_folders_of_others_survive(kind: str, sources: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    for name in STRANGE:
        write_below(out / name, "diary.txt")
    for _ in range(2):
        assert run(kind, "build", sources[kind], "--out", out, "-q").exit_code == 0

    assert all((out / name / "diary.txt").read_text() == "dear diary" for name in STRANGE)
    assert run(kind, "verify", out).exit_code == 0


def test_a_folder_in_the_way_of_a_text_index_is_not_emptied(
    sources: dict[str, Path], tmp_path: Path
) -> None:
    write_below(tmp_path / "out" / ".building", "diary.txt")
    result = run("text", "build", sources["text"], "--out", tmp_path / "out", "-q")

    assert result.exit_code == 4 and "Choose another folder" in result.stderr
    assert (tmp_path / "out" / ".building" / "diary.txt").exists()


def write_below(folder: Path, name: str) -> None:
    folder.mkdir(parents=True)
    (folder / name).write_text("dear diary")


@pytest.mark.parametrize(("first", "second"), [("store", "text"), ("text", "store")])
def test_one_is_not_built_over_the_other(
    first: str, second: str, sources: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run(first, "build", sources[first], "--out", out, "-q").exit_code == 0
    before = sorted(str(path) for path in out.rglob("*"))
    result = run(second, "build", sources[second], "--out", out, "-q")

    assert result.exit_code == 4 and "Choose another folder" in result.stderr
    assert sorted(str(path) for path in out.rglob("*")) == before
    assert run(first, "verify", out, "--quiet").exit_code == 0


@pytest.mark.parametrize("kind", BUILDS)
@pytest.mark.parametrize("content", ["{}", "[1]", '{"name": "an extension"}', "no JSON"])
def test_a_manifest_of_something_else_is_not_replaced(
    kind: str, content: str, sources: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manifest.json").write_text(content)
    result = run(kind, "build", sources[kind], "--out", out, "-q")

    assert result.exit_code == 4 and "Choose another folder" in result.stderr
    assert (out / "manifest.json").read_text() == content


@pytest.mark.parametrize("kind", BUILDS)
def test_a_damaged_one_is_built_again(kind: str, sources: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run(kind, "build", sources[kind], "--out", out, "-q").exit_code == 0
    (out / "manifest.json").write_text("damaged")

    assert run(kind, "build", sources[kind], "--out", out, "-q").exit_code == 0
    assert run(kind, "verify", out).exit_code == 0


@pytest.mark.parametrize("kind", BUILDS)
@pytest.mark.parametrize("out", ["", " "])
def test_an_empty_name_is_no_folder(
    kind: str, out: str, sources: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    result = run(kind, "build", sources[kind], "--out", out)

    assert result.exit_code == 2 and "must have a name" in result.stderr
    assert not list((tmp_path / "here").iterdir())


@pytest.mark.parametrize("is_there", [False, True])
def test_an_interrupted_build_clears_up_and_says_so(
    is_there: bool, sources: dict[str, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    if is_there:
        assert run("store", "build", sources["store"], "--out", out, "-q").exit_code == 0
    command = [sys.executable, "-m", "kgqa_cli", "store", "build", "-", "--format", "nt", "-q"]
    with interruptible():
        process = subprocess.Popen(
            [*command, "--out", str(out)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    deadline = time.monotonic() + 30
    while not list(out.glob(".building-*/graph")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)  # until it waits for triples, in a library
    os.killpg(process.pid, signal.SIGINT)
    process.wait(20)
    said = process.communicate()[1].decode()

    assert process.returncode == 130
    assert said.startswith("Interrupted: ") and "is removed" in said and "Traceback" not in said
    assert not list(out.glob(".building-*"))
    assert ("is as it was" in said) == (out / "manifest.json").exists() == is_there

"""Every way to end has its exit code, one sentence and a hint, and never a traceback."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from small_store import ENDLESS, lay_out
from world_store import build_world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_world(tmp_path_factory.mktemp("codes") / "world")


@pytest.fixture
def copy(world: Path, tmp_path: Path) -> Path:
    """A store that may be damaged."""
    return Path(shutil.copytree(world, tmp_path / "copy"))


def run(*arguments: str | Path, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, [str(argument) for argument in arguments])


def assert_told(result: Result, code: int) -> None:
    """Assert that it ended with `code`, said one thing and a hint, and no data."""
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("Error: ")
    assert "\nHint:  " in result.stderr
    assert "Traceback" not in result.stderr


# --- One for each ----


@pytest.mark.parametrize(
    "expression", ["P57(Q121)", "count(P57(Q101))", "Q131 in P57(Q123)", "exists(P57(Q101))"]
)
def test_0_there_is_an_answer(world: Path, expression: str) -> None:
    assert run("query", expression, "--store", world).exit_code == 0


@pytest.mark.parametrize("flags", [[], ["--json"], ["--explain"]])
def test_1_there_is_no_answer(world: Path, flags: list[str]) -> None:
    result = run("query", "P57(Q101)", "--store", world, *flags)

    assert result.exit_code == 1
    assert result.stderr.startswith("No answer: ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["query"],
        ["query", "Q1", "--top", "-1"],
        ["query", "Q1", "--timeout", "nan"],
        ["query", "Q1", "--timeout", "0"],
        ["sparql", "INSERT DATA { <a:a> <a:b> <a:c> }"],
        ["sparql"],
        ["store", "build", "x.nt"],
    ],
)
def test_2_wrong_usage(world: Path, arguments: list[str]) -> None:
    store = ["--store", str(world)] if arguments[0] != "store" else []
    assert_told(run(*arguments, *store), 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", ""],
        ["query", "P57(Q121"],
        ["query", "P57(Nolan)"],
        ["query", "nth(0, Q1, P577)"],
        ["query", "Q0"],
        ["query", "P57(Q1) & (5 > 3)"],
        ["query", "(" * 5000 + "Q1" + ")" * 5000],
        ["query", "Q1\x1b[31m"],
        ["query", "^P2044(Q151) > ^P2067(Q122)"],
        ["sparql", "SELECT"],
    ],
)
def test_3_it_means_nothing(world: Path, arguments: list[str]) -> None:
    result = run(*arguments, "--store", world)

    assert_told(result, 3)
    assert "\x1b" not in result.stderr


def test_5_the_time_is_up(tmp_path: Path) -> None:
    store = lay_out(tmp_path / "store")

    assert_told(run("sparql", ENDLESS, "--store", store, "--timeout", "0.2"), 5)


def test_70_a_bug_says_that_it_is_one(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("kgqa.queries.execute", fail)
    result = run("query", "P57(Q121)", "--store", world)

    assert_told(result, 70)
    assert "a bug in kgqa" in result.stderr and "ZeroDivisionError: by zero" in result.stderr
    debugged = run("query", "P57(Q121)", "--store", world, KGQA_DEBUG="1")
    assert "Traceback" in debugged.stderr and "in fail" in debugged.stderr


def test_130_it_was_interrupted(world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kgqa.queries.execute", interrupt)
    result = run("query", "P57(Q121)", "--store", world)

    assert (result.exit_code, result.output.strip()) == (130, "")


# --- 4: stores that cannot be used ----


def _missing(store: Path) -> None:
    shutil.rmtree(store)


def _empty(store: Path) -> None:
    shutil.rmtree(store)
    store.mkdir()


def _unfinished(store: Path) -> None:
    _empty(store)
    (store / ".building-1").mkdir()


def _a_file(store: Path) -> None:
    shutil.rmtree(store)
    store.write_text("hello")


def _no_manifest(store: Path) -> None:
    (store / "manifest.json").write_text("{")


def _another_version(store: Path) -> None:
    manifest = json.loads((store / "manifest.json").read_bytes())
    (store / "manifest.json").write_text(json.dumps({**manifest, "format": 999}))


def _no_generation(store: Path) -> None:
    for path in store.iterdir():
        if path.is_dir():
            shutil.rmtree(path)


def _no_tables(store: Path) -> None:
    for path in store.glob("*/graph/*.sst"):
        path.unlink()


def _cut_tables(store: Path) -> None:
    for path in store.glob("*/graph/*.sst"):
        os.truncate(path, 100)


@pytest.mark.parametrize(
    "damage",
    [
        _missing,
        _empty,
        _unfinished,
        _a_file,
        _no_manifest,
        _another_version,
        _no_generation,
        _no_tables,
        _cut_tables,
    ],
)
def test_4_the_store_cannot_be_used(copy: Path, damage: Callable[[Path], None]) -> None:
    damage(copy)

    assert_told(run("query", "P57(Q121)", "--store", copy), 4)
    assert_told(run("sparql", "ASK { ?s ?p ?o }", "--store", copy), 4)


@pytest.mark.parametrize(
    "location", ["http://127.0.0.1:1/sparql", "ftp://example.org", "http://", "/dev/null", ""]
)
def test_4_a_place_where_no_store_is(location: str) -> None:
    assert_told(run("query", "P57(Q121)", "--store", location), 4)


def test_4_the_sample_cannot_be_built_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert_told(run("query", "Q42", "--store", "sample", KGQA_HOME=str(tmp_path / "file" / "x")), 4)


# --- 4: sources that are broken ----


@pytest.mark.parametrize("name", ["broken.nt", "broken.ttl", "cut.nt.gz"])
def test_4_a_broken_source_is_named_and_the_old_store_stays(
    copy: Path, tmp_path: Path, name: str
) -> None:
    good = b"<http://a/a> <http://a/b> <http://a/c> .\n"
    source = tmp_path / name
    if name.endswith(".gz"):
        source.write_bytes(gzip.compress(good * 5000)[:-20])
    else:
        source.write_bytes(good + b"<http://a/a> nonsense <http://a/c> .\n" + good)

    result = run("store", "build", source, "--out", copy, "--max-errors", "0", "-q")

    assert_told(result, 4)
    assert name in result.stderr
    assert name.endswith(".gz") or "line 2" in result.stderr
    assert run("query", "P57(Q121)", "--store", copy).stdout == "Dawn\tQ131\nDusk\tQ132\n"


# --- Settings ----


def test_settings_come_from_file_then_environment_then_flags(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kgqa.toml").write_text('store = "nowhere"\n')
    expected = "Ada Stone\tQ121\n"

    assert "nowhere" in run("query", "^P57(Q131)").stderr
    assert run("query", "^P57(Q131)", KGQA_STORE=str(world)).stdout == expected
    assert run("query", "^P57(Q131)", "--store", world, KGQA_STORE="else").stdout == expected


@pytest.mark.parametrize("text", ["store =", 'colour = "red"', 'timeout = "soon"', "top = 0"])
def test_2_a_setting_that_cannot_be_used(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kgqa.toml").write_text(text)
    result = run("query", "^P57(Q131)", "--store", world)

    assert result.exit_code == 2
    assert "kgqa.toml" in result.stderr and "Traceback" not in result.stderr

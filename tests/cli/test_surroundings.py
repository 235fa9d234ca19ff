"""Whatever a command finds around it, it says what is wrong, with the right exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from kgqa_store.file_damage import file_damage
from kgqa_store.generations import building
from kgqa_store.local import LocalStore
from kgqa_store.manifest import FileRecord
from small_store import lay_out
from stub_endpoint import stub_endpoint

KGQA = [sys.executable, "-m", "kgqa_cli"]


def run(*arguments: str | Path, **environment: str) -> Result:
    return CliRunner(env=environment).invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("surroundings") / "store")


# --- Streams ----


@pytest.mark.parametrize("command", ["query Q1", "sparql ASK{}", "link x", "doctor", "--help"])
def test_2_standard_output_is_closed(store: Path, command: str) -> None:
    words = [*KGQA, *command.split(), *([] if command == "--help" else ["--store", str(store)])]
    done = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *words], capture_output=True, text=True, timeout=60
    )

    assert done.returncode == 2
    assert "Standard output is closed" in done.stderr
    assert "/dev/null" in done.stderr


def test_closed_input_and_error_streams_are_no_bug(store: Path) -> None:
    words = [*KGQA, "sparql", "ASK {}", "--store", str(store)]
    done = subprocess.run(
        ["sh", "-c", '"$@" <&- 2>&-', "sh", *words], capture_output=True, text=True, timeout=60
    )

    assert (done.returncode, done.stdout) == (0, "true\n")


def test_2_a_query_is_no_utf_8(store: Path) -> None:
    words = [os.fsencode(word) for word in (*KGQA, "sparql", "--store", str(store))]
    done = subprocess.run(
        [*words, b'SELECT ("\xff" AS ?x) {}'], capture_output=True, timeout=60, check=False
    )

    assert (done.returncode, done.stdout) == (2, b"")
    assert b"The query is no UTF-8 text" in done.stderr


# --- Settings ----


@pytest.mark.parametrize(
    "value",
    [
        *("KGQA_TIMEOUT=inf", "KGQA_TIMEOUT=1e300", "KGQA_MEMORY=100000000000000000000"),
        *("KGQA_FACTS=9999999999999", "KGQA_TOP=" + "9" * 5000, "KGQA_PROOFS=0", "KGQA_READ=maybe"),
    ],
)
def test_2_a_setting_is_absurd(store: Path, value: str) -> None:
    name, _, given = value.partition("=")
    result = run("query", "Q1", "--store", store, **{name: given})

    assert result.exit_code == 2
    assert name in result.stderr and "Hint:" in result.stderr
    assert len(result.stderr) < 300


@pytest.mark.parametrize(
    "line", ["timeout = true", "store = ['a']", "memory = inf", "top = 1e9999"]
)
def test_2_a_setting_in_a_file_is_of_another_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "kgqa.toml").write_text(line)
    monkeypatch.chdir(tmp_path)

    result = run("query", "Q1")

    assert result.exit_code == 2
    assert "kgqa.toml sets" in result.stderr


def test_a_file_that_names_an_endpoint_is_mentioned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with stub_endpoint() as stub:
        (tmp_path / "kgqa.toml").write_text(f'store = "{stub.url}/good"')
        by_file = run("sparql", "ASK {}")
        by_flag = run("sparql", "ASK {}", "--store", stub.url + "/good")

    assert by_file.exit_code == by_flag.exit_code == 0
    assert f"kgqa.toml in this folder sends queries to {stub.url}/good" in by_file.stderr
    assert by_flag.stderr == ""


# --- Files ----


def test_4_a_literal_of_turtle_is_longer_than_the_parser_takes(tmp_path: Path) -> None:
    source = tmp_path / "big.ttl"
    source.write_text(f'<http://a> <http://b> "{"x" * (17 << 20)}" .')

    result = run("store", "build", source, "--out", tmp_path / "store")

    assert result.exit_code == 4
    assert "a term of more than 16 MB" in result.stderr
    assert "Traceback" not in result.stderr


def test_4_a_lock_is_a_named_pipe(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "store")
    (lock,) = folder.glob("*/lock")
    lock.unlink()
    os.mkfifo(lock)

    result = run("sparql", "ASK {}", "--store", folder)

    assert result.exit_code == 4
    assert "lock is no plain file" in result.stderr


def test_4_a_manifest_is_a_named_pipe(tmp_path: Path) -> None:
    store = lay_out(tmp_path / "store")
    (store / "manifest.json").unlink()
    text = tmp_path / "text"
    text.mkdir()
    for folder in (store, text):
        os.mkfifo(folder / "manifest.json")

    for result in (run("sparql", "ASK {}", "--store", store), run("text", "info", text)):
        assert result.exit_code == 4
        assert "cannot be read: manifest.json is no plain file" in result.stderr
        assert "build" in result.stderr


def test_4_a_file_of_a_store_is_a_named_pipe(tmp_path: Path) -> None:
    store = lay_out(tmp_path / "store")
    (statistics,) = store.glob("*/statistics.json")
    size = statistics.stat().st_size
    statistics.unlink()
    os.mkfifo(statistics)

    damage = file_damage(statistics, FileRecord(size, ""), "", lambda _: "")
    assert damage == "is no plain file"


def test_2_the_settings_are_a_named_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("kgqa.toml")

    result = run("query", "Q1")

    assert result.exit_code == 2
    assert "kgqa.toml is no plain file" in result.stderr


def test_4_the_lock_of_builders_is_a_named_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".builder")
    source = tmp_path / "x.nt"
    source.write_text("<http://a> <http://b> <http://c> .\n")

    result = run("store", "build", source, "--out", tmp_path)

    assert result.exit_code == 4
    assert ".builder is no plain file" in result.stderr


def test_a_plain_lock_is_locked(tmp_path: Path) -> None:
    with building(tmp_path / "new") as place:
        assert (place / "lock").is_file()
    with LocalStore(lay_out(tmp_path / "store")) as store:
        assert store.ask("ASK {}", seconds=10)


# --- Questions ----


@pytest.mark.parametrize(
    "question",
    ["Who was the 0th president of France?", "Which is the 00th highest mountain of Switzerland?"],
)
def test_3_a_question_asks_for_the_place_before_the_first(question: str) -> None:
    result = run("ask", question)

    assert result.exit_code == 3
    assert "no place before the first" in result.stderr
    assert "Hint:" in result.stderr

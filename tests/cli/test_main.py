"""`kgqa` itself: its help, what it imports, and how it speaks of mistakes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from interruptible import interruptible
from kgqa_cli import main
from kgqa_cli.main import SECTIONS
from store_sources import cities

HEAVY = ("pyoxigraph", "rich", "orjson", "numpy", "lmdb", "SPARQLWrapper", "rdflib", "kgqa.algebra")
COMMANDS = {name: text for section in SECTIONS.values() for name, text in section.items()}
SECONDS = 0.3


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


# --- Help ----


def test_help_lists_every_command_with_one_line_and_the_exit_codes() -> None:
    text = run("--help").stdout

    for name in COMMANDS:
        assert f"\n  {name} " in text
    for code in ("0  answered", "1  no answer", "2  wrong", "70  a bug", "130  interrupted"):
        assert code in text
    assert "Examples:" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_is_the_first_sentence_of_its_help(name: str) -> None:
    command = main.get_command(click.Context(main), name)

    assert command is not None
    assert command.name == name
    assert (command.help or "").split("\n\n")[0].replace("\n", " ") == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = run(name, "--help")

    assert result.exit_code == 0
    assert result.stdout == run(name, "-h").stdout
    assert result.stdout.startswith(f"Usage: kgqa {name}")


def test_help_imports_nothing_heavy() -> None:
    code = f"""
import sys
from kgqa_cli import main
try:
    main(["--help"])
except SystemExit as exit:
    assert not exit.code
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stderr == "[]\n"


@pytest.mark.parametrize("arguments", [["--help"], ["query", "--help"], ["store", "build", "-h"]])
def test_help_is_quick(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "kgqa_cli", *arguments]

    def seconds() -> float:
        """Return the processor's time, as other programs may be running."""
        before = os.times()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before[3]

    assert min(seconds() for _ in range(3)) < SECONDS


def test_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert run("--version").stdout == f"kgqa {version('kgqa')}\n"


def test_without_a_command_help_goes_to_stderr() -> None:
    result = run()

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: kgqa")


# --- Typos ----


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["qurey"], "did you mean kgqa query?"),
        (["QUERY"], "did you mean kgqa query?"),
        (["docter"], "did you mean kgqa doctor?"),
        (["store", "bulid"], "did you mean kgqa store build?"),
        (["store", "xyz"], "see what there is: kgqa store --help"),
        (["P57(Q1)"], "did you mean kgqa query 'P57(Q1)'?"),
        (["Q42"], "did you mean kgqa query Q42?"),
        (["--versoin"], "did you mean --version?"),
        (["query", "Q42", "--jsno"], "did you mean --json?"),
        (["sparql", "ASK {}", "--fromat", "csv"], "did you mean --format?"),
        (["query", "-5"], "write -- before what starts with a minus: kgqa query -- ..."),
        (["query"], "see kgqa query --help"),
        (["query", "Q42", "Q43"], "see kgqa query --help"),
    ],
)
def test_a_typo_suggests_what_was_meant(arguments: list[str], hint: str) -> None:
    result = run(*arguments)

    assert (result.exit_code, result.stdout) == (2, "")
    error, told = result.stderr.splitlines()
    assert error.startswith("Error: ") and error.endswith(".")
    assert told == f"Hint:  {hint}"


def test_commands_that_are_asked_for_by_name_are_in_the_group() -> None:
    assert main.get_command(click.Context(main), "no such command") is None


# --- Pipes and signals ----


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "kgqa_cli", "--help"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    with process.stderr as stderr:
        said = stderr.read()

    process.wait()
    assert said == b""


PIPEFUL = 1 << 18
"""More bytes than a pipe holds."""


def feed(process: subprocess.Popen[bytes], content: bytes) -> None:
    """Write so much content that the process must have begun to read it, then let it wait."""
    assert process.stdin is not None
    process.stdin.write(content * (PIPEFUL // len(content) + 1))
    process.stdin.flush()
    time.sleep(0.3)


def test_an_interrupt_ends_a_build_at_once_and_leaves_no_store(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "store", "build", "-", "--format", "nt", "-q"]
    with interruptible():
        process = subprocess.Popen(
            [*command, "--out", str(tmp_path / "store")],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    feed(process, cities(1000).encode())
    start = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)
    process.wait(timeout=10)
    took = time.monotonic() - start
    _, said = process.communicate()

    assert process.returncode == 130
    assert b"Traceback" not in said and b"Error" not in said
    assert took < 2
    assert not (tmp_path / "store" / "manifest.json").exists()


def test_an_interrupt_ends_at_once_without_a_traceback() -> None:
    command = [sys.executable, "-m", "kgqa_cli", "query", "-"]
    with interruptible():
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    feed(process, b" ")
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.wait(timeout=5)
    took = time.monotonic() - start
    _, said = process.communicate()

    assert process.returncode == 130
    assert b"Traceback" not in said and said.strip() == b""
    assert took < 1

"""`kgqa ask` without a question: a prompt on a terminal, a line for each question in a pipe."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from terminal import Terminal, on_terminal

INCEPTION = "Who directed Inception?"


def piped(store: Path, *lines: str, options: tuple[str, ...] = ()) -> Result:
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["ask", "--store", str(store), *options], input=text)


def test_a_pipe_is_answered_line_by_line(sample_store: Path) -> None:
    done = piped(sample_store, INCEPTION, "", "What is the capital of Switzerland?")

    assert [line for line in done.stdout.splitlines() if line.startswith("kgqa>")] == [
        f"kgqa> {INCEPTION}",
        "kgqa> What is the capital of Switzerland?",
    ]
    assert "Christopher Nolan  Q25191" in done.stdout
    assert "Bern  Q70" in done.stdout
    assert done.exit_code == 0


def test_a_pipe_of_questions_is_a_stream_of_json(sample_store: Path) -> None:
    done = piped(sample_store, INCEPTION, "?!", "x" * 5000, options=("--json",))
    found = [json.loads(line) for line in done.stdout.splitlines()]

    assert [one["outcome"] for one in found] == ["answered", "failed", "failed"]
    assert found[0]["answers"][0]["value"]["id"] == "Q25191"
    assert "no words" in found[1]["reason"]
    assert done.exit_code == 3


def test_no_question_at_all_is_wrong_usage(sample_store: Path) -> None:
    done = piped(sample_store)

    assert done.exit_code == 2
    assert "no question" in done.stderr


def test_the_last_question_can_be_looked_into(sample_store: Path) -> None:
    done = piped(sample_store, INCEPTION, ":sparql", ":why", ":readings", ":pick", ":all")

    assert "wd:Q25188 wdt:P57 ?x" in done.stdout
    assert "└─ director ← Inception (Q25188)" in done.stdout
    assert "* 1" in done.stdout
    assert "Inception: Q25188  Inception" in done.stdout
    assert done.stderr == ""


def test_the_next_reading_has_other_answers(sample_store: Path) -> None:
    done = piped(sample_store, INCEPTION, ":next", ":sparql")
    shown = done.stdout.split("kgqa> :next\n")[1]

    assert "Understood as: the director of Inception\n" not in shown
    assert "SELECT" in shown


def test_the_algebra_can_be_edited(sample_store: Path) -> None:
    done = piped(sample_store, ":edit P57(Q25191) & P161(Q38111)", ":why 1")

    assert "Inception  Q25188" in done.stdout
    assert "cast member → Leonardo DiCaprio (Q38111)" in done.stdout


def test_a_mistake_is_told_and_the_conversation_goes_on(sample_store: Path) -> None:
    mistakes = {
        ":why": "none was asked yet",
        ":foo": "no command :foo",
        ":sparkl": "did you mean :sparql?",
        INCEPTION: "",
        ":why 9": "no answer 9",
        ":why x": "no answer x",
        ":pick Nolan": "no id such as Q42",
        ":edit P57(Q25191": "write ) here",
        ":edit": "in a pipe",
    }
    done = piped(sample_store, *mistakes, *[":next"] * 30, "What is the capital of Switzerland?")

    assert all(message in done.stderr for message in (*mistakes.values(), "no further reading"))
    assert "Bern  Q70" in done.stdout


def test_a_name_is_picked(sample_store: Path) -> None:
    done = piped(sample_store, "Dune", ":pick Q60834962")

    assert "several things" in done.stdout.split("kgqa> :pick")[0]
    assert "Dune  Q60834962" in done.stdout.split("kgqa> :pick")[1]


def test_quit_ends_it(sample_store: Path) -> None:
    done = piped(sample_store, ":help", ":quit", INCEPTION)

    assert ":why 2" in done.stdout
    assert "Nolan" not in done.stdout


# --- On a terminal ---------------------------------------------------------------------------


@pytest.fixture
def terminal(sample_store: Path, tmp_path: Path) -> Iterator[Terminal]:
    command = [sys.executable, "-m", "kgqa_cli", "ask", "--store", str(sample_store)]
    with on_terminal(command, {"KGQA_HOME": str(tmp_path)}) as terminal:
        terminal.until("kgqa> ")
        yield terminal


def test_a_conversation_on_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.type("Who directed Incep")
    terminal.until("Incep")
    time.sleep(0.5)  # Python sees a signal at the next key where it comes before it waits for one
    terminal.type("\x03")  # Ctrl-C: a new line
    terminal.until("kgqa> ")
    terminal.type(f"{INCEPTION}\n")
    assert "Christopher Nolan" in terminal.until("kgqa> ")

    terminal.type(":edit\n")
    terminal.until("edit> ^P57(Q25188)")
    terminal.type("\b\b\b\b\b\b44578)\n")  # the film Titanic
    assert "James Cameron" in terminal.until("kgqa> ")

    terminal.type("\x1b[A\x1b[A\x1b[A\n")  # thrice up: the question
    assert "Christopher Nolan" in terminal.until("kgqa> ")

    terminal.type("\x04")  # Ctrl-D
    assert terminal.status() == 0
    assert INCEPTION in (tmp_path / "history").read_text(encoding="utf-8")
    assert (tmp_path / "history").stat().st_mode & 0o077 == 0


def test_control_c_stops_a_question_and_not_the_conversation(terminal: Terminal) -> None:
    terminal.type("Which films did Christopher Nolan direct?\n")
    time.sleep(0.05)
    terminal.type("\x03")
    terminal.until("kgqa> ")
    terminal.type("What is the capital of Switzerland?\n")

    terminal.until("Bern")
    terminal.until("kgqa> ")
    terminal.type("\x04")
    assert terminal.status() == 0

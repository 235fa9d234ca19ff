"""The prompt goes on from what was said: pronouns, numbers, Tab, other stores."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from kgqa_cli.completing import completions
from terminal import on_terminal
from world_store import build_world

from kgqa.parse.follow_ups import Mentioned, followed

NOLAN = Mentioned("Q25191", "Christopher Nolan", is_person=True)
FILM = Mentioned("Q25188", "Inception", is_person=False)
COMMANDS = (":why", ":readings", ":reading", ":pick")
NAMES = ("Christopher Nolan", "Christopher Lee", "New York City")


def piped(store: Path, *lines: str) -> Result:
    text = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(main, ["ask", "--store", str(store), "--no-text"], input=text)


# --- Pronouns ----


@pytest.mark.parametrize(
    ("question", "changed"),
    [
        ("Where was he born?", "Where was Christopher Nolan born?"),
        ("Who is his brother?", "Who is Christopher Nolan's brother?"),
        ("When did it come out?", "When did Inception come out?"),
        ("What is its budget?", "What is Inception's budget?"),
        ("Who is married to her?", "Who is married to Christopher Nolan?"),
        ("Who is her mother?", "Who is Christopher Nolan's mother?"),
        ("Who lived with her in London?", "Who lived with Christopher Nolan in London?"),
    ],
)
def test_a_pronoun_takes_what_was_spoken_of_last(question: str, changed: str) -> None:
    follow = followed(question, [NOLAN, FILM])

    assert follow is not None and follow.question == changed


@pytest.mark.parametrize(
    "question",
    [
        "How old was John F. Kennedy when he became president?",
        "Who directed It?",
        "How long did it take?",
        "Who directed Inception?",
        "Whose history is this?",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert followed(question, [NOLAN, FILM]) is None


def test_a_pronoun_refers_to_nothing_before_anything_was_said() -> None:
    assert followed("Where was he born?", []) is None
    assert followed("Where was he born?", [FILM]) is None


def test_a_conversation_goes_on(sample_store: Path) -> None:
    done = piped(sample_store, "Who directed Inception?", "Who directed it?", "Where was he born?")

    assert "Taking “he” for Christopher Nolan (Q25191)." in done.stdout
    assert "London  Q84" in done.stdout
    assert "Taking “it” for Inception (Q25188)." in done.stdout


# --- Commands ----


def test_a_meaning_is_picked_by_its_number(sample_store: Path) -> None:
    listed = piped(sample_store, "Who directed Dune?", ":pick").stdout.split("kgqa> :pick")[1]
    numbers = {line.split()[2]: line.split()[0] for line in listed.splitlines() if line.strip()}
    done = piped(sample_store, "Who directed Dune?", f":pick {numbers['Q60834962']}", ":pick 99")

    assert "Denis Villeneuve" in done.stdout.split("kgqa> :pick")[1]
    assert "nor the number of one" in done.stderr


def test_the_last_question_is_explained_and_a_reading_shown_by_its_number(
    sample_store: Path,
) -> None:
    done = piped(sample_store, "Who directed Inception?", ":explain", ":reading 2", ":reading 99")
    _, explained, reading, _ = done.stdout.split("kgqa> :")

    assert "SPARQL:" in explained and "Other readings:" in explained
    assert "Understood as:" in reading and "no reading 99" in done.stderr


def test_all_answers_stand_in_columns(sample_store: Path) -> None:
    done = piped(sample_store, "Which films did Denis Villeneuve direct?", ":all")
    rows = done.stdout.split("kgqa> :all\n")[1].splitlines()

    assert len(rows) == 10
    assert len({row.index("  Q") for row in rows}) == 1


def test_names_are_linked_and_another_store_is_asked(sample_store: Path, tmp_path: Path) -> None:
    world = build_world(tmp_path / "world")
    done = piped(
        sample_store,
        *("Who directed Inception?", ":link Nolan", ":link", f":store {world}", ":store"),
        *("Who directed Dawn?", ":store nowhere", "Who directed Dusk?", ":sparql"),
    )

    assert "Q25191  Christopher Nolan" in done.stdout and ":link needs a name" in done.stderr
    assert done.stdout.count(f"Asking {world}.") == 2
    assert done.stdout.count("Ada Stone  Q121") == 2 and "nowhere" in done.stderr


# --- Tab ----


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        (":re", [":readings ", ":reading "]),
        (":w", [":why "]),
        ("Who is Christopher", ["Christopher Nolan", "Christopher Lee"]),
        ("Who is christopher n", ["Nolan"]),
        (":link New Yo", ["York City"]),
        ("Who is Ch", []),
        ("Who is Nobody", []),
        ("", []),
    ],
)
def test_tab_completes_commands_and_names(line: str, goes_on: list[str]) -> None:
    def names(text: str, most: int) -> list[str]:
        return [name for name in NAMES if name.lower().startswith(text.lower())][:most]

    assert completions(line, COMMANDS, names) == goes_on


def test_tab_completes_on_a_terminal(sample_store: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "ask", "--no-text", "--store", str(sample_store)]
    with on_terminal(command, {"KGQA_HOME": str(tmp_path)}) as terminal:
        terminal.until("kgqa> ")
        terminal.type("Where was Christopher Nol\t born?\n")
        assert "Nolan born?" in terminal.until("Understood as")
        terminal.until("kgqa> ")
        terminal.type(":rea\tx\n")
        terminal.until("no command :readingx")
        terminal.until("kgqa> ")
        terminal.type("\x04")
        assert terminal.status() == 0

"""Whatever labels, titles, sources, ids and questions hold, a terminal obeys none of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_cli.visible import BARS, COLOURS, guarded, visible
from store_sources import claim, dump, entity, item, time, write
from terminal import on_terminal

EVIL = "\x1b[31;5m\x1b]0;owned\x07\x9b2J\x90q\x9c\u202eemag\u2066\u200f\x08\x7f\r"
"""Colours and blinks, sets the title, clears the screen by C1, turns lines around, goes back."""
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
GROUPS = ("store", "text", "bench")
OURS = re.compile(rf"{COLOURS}|{BARS}|\n|\t")


def named(id_: str, label: str, **more: object) -> dict[str, object]:
    text = {"language": "en", "value": f"{label}{EVIL}"}
    described = {"en": {"language": "en", "value": f"described {EVIL}"}}
    aliases = {"en": [{"language": "en", "value": label}]}
    said = {"labels": {"en": text}, "aliases": aliases, "descriptions": described}
    return entity(id_) | said | more


def things() -> list[dict[str, object]]:
    """Return a film, its director, and what is said of it."""
    claims = {
        "P57": [claim("P57", item("Q2"))],
        "P31": [claim("P31", item("Q11424"))],
        "P577": [claim("P577", time("+1999-12-31T00:00:00Z"))],
    }
    properties = [
        named(name, label) | {"type": "property", "datatype": "wikibase-item"}
        for name, label in (("P57", "director"), ("P31", "instance of"))
    ]
    items = [named("Q1", "Dawn", claims=claims), named("Q2", "Ada Stone"), named("Q11424", "film")]
    return items + properties


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store, a text index and a file of questions, all of hostile text."""
    folder = tmp_path_factory.mktemp("hostile") / f"x{EVIL}"
    folder.mkdir()
    source = write(folder / f"dump{EVIL}.json", dump(*things()))
    assert "broken" not in run("store", "build", source, "--out", folder / "store")
    passage = {
        "id": f"a{EVIL}",
        "title": f"Dusk{EVIL}",
        "text": f"Dusk is a {EVIL} film by Bo Hill.",
        "url": f"http://example.org/{EVIL}",
    }
    texts = write(folder / f"texts{EVIL}.jsonl", json.dumps(passage) + f"\nbroken{EVIL}\n")
    run("text", "build", texts, "--out", folder / "texts")
    question = {
        "id": f"q{EVIL}",
        "question": f"Who made{EVIL} the thing?",
        "answer": {"answerType": "string", "answer": ["x"], "mention": f"x{EVIL}"},
        "complexityType": "generic",
        "category": "movies",
    }
    write(folder / "questions.json", json.dumps([question]))
    return folder


def commands(folder: Path) -> list[list[str]]:
    """Return every command that prints something from outside."""
    store, texts = ["--store", str(folder / "store")], ["--text", str(folder / "texts")]
    graph = [*store, "--no-text"]
    run_of = str(folder / "run")
    return [
        ["ask", "Who directed Dawn?", *graph],
        ["ask", "Who directed Dawn?", *graph, "--explain"],
        ["ask", f"Who directed {EVIL}Dawn?", *graph],
        ["ask", f"Who{EVIL} xyzzy {EVIL}?", *graph],
        ["ask", "Who made Dusk?", *store, *texts, "--read", "always"],
        ["query", "P57(Q2)", *store],
        ["query", "^P57(Q1)", *store, "--explain"],
        ["query", f"P57({EVIL})", *store],
        ["query", "P577(Q1)", *store, "--sparql"],
        ["sparql", "SELECT * { ?s ?p ?o }", *store, "--format", "table"],
        ["sparql", "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", *store, "--format", "table"],
        ["sparql", f"SELECT * {{ ?s ?p {EVIL}", *store],
        ["link", "Dawn", *store],
        ["link", f"nobody {EVIL}", *store],
        ["link", "--question", "Who directed Dawn?", *store],
        ["store", "info", str(folder / "store")],
        ["store", "verify", str(folder / "store")],
        ["store", "build", str(folder / f"no{EVIL}.nt"), "--out", str(folder / "none")],
        ["text", "info", str(folder / "texts")],
        ["text", "search", "Dusk film", *texts],
        ["text", "search", f"zzz{EVIL}", *texts],
        ["text", "verify", str(folder / "texts")],
        ["bench", "mintaka", "--data", str(folder / "questions.json"), *graph, "--out", run_of],
        ["bench", "errors", run_of],
        ["doctor", *store],
        [f"nonsense{EVIL}"],
        ["ask", "--store", f"nowhere{EVIL}", "Who?"],
    ]


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code != 70, result.output
    return result.stdout + result.stderr


def obeyed(text: str) -> set[str]:
    """Return what a terminal would obey in `text`."""
    return {sign for sign in text if not sign.isprintable() and sign not in "\n\t"}


def test_no_command_prints_what_a_terminal_obeys(folder: Path) -> None:
    for words in commands(folder):
        found = obeyed(run(*words))
        assert not found, (words[:2], found)


def test_no_command_prints_more_than_colours_on_a_terminal(folder: Path) -> None:
    one_each = {tuple(words[: 2 if words[0] in GROUPS else 1]): words for words in commands(folder)}
    for words in one_each.values():
        shown = shown_on_terminal(words)
        assert not obeyed(OURS.sub("", shown)), (words, shown)
        assert "\x1b[31;5m" not in shown, (words, shown)


def test_what_is_piped_for_programs_is_whole(folder: Path) -> None:
    arguments = ["query", "^P57(Q1)", "--json", "--store", str(folder / "store")]

    assert json.loads(run(*arguments))["answers"][0]["label"] == f"Ada Stone{EVIL}"


@pytest.mark.parametrize("words", [["query", "P57(Q2)"], ["link", "Dawn"]])
def test_json_on_a_terminal_spells_it_out(folder: Path, words: list[str]) -> None:
    arguments = [*words, "--json", "--store", str(folder / "store")]
    shown = shown_on_terminal(arguments)
    command = [sys.executable, "-m", "kgqa_cli", *arguments]
    piped = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)

    assert not obeyed(shown.replace("\r\n", "\n")), shown
    document = json.loads(shown)
    for one in (document, piped):
        one.pop("timings_ms", None)
    assert document == piped


def shown_on_terminal(words: list[str]) -> str:
    """Return all bytes that a command sends to its terminal, as text."""
    with on_terminal([sys.executable, "-m", "kgqa_cli", *words], {}) as terminal:
        return terminal.everything()


def test_what_is_visible_has_no_direction_and_no_control() -> None:
    controls = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)]))

    assert visible(f"a{controls}{DIRECTIONS}b").split() == ["a", "b"]
    assert visible("Zoë 東京 🎬 naïve") == "Zoë 東京 🎬 naïve"


def test_a_guarded_terminal_gets_colours_and_no_other_escapes() -> None:
    colours = re.compile(COLOURS)

    assert guarded("\x1b[1mbold\x1b[0m\n", colours) == "\x1b[1mbold\x1b[0m\n"
    assert "\x1b" not in guarded("\x1b]0;title\x07 \x1b[2J \x1bc", colours)
    assert not set(DIRECTIONS) & set(guarded(f"{DIRECTIONS}\x1b[1m", colours))

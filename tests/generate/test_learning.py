"""Questions about a graph teach the words that it does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.main import main

import kgqa

BELLS = Path(__file__).parents[2] / "benchmarks" / "learning"


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bells")
    store = ["--store", str(folder / "store")]
    words = ["--relations", str(BELLS / "bells.toml"), "--kind", "typed", "--kind", "yesno"]
    for arguments in (
        ["store", "build", str(BELLS / "bells.ttl"), "--out", str(folder / "store"), "--quiet"],
        ["generate", "questions", *store, *words, "--each", "30", "--per-relation", "30",
         "--split", "100/0/0", "--out", str(folder / "set")],
        ["train", "relations", "--generated", str(folder / "set"), *store,
         "--out", str(folder / "synonyms.toml")],
    ):  # fmt: skip
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0, done.output
    return folder


def answers(folder: Path, question: str, synonyms: str) -> set[str]:
    settings = kgqa.Settings(synonyms=synonyms, read="never")
    with kgqa.Engine(str(folder / "store"), settings=settings) as engine:
        return {one.id or "" for one in engine.ask(question).answers}


def test_each_word_is_learned_for_the_property_that_it_says(taught: Path) -> None:
    found = (taught / "synonyms.toml").read_text("utf-8")

    assert '"v:assessor" = ["vetted"' in found
    assert '"v:patron" = ["bankroll' in found
    assert "know" not in found and "list" not in found


def test_a_question_in_learned_words_is_answered_right(taught: Path) -> None:
    question = "Who vetted The Lark?"
    right = {one.id for one in kgqa.query("^v:assessor(b:the-lark)", store=str(taught / "store"))}

    assert answers(taught, question, "") != right
    assert answers(taught, question, str(taught / "synonyms.toml")) == right


def test_a_folder_without_lessons_is_told(tmp_path: Path) -> None:
    commands: tuple[list[str], ...] = (["relations"], ["readings", "--out", str(tmp_path / "out")])
    for command in commands:
        done = CliRunner().invoke(main, ["train", *command, "--generated", str(tmp_path)])
        assert done.exit_code == 2
        assert "no lessons.jsonl" in done.output

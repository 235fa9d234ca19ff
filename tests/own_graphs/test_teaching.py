"""What people say for properties and classes is taught by a file, or by examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from kgqa_cli.main import main
from kgqa_store.local import LocalStore

from kgqa.engine import Engine
from kgqa.errors import SettingsError
from kgqa.settings import Settings

EXAMPLES = (
    ("Who is the honcho of Ruth Dahl?", "^av:reportsTo(ac:person-10)"),
    ("Who is the honcho of Hugo Eder?", "SELECT ?x { ac:person-17 av:reportsTo ?x }"),
)


def asked(store: LocalStore, question: str, synonyms: Path) -> list[str]:
    with Engine(store, settings=Settings(synonyms=str(synonyms))) as engine:
        return [answer.label for answer in engine.ask(question).answers]


def test_a_file_teaches_words_for_properties_and_classes(
    company: LocalStore, tmp_path: Path
) -> None:
    path = tmp_path / "s.toml"
    path.write_text('"reports to" = ["honcho"]\n"av:Employee" = ["minion"]\n', encoding="utf-8")

    assert asked(company, "Who is the honcho of Ruth Dahl?", path) == ["Uma Berger"]
    assert asked(company, "How many minions are there?", path) == ["90"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('nonsense = ["x"]', "no property or class of the store is called so"),
        ("nonsense = 3", "no list of texts"),
        ("nonsense", "cannot be read"),
    ],
)
def test_a_file_that_teaches_nothing_sound_is_refused(
    company: LocalStore, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")

    with pytest.raises(SettingsError, match=said):
        asked(company, "Who?", tmp_path / "s.toml")


def test_examples_teach_the_words_that_only_they_explain(
    company: LocalStore, tmp_path: Path
) -> None:
    lines = [json.dumps({"question": one, "query": query}) for one, query in EXAMPLES]
    (tmp_path / "e.jsonl").write_text("\n".join(lines), encoding="utf-8")

    words = ("--examples", tmp_path / "e.jsonl", "--store", company.path.parent, "--out")
    arguments = ["train", "relations", *map(str, words), str(tmp_path / "s.toml")]
    assert CliRunner().invoke(main, arguments).exit_code == 0

    taught = (tmp_path / "s.toml").read_text(encoding="utf-8")
    assert taught == '"av:reportsTo" = ["honcho"]\n'
    assert asked(company, "Who is the honcho of Pavel Zimmer?", tmp_path / "s.toml") == [
        "Milo Keller"
    ]


def test_a_line_that_is_no_example_is_refused_with_its_place(
    company: LocalStore, tmp_path: Path
) -> None:
    (tmp_path / "e.jsonl").write_text('{"question": "Who?"}\n', encoding="utf-8")

    words = ["--examples", str(tmp_path / "e.jsonl"), "--store", str(company.path.parent)]
    result = CliRunner().invoke(main, ["train", "relations", *words])

    assert result.exit_code == 2 and "line 1 is no example" in result.stderr

"""`kgqa explain` says what a query asks for, or what in it cannot be said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from world_store import build_world

import kgqa

DIRECTED = "SELECT ?x { ?x wdt:P57 wd:Q121 } LIMIT 1"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_world(tmp_path_factory.mktemp("world") / "store"))


def run(world: str, *arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments, "--store", world], input=text)


def test_a_query_is_said_in_english_and_in_the_algebra(world: str) -> None:
    result = run(world, DIRECTED)

    assert result.exit_code == 0
    assert result.stdout.split("\n")[:2] == ["works directed by Ada Stone", "P57(Q121)"]
    assert result.stderr == "Remark: LIMIT 1 keeps some of them, whichever they are.\n"


@pytest.mark.parametrize("way", ["argument", "file", "stdin"])
def test_a_query_is_read_wherever_it_is(world: str, way: str, tmp_path: Path) -> None:
    path = tmp_path / "query.rq"
    path.write_text(DIRECTED, encoding="utf-8")
    arguments = {"argument": [DIRECTED], "file": ["-f", str(path)], "stdin": ["-"]}[way]

    assert "P57(Q121)" in run(world, *arguments, text=DIRECTED).stdout


def test_json_has_all_that_is_told(world: str) -> None:
    found = json.loads(run(world, DIRECTED, "--json").stdout)

    assert found == kgqa.explain(DIRECTED, world).to_dict()
    assert found["labels"] == {"P57": "director", "Q121": "Ada Stone"}
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.split("## `kgqa explain --json`")[1].split("\n## ")[0]
    assert all(f"| `{key}` |" in section for key in found)


def test_a_column_is_chosen_by_its_name(world: str) -> None:
    sparql = "SELECT ?film ?who { ?film wdt:P57 ?who . ?who wdt:P19 wd:Q111 }"

    assert run(world, sparql).exit_code == 3
    assert "P57(P19(Q111))" in run(world, sparql, "--column", "film").stdout


@pytest.mark.parametrize(
    ("sparql", "said"),
    [
        ("SELECT ?x { ?x wdt:P19 ?p ; wdt:P20 ?p }", "The algebra has no variable that is met"),
        ("SELECT ?x { ?x wdt:P19 }", "a term is expected here"),
        ("no query", "SELECT or ASK is expected here"),
        ("", "SELECT or ASK is expected here"),
    ],
)
def test_what_cannot_be_said_is_refused_with_its_place(world: str, sparql: str, said: str) -> None:
    result = run(world, sparql)

    assert result.exit_code == 3
    assert result.stdout == ""
    assert said in result.stderr and "^" in result.stderr


def test_a_query_must_be_given(world: str) -> None:
    assert run(world).exit_code == 2

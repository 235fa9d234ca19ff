import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from kgqa_cli.link import link
from kgqa_store.errors import StoreMissing
from kgqa_store.vocabulary import RDFS, WD
from name_world import build, iri, world
from small_store import lay_out

COMMAND = "from kgqa_cli.link import link; link()"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = lay_out(tmp_path_factory.mktemp("link") / "store", graph=[])
    nasty = f'{iri(WD, "Q666")} {iri(RDFS, "label")} "nasty\\u001B[31m\\tname"@en .\n'
    build(place / "generation-1", world() + nasty.encode())
    return str(place)


def run(directory: str, *arguments: str) -> Result:
    return CliRunner().invoke(link, [*arguments, "--store", directory])


def test_in_a_pipe_each_candidate_is_a_line(directory: str) -> None:
    result = run(directory, "Mercury")

    assert result.exit_code == 0
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert {len(row) for row in rows} == {5}
    assert [row[0] for row in rows][:1] == ["Q308"]
    assert {row[0] for row in rows} == {"Q308", "Q925", "Q1150", "Q15869"}
    assert rows[0][1:3] == ["Mercury", "first planet from the Sun"]
    assert {row[4] for row in rows} == {"label", "last word"}


def test_json_has_everything(directory: str) -> None:
    document = json.loads(run(directory, "Freddie Mercuri", "--json").stdout)

    assert document["text"] == "Freddie Mercuri"
    (found,) = document["candidates"]
    assert found == {
        "id": "Q15869",
        "label": "Freddie Mercury",
        "description": "British singer",
        "score": found["score"],
        "why": "label, 1 typo",
        "matched": "freddie mercury",
        "language": "en",
        "popularity": found["popularity"],
        "types": ["Q5"],
    }


def test_labels_are_shown_in_the_language_asked_for(directory: str) -> None:
    assert run(directory, "country", "--lang", "fr").stdout.split("\t")[1] == "pays"


@pytest.mark.parametrize("language", ["", "x" * 600, "\udcff"])
def test_a_language_that_is_none_is_no_reason_to_stop(directory: str, language: str) -> None:
    assert run(directory, "country", "--lang", language).stdout.split("\t")[1] == "country"


def test_the_number_of_candidates_is_bounded(directory: str) -> None:
    assert len(run(directory, "Mercury", "--top", "2").stdout.splitlines()) == 2


@pytest.mark.parametrize("text", ["nobody is called so", "", "?"])
def test_no_candidate_is_exit_status_1(directory: str, text: str) -> None:
    result = run(directory, text)

    assert (result.exit_code, result.stdout) == (1, "")
    assert "No entity" in result.stderr


def test_no_candidate_is_an_empty_list_in_json(directory: str) -> None:
    result = run(directory, "nobody is called so", "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["candidates"] == []
    assert result.stderr == ""


def test_a_label_cannot_speak_to_the_terminal(directory: str) -> None:
    result = run(directory, "nasty [31m name")

    assert "\x1b" not in result.stdout
    assert result.stdout.count("\t") == 4


def test_a_terminal_gets_a_table(directory: str) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    command = [sys.executable, "-c", COMMAND, "Mercury", "--store", directory]
    process = subprocess.Popen(command, stdout=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)

    assert process.wait() == 0
    assert b"description" in shown and b"Q308" in shown


@pytest.mark.parametrize("location", ["http://localhost:1/sparql", "/nonexistent/folder"])
def test_what_has_no_name_index_is_an_error(location: str) -> None:
    result = CliRunner().invoke(link, ["x", "--store", location])

    assert isinstance(result.exception, StoreMissing)
    assert "kgqa store build" in result.exception.hint


def test_a_store_without_names_is_an_error(tmp_path: Path) -> None:
    place = lay_out(tmp_path / "store")

    result = CliRunner().invoke(link, ["x", "--store", str(place)])

    assert isinstance(result.exception, StoreMissing)


def test_properties_are_found_by_name_and_by_id(directory: str) -> None:
    by_name = run(directory, "--properties", "director")
    by_id = run(directory, "P57")

    assert by_name.stdout.splitlines()[0].split("\t")[::4] == ["P57", "label"]
    assert by_id.stdout.splitlines()[0].split("\t")[::4] == ["P57", "id"]


def test_an_item_is_found_by_its_id(directory: str) -> None:
    assert run(directory, "Q308").stdout.split("\t")[::4] == ["Q308", "id\n"]


def test_a_name_of_no_property_is_exit_status_1(directory: str) -> None:
    result = run(directory, "--properties", "nobody is called so")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "No property" in result.stderr


def test_properties_are_not_looked_for_in_a_question(directory: str) -> None:
    assert run(directory, "--properties", "--question", "Who?").exit_code == 2

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from kgqa_cli.text import text
from text_documents import WORLD, write_lines

from kgqa.errors import TextIndexDamaged, TextIndexMissing

DOCS = Path(__file__).parents[2] / "docs"


def run(*arguments: object, **more: object) -> Result:
    return CliRunner().invoke(text, [str(argument) for argument in arguments], **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("text")
    source = write_lines(folder / "world.jsonl", WORLD)
    result = run("build", source, "--out", folder / "texts")
    assert result.exit_code == 0, result.output
    return folder / "texts"


def test_build_says_what_it_did_on_standard_error(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.jsonl", [*WORLD, "oops", {"title": "empty"}])
    result = run("build", source, "--out", tmp_path / "texts")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "5 passages of 5 documents in" in result.stderr
    assert "left out: 1 broken lines" in result.stderr
    assert "left out: 1 documents without text" in result.stderr
    assert "a.jsonl:6" in result.stderr


def test_quiet_says_nothing(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.jsonl", WORLD)

    assert run("build", source, "--out", tmp_path / "texts", "-q").output == ""


def test_build_reads_standard_input(tmp_path: Path) -> None:
    lines = "".join(json.dumps(one) + "\n" for one in WORLD)
    result = run("build", "-", "--out", tmp_path / "texts", "-q", input=lines)

    assert result.exit_code == 0
    assert run("search", "Herbert", "--text", tmp_path / "texts").exit_code == 0


def test_only_english_leaves_others_out(tmp_path: Path) -> None:
    german = "Die Stadt liegt an der Donau und ist die Hauptstadt von Österreich seit dem Jahr."
    source = write_lines(tmp_path / "a.jsonl", [*WORLD, {"text": german}])
    result = run("build", source, "--only-english", "--out", tmp_path / "texts")

    assert "left out: 1 documents in another language" in result.stderr


def test_search_prints_lines_for_other_programs(world: Path) -> None:
    result = run("search", "Villeneuve", "--text", world)
    score, id_, title, passage = result.stdout.rstrip("\n").split("\t")

    assert float(score) > 0
    assert (id_, title) == ("film", "Dune (2021 film)")
    assert passage == WORLD[1]["text"]


def test_search_as_json_says_where_the_words_stand(world: Path) -> None:
    found = json.loads(run("search", "films by Villeneuve", "--text", world, "--json").stdout)
    hit = found["hits"][0]

    assert found["query"] == "films by Villeneuve"
    assert (hit["passage"], hit["qid"], hit["ranks"]) == ("film", "Q60834962", {"words": 1})
    assert [hit["text"][start:end] for start, end in hit["highlights"]] == ["film", "Villeneuve"]


def test_search_prefers_passages_about_an_entity(world: Path) -> None:
    result = run("search", "dune", "--text", world, "--about", "Q60834962", "--top", 1)

    assert "\tfilm\t" in result.stdout


def test_search_highlights_on_a_terminal(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kgqa_cli.text_tables import show_hits

    from kgqa.text.index import open_index

    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with open_index(world) as index:
        show_hits("Herbert", index.search("Herbert"), as_json=False)
    shown = capsys.readouterr().out

    assert "\x1b[1;33mHerbert\x1b[0m" in shown
    assert "https://example.org/dune" in shown


def test_nothing_found_is_told_and_has_its_own_status(world: Path) -> None:
    result = run("search", "zebra", "--text", world)
    as_json = run("search", "zebra", "--text", world, "--json")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "zebra" in result.stderr
    assert json.loads(as_json.stdout)["hits"] == []


def test_what_a_terminal_would_obey_is_not_printed(tmp_path: Path) -> None:
    record = {"title": "a\tb", "text": "red \x1b[31m words\nsecond \u202eline"}
    source = write_lines(tmp_path / "a.jsonl", [record])
    run("build", source, "--out", tmp_path / "texts")
    result = run("search", "words", "--text", tmp_path / "texts")

    assert result.stdout.count("\n") == 1
    assert result.stdout.count("\t") == 3
    assert result.stdout.replace("\n", "").replace("\t", "").isprintable()


def test_info_shows_sources_and_counts(world: Path) -> None:
    shown = run("info", world).stdout
    found = json.loads(run("info", world, "--json").stdout)

    assert "passages\t5" in shown
    assert "world.jsonl" in shown
    assert found["counts"]["passages"] == 5


def test_verify_finds_nothing_or_exits_with_the_damage(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "a.jsonl", WORLD)
    run("build", source, "--out", tmp_path / "texts")
    sound = run("verify", tmp_path / "texts")
    path = next((tmp_path / "texts").glob("generation-*")) / "passages.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Warsaw", b"Krakow"))
    damaged = run("verify", tmp_path / "texts")
    as_json = run("verify", tmp_path / "texts", "--json")

    assert "Sound: 9 files" in sound.stdout
    assert "passages.jsonl has another content" in damaged.stdout
    assert isinstance(damaged.exception, TextIndexDamaged)
    assert "kgqa text build" in damaged.exception.hint
    assert json.loads(as_json.stdout)["sound"] is False


def test_measure_prints_a_line_for_each_k(world: Path, tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": "Who directed Dune?", "answers": ["Villeneuve"]}]))
    lines = run("measure", path, "--text", world, "--at", "1,2").stdout.splitlines()
    found = json.loads(run("measure", path, "--text", world, "--at", "2", "--json").stdout)

    assert [line.split("\t")[0] for line in lines] == ["k", "1", "2"]
    assert found["measured"][0]["search_accuracy"] == 1


@pytest.mark.parametrize("at", ["", "0", "a", "1,-2"])
def test_ks_are_positive_numbers(world: Path, tmp_path: Path, at: str) -> None:
    path = tmp_path / "questions.json"
    path.write_text("[]")

    assert run("measure", path, "--text", world, "--at", at).exit_code == 2


def schema_of(name: str) -> Any:  # noqa: ANN401 - JSON is anything
    return json.loads((DOCS / "schemas" / f"{name}.json").read_text(encoding="utf-8"))


def test_commands_print_what_their_schemas_say(world: Path, tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps([{"question": "Who directed Dune?", "answers": ["Villeneuve"]}]))
    for name, arguments in {
        "text-search": ["search", "dune", "--text", world],
        "text-info": ["info", world],
        "text-measure": ["measure", path, "--text", world],
        "store-verify": ["verify", world],
    }.items():
        found = json.loads(run(*arguments, "--json").stdout)
        jsonschema.validate(found, schema_of(name), jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", ["text-search", "text-info", "text-measure"])
def test_every_key_of_a_schema_is_on_the_page(name: str) -> None:
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    keys = re.findall(r'"(\w+)": \{', json.dumps(schema_of(name)["properties"]))
    named = {key for key in keys if key not in {"items", "properties", "additionalProperties"}}

    assert not [key for key in named if f"`{key}`" not in page]


def test_a_missing_index_is_one_sentence_and_a_command(tmp_path: Path) -> None:
    result = run("search", "dune", "--text", tmp_path / "nowhere")

    assert isinstance(result.exception, TextIndexMissing)
    assert "kgqa text build" in result.exception.hint


def test_searching_imports_nothing_heavy(world: Path) -> None:
    code = (
        "import sys; from kgqa.text.index import open_index;"
        "open_index(sys.argv[1]).search('dune'); print(*sys.modules)"
    )
    modules = subprocess.check_output([sys.executable, "-c", code, str(world)], text=True).split()

    assert not {"torch", "transformers", "onnxruntime", "rich", "scipy"} & set(modules)

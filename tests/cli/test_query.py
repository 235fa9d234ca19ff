"""`kgqa query`: answers for people on a terminal, lines in a pipe, and what is said about none."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from kgqa_cli import main
from kgqa_cli.proof_tree import drawn, proof_tree
from kgqa_cli.query import listed
from kgqa_store.opening import open_store
from stub_endpoint import stub_endpoint
from world_store import build_world

import kgqa
from kgqa.answers import Answer, Fact, GraphProof, Measurement, Words


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(build_world(tmp_path_factory.mktemp("query") / "world"))


def run(world: str, *arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["query", *arguments, "--store", world], input=text)


def on_a_terminal(*arguments: str, columns: int = 80, **environment: str) -> tuple[int, str]:
    """Return how a command ends, and what it shows on a terminal, without colours."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "kgqa_cli", *arguments],
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "COLUMNS": str(columns), "TERM": "xterm", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return process.wait(), shown.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


# --- In a pipe ----


def test_in_a_pipe_an_answer_is_a_line_of_label_and_id(world: str) -> None:
    assert run(world, "P57(Q121)").stdout == "Dawn\tQ131\nDusk\tQ132\n"


def test_in_a_pipe_all_answers_are_there_unless_top_says_otherwise(
    world: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_TOP", "1")

    assert len(run(world, "type(Q11424)").stdout.splitlines()) == 5
    assert len(run(world, "type(Q11424)", "--top", "2").stdout.splitlines()) == 2


def test_the_expression_comes_from_standard_input(world: str) -> None:
    assert run(world, "-", text="^P57(\n  Q131\n)\n").stdout == "Ada Stone\tQ121\n"
    assert run(world, "-", text="\ufeffQ131".encode()).stdout == "Dawn\tQ131\n"


@pytest.mark.parametrize("text", [b"\xff\xfe", b'"\xc3("'])
def test_standard_input_that_is_no_text_is_wrong_usage(world: str, text: bytes) -> None:
    result = run(world, "-", text=text)

    assert result.exit_code == 2
    assert "standard input is no UTF-8 text" in result.stderr


def test_an_argument_that_is_no_text_is_wrong_usage(world: str) -> None:
    assert run(world, '"\udcff"').exit_code == 2


def test_an_unknown_language_falls_back(world: str) -> None:
    assert run(world, "P57(Q121)", "--lang", "tlh").stdout == "Dawn\tQ131\nDusk\tQ132\n"


# --- SPARQL ----


def test_the_sparql_is_only_printed_and_gives_the_same_answers(world: str) -> None:
    text = run(world, "type(Q11424) - P57(Q121)", "--sparql").stdout

    assert text.startswith("# type(Q11424) - P57(Q121)\n#   Q11424  film\n")
    with open_store(world) as store:
        found = {str(node) for node in store.select(text, seconds=5).column("x")}
    shown = run(world, "type(Q11424) - P57(Q121)").stdout.splitlines()
    assert found == {f"<http://www.wikidata.org/entity/{line.split()[-1]}>" for line in shown}
    assert ox.Store().query(text) is not None


# --- On a terminal ----


def test_on_a_terminal_answers_stand_above_what_was_understood(world: str) -> None:
    code, shown = on_a_terminal("query", "type(Q11424)", "--store", world, "--top", "2")

    assert code == 0
    assert plain(shown).splitlines() == [
        "Dawn  Q131",
        "Dusk  Q132",
        "… and 3 more; --top 5 shows all",
        "Understood as: films",
    ]
    assert "\x1b[" in shown


def test_colours_stay_away_where_they_are_not_wanted(world: str) -> None:
    arguments = ("query", "P57(Q121)", "--explain", "--store", world)

    assert "\x1b[" in on_a_terminal(*arguments)[1]
    assert "\x1b[3" not in on_a_terminal(*arguments, NO_COLOR="1")[1]
    assert "\x1b[" not in on_a_terminal("query", "(", NO_COLOR="1")[1]


def test_the_algebra_is_shown_with_signs_where_asked_for(world: str) -> None:
    arguments = ("query", "type(Q11424) - P57(Q121)", "--store", world, "--unicode")

    assert "Algebra: type(Q11424) ∖ P57(Q121)\n" in plain(on_a_terminal(*arguments)[1])


def test_no_line_of_an_answer_is_wider_than_the_terminal(tmp_path: Path) -> None:
    source = tmp_path / "wide.ttl"
    source.write_text(
        """@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <http://schema.org/> .
wd:Q1 rdfs:label "千と千尋の神隠し"@en ;
  schema:description "a film \\u001B[31m of many words and more"@en .
wd:Q1 wdt:P57 wd:Q2 . wd:Q3 wdt:P57 wd:Q2 ; rdfs:label "short"@en .
""",
        encoding="utf-8",
    )
    store = str(tmp_path / "store")
    assert CliRunner().invoke(main, ["store", "build", str(source), "--out", store]).exit_code == 0

    _, shown = on_a_terminal("query", "P57(Q2)", "--store", store, columns=40)

    rows = plain(shown).splitlines()[:2]
    assert rows[0] == "short             Q3"
    assert rows[1] == "千と千尋の神隠し  Q1  a film  [31m of m…"


def test_a_stream_that_knows_few_letters_gets_what_it_can(world: str) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "query", "P57(Q121)", "--explain"]
    done = subprocess.run(
        [*command, "--store", world],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"director ? Ada Stone" in done.stdout


# --- Proofs ----


def tree(world: str, expression: str) -> list[str]:
    result = kgqa.query(expression, world)
    return list(drawn(proof_tree(result.answers[0], result.labels)))


def test_a_proof_follows_the_facts_from_the_answer(world: str) -> None:
    assert tree(world, "^P17(^P19(^P57(Q131)))") == [
        "Northland (Q101)",
        "└─ country ← Haven (Q111)",
        "   └─ place of birth ← Ada Stone (Q121)",
        "      └─ director ← Dawn (Q131)",
    ]


def test_a_proof_goes_by_way_of_superclasses(world: str) -> None:
    assert tree(world, "type(Q8502) & P31(Q8072)") == [
        "Twin West (Q154)",
        "└─ instance of → volcano (Q8072)",
        "   └─ subclass of → mountain (Q8502)",
    ]


def test_an_answer_that_was_in_the_expression_needs_no_fact(world: str) -> None:
    assert tree(world, "Q131")[1:] == ["└─ the query itself shows it; there is no fact to list"]


def test_facts_that_are_not_shown_are_counted() -> None:
    query = kgqa.parse_expression("P57(Q1)")
    facts = tuple(Fact(Words(f"thing {n}"), "P57", Words("x")) for n in range(30))
    answer = Answer(Measurement(Decimal(30)), 1.0, (GraphProof(query, "", facts, 5),))

    assert list(drawn(proof_tree(answer, {})))[-1] == "└─ … and 23 more facts"


# --- No answer ----


def test_an_id_that_the_store_does_not_know_is_named(world: str) -> None:
    result = run(world, "P57(Q999999999) & P161(Q888888888)")

    assert (result.exit_code, result.stdout) == (1, "")
    assert "the store has no name for Q999999999 and Q888888888" in result.stderr
    assert "kgqa link NAME" in result.stderr


def test_a_property_that_no_fact_has_is_named(world: str) -> None:
    assert "no fact of the store has the property P4321" in run(world, "P4321(Q121)").stderr


def test_known_ids_are_not_blamed(world: str) -> None:
    assert "Hint" not in run(world, "P57(Q101)").stderr


def test_names_are_listed_as_in_english() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]


# --- Endpoints and ends ----


def test_an_endpoint_that_misbehaves_is_one_sentence() -> None:
    with stub_endpoint() as stub:
        for path in ("html", "500", "cut_json", "429_long"):
            result = run(f"{stub.url}/{path}", "P57(Q121)")
            assert result.exit_code == 4
            assert result.stderr.startswith("Error: ")


def test_a_reader_that_has_read_enough_is_no_error(world: str) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "query", "type(Q11424)", "--store", world]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    with process.stderr as stderr:
        said = stderr.read()

    assert (process.wait(), said) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_no_bug_of_ours(world: str) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "query", "P57(Q121)", "--store", world]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 4
    assert b"No space left" in done.stderr and b"Traceback" not in done.stderr


def test_a_killed_command_leaves_no_process_and_no_lock(world: str) -> None:
    command = [sys.executable, "-m", "kgqa_cli", "sparql", "-", "--store", world]
    endless = "SELECT (COUNT(*) AS ?n) {" + "".join(f" ?a{i} ?b{i} ?c{i} ." for i in range(9)) + "}"
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin and process.stderr
    process.stdin.write(endless.encode())
    process.stdin.close()
    time.sleep(1.5)
    process.kill()
    process.wait()
    process.stderr.close()

    assert run(world, "P57(Q121)").exit_code == 0


# --- Names ---


def test_names_are_read_and_what_they_were_taken_for_is_said_apart(world: str) -> None:
    done = run(world, 'director("Ada Stone")[publication date < 2005]')

    assert (done.exit_code, done.stdout) == (0, "Dawn\tQ131\n")
    assert "Ada Stone is taken for Q121\n" in done.stderr
    assert run(world, "P57(Q121)").stderr == ""


def test_sparql_of_an_expression_with_names_can_be_printed(world: str) -> None:
    done = run(world, 'director("Ada Stone")', "--sparql")

    assert "wdt:P57 wd:Q121" in done.stdout
    assert "director is taken for P57" in done.stderr


def test_a_name_that_nothing_has_is_exit_status_3(world: str) -> None:
    done = run(world, 'director("Ada Stonne")')

    assert (done.exit_code, done.stdout) == (3, "")
    assert "Q121  Ada Stone" in done.stderr and "director(Q121)" in done.stderr


# --- Formats ---


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("csv", "label,type,id,"),
        ("tsv", "label\ttype\tid\t"),
        ("markdown", "| answer | id |"),
        ("turtle", "@prefix "),
        ("jsonld", "{"),
        ("graphml", "<?xml "),
        ("json", "{"),
        ("table", "Dawn  Q131"),
    ],
)
def test_answers_are_printed_in_the_format_that_is_asked_for(
    world: str, form: str, begins: str
) -> None:
    done = run(world, "P57(Q121)[P577 < 2005]", "--format", form)

    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(begins) and "Q131" in done.stdout


def test_json_and_format_json_are_the_same(world: str) -> None:
    printed = [
        run(world, "P57(Q121)", *flags).stdout for flags in (["--json"], ["--format", "json"])
    ]

    assert len({re.sub(r'"timings_ms".*', "", text, flags=re.DOTALL) for text in printed}) == 1
    assert run(world, "P57(Q121)", "--json", "--format", "csv").exit_code == 2


def test_what_formats_need_is_imported_for_formats_only(world: str) -> None:
    code = (
        "import sys; from kgqa_cli import main\n"
        f"main(['query', 'P57(Q121)', '--store', {world!r}, '--format', 'csv'], "
        "standalone_mode=False)\n"
        "print({'rdflib', 'networkx', 'rich'} & set(sys.modules))"
    )
    printed = subprocess.check_output([sys.executable, "-c", code], text=True)

    assert printed.endswith("set()\n")


def test_a_format_has_the_first_answers_where_it_is_said_how_many(world: str) -> None:
    lines = [run(world, "type(Q11424)", "--format", "tsv", *top) for top in ([], ["--top", "2"])]

    assert [len(done.stdout.splitlines()) for done in lines] == [6, 3]


@pytest.mark.parametrize("form", ["csv", "turtle", "graphml", "markdown"])
def test_no_answer_is_exit_status_1_in_every_format(world: str, form: str) -> None:
    done = run(world, "P57(Q101)", "--format", form)

    assert done.exit_code == 1 and done.stdout and "No answer" in done.stderr


def test_a_format_shows_nothing_that_a_terminal_obeys(tmp_path: Path) -> None:
    source = tmp_path / "nasty.nt"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    item = "<http://www.wikidata.org/entity/Q1>"
    source.write_text(
        f'{item} {label} "a\\u001B[31mred\\u009B1m"@en .\n'
        f"{item} <http://www.wikidata.org/prop/direct/P31> <http://www.wikidata.org/entity/Q5> .\n"
    )
    CliRunner().invoke(main, ["store", "build", str(source), "--out", str(tmp_path / "store")])
    for form in ("csv", "markdown", "turtle", "jsonld", "graphml", "tsv"):
        status, shown = on_a_terminal(
            *("query", "Q1", "--store", str(tmp_path / "store"), "--format", form)
        )
        assert status == 0 and "red" in shown
        assert "\x1b[31m" not in shown and "\x9b" not in shown

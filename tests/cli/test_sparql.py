import csv
import io
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyoxigraph as ox
import pytest
from click.testing import CliRunner, Result
from interruptible import interruptible
from kgqa_cli.sparql import sparql
from kgqa_store.errors import QueryError, QueryRefused, StoreMissing, TimeLimit
from kgqa_store.vocabulary import PREFIXES, XSD
from small_store import ENDLESS, is_gone, lay_out, quads

COMMAND = "from kgqa_cli.sparql import sparql; sparql()"
TWO = "SELECT ?x ?name ?none { ?x wdt:P31 wd:Q2; rdfs:label ?name } ORDER BY ?x LIMIT 2"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> str:
    wd, odd = PREFIXES["wd"], ox.NamedNode("http://x/odd")
    number = ox.Literal("5.5", datatype=ox.NamedNode(f"{XSD}decimal"))
    more = [
        ox.Quad(ox.NamedNode(f"{wd}Q900"), odd, ox.Literal('tab\t "quote", \nline \x1b[31mred')),
        ox.Quad(ox.NamedNode(f"{wd}Q901"), odd, number),
        ox.Quad(ox.NamedNode(f"{wd}Q902"), odd, ox.BlankNode("b")),
    ]
    place = tmp_path_factory.mktemp("cli") / "store"
    return str(lay_out(place, graph=quads() + more))


def run(directory: str, *arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(sparql, [*arguments, "--store", directory], input=text)


# --- Formats ----


def test_in_a_pipe_results_are_tsv(directory: str) -> None:
    result = run(directory, TWO)

    assert result.exit_code == 0
    assert result.stdout == (
        "?x\t?name\t?none\n"
        '<http://www.wikidata.org/entity/Q1>\t"thing 1"@en\t\n'
        '<http://www.wikidata.org/entity/Q101>\t"thing 101"@en\t\n'
    )
    assert result.stderr == ""


@pytest.mark.parametrize("query", [TWO, "SELECT ?x ?y { ?x <http://x/odd> ?y }", "SELECT * {}"])
def test_tsv_and_json_are_read_by_any_sparql_library(directory: str, query: str) -> None:
    tsv = run(directory, query, "--format", "tsv").stdout_bytes
    document = run(directory, query, "--format", "json").stdout_bytes

    from_tsv = ox.parse_query_results(tsv, format=ox.QueryResultsFormat.TSV)
    from_json = ox.parse_query_results(document, format=ox.QueryResultsFormat.JSON)
    rows = [tuple(solution) for solution in from_tsv]  # type: ignore[union-attr]
    assert rows
    assert rows == [tuple(solution) for solution in from_json]  # type: ignore[union-attr]


def test_json_is_that_of_sparql(directory: str) -> None:
    document = json.loads(run(directory, TWO, "--format", "json").stdout)

    assert document["head"] == {"vars": ["x", "name", "none"]}
    assert document["results"]["bindings"][0] == {
        "x": {"type": "uri", "value": "http://www.wikidata.org/entity/Q1"},
        "name": {"type": "literal", "value": "thing 1", "xml:lang": "en"},
    }


def test_csv_quotes_what_needs_it(directory: str) -> None:
    query = "SELECT ?y { ?x <http://x/odd> ?y } ORDER BY ?x"
    content = run(directory, query, "--format", "csv").stdout_bytes.decode()

    rows = list(csv.reader(io.StringIO(content, newline="")))
    assert rows[:3] == [["y"], ['tab\t "quote", \nline \x1b[31mred'], ["5.5"]]
    assert rows[3][0].startswith("_:")


def test_a_table_is_for_people(directory: str) -> None:
    lines = run(directory, TWO, "--format", "table").stdout.splitlines()

    assert lines[1].split() == ["x", "name", "none"]
    assert lines[3].split() == ["wd:Q1", "thing", "1@en"]


def test_a_table_never_gives_orders_to_the_terminal(directory: str) -> None:
    result = run(directory, "SELECT ?y { wd:Q900 ?x ?y }", "--format", "table")

    assert "\x1b" not in result.stdout
    assert "[31mred" in result.stdout


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("tsv", "true\n"),
        ("csv", "true\n"),
        ("table", "yes\n"),
        ("json", '{"head":{},"boolean":true}\n'),
    ],
)
def test_a_truth_in_every_format(directory: str, form: str, expected: str) -> None:
    result = run(directory, "ASK { wd:Q1 wdt:P31 wd:Q2 }", "--format", form)

    assert result.stdout.replace("\r\n", "\n") == expected


def test_no_is_an_answer(directory: str) -> None:
    result = run(directory, "ASK { wd:Q1 wdt:P31 wd:Q3 }")

    assert (result.stdout, result.exit_code) == ("false\n", 0)


def test_a_graph_in_every_format(directory: str) -> None:
    query = "CONSTRUCT WHERE { wd:Q1 ?p ?o }"
    plain = run(directory, query).stdout
    turtle = run(directory, query, "--format", "table").stdout
    triples = json.loads(run(directory, query, "--format", "json").stdout)
    cells = run(directory, query, "--format", "csv").stdout.splitlines()

    expected = {quad.triple for quad in ox.parse(plain, format=ox.RdfFormat.N_TRIPLES)}
    assert len(expected) == 2
    assert {quad.triple for quad in ox.parse(turtle, format=ox.RdfFormat.TURTLE)} == expected
    assert "@prefix wd:" in turtle
    assert [triple["subject"]["value"] for triple in triples] == [f"{PREFIXES['wd']}Q1"] * 2
    assert cells[0] == "subject,predicate,object"


def test_describe_works(directory: str) -> None:
    assert len(run(directory, "DESCRIBE wd:Q1").stdout.splitlines()) == 2


def test_no_rows_is_exit_status_1(directory: str) -> None:
    result = run(directory, "SELECT ?x { ?x wdt:P999 ?y }")

    assert (result.stdout, result.exit_code) == ("?x\n", 1)


# --- Where the query comes from ----


def test_a_query_from_standard_input(directory: str) -> None:
    assert run(directory, "-", text=TWO).stdout == run(directory, TWO).stdout


def test_a_query_from_a_file(directory: str, tmp_path: Path) -> None:
    file = tmp_path / "two.rq"
    file.write_text("\ufeff" + TWO)

    assert run(directory, "-f", str(file)).stdout == run(directory, TWO).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Give either a QUERY"),
        (["ASK {}", "-f", "x.rq"], "Give either a QUERY"),
        (["-f", "missing.rq"], "missing.rq cannot be read: No such file"),
        (["two.rq"], "-f two.rq"),
        (["ASK {}", "--format", "xml"], "'xml' is not one of"),
        (["ASK {}", "--timeout", "0"], "no number of seconds above 0"),
        (["ASK {}", "--timeout", "soon"], "no number of seconds"),
    ],
)
def test_wrong_usage_is_explained(directory: str, arguments: list[str], words: str) -> None:
    result = run(directory, *arguments)

    assert result.exit_code == 2
    assert words in result.stderr


def test_a_file_that_is_no_text(directory: str, tmp_path: Path) -> None:
    file = tmp_path / "two.rq"
    file.write_bytes(b"ASK {\n\xff }")

    assert "no UTF-8 text (line 2)" in run(directory, "-f", str(file)).stderr


# --- Errors are for the caller to show ----


def test_errors_keep_their_exit_codes(directory: str) -> None:
    assert isinstance(run(directory, "SELEC").exception, QueryError)
    assert isinstance(run(directory, "CLEAR ALL").exception, QueryRefused)
    assert isinstance(run(directory, ENDLESS, "--timeout", "0.1").exception, TimeLimit)
    assert isinstance(run(directory + "/nowhere", "ASK {}").exception, StoreMissing)


# --- Processes ----


def start(directory: str, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", COMMAND, *arguments, "--store", directory]
    with interruptible():
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def worker_of(process: subprocess.Popen[bytes]) -> int:
    for _ in range(300):
        if children := children_of(process.pid):
            time.sleep(0.4)  # until the query runs
            return children[0]
        time.sleep(0.01)
    raise AssertionError("no worker was started")


def test_a_broken_pipe_is_silent(directory: str) -> None:
    query = "SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f } LIMIT 10000"
    with start(directory, query) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()

        assert process.stderr.read() == b""
        assert process.wait(timeout=10) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ctrl_c_ends_at_once_and_leaves_no_worker(directory: str) -> None:
    with start(directory, ENDLESS) as process:
        worker = worker_of(process)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=5)

        assert time.monotonic() - begin < 1
        assert b"Traceback" not in errors
        assert is_gone(worker, within=2)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_command_leaves_no_worker(directory: str) -> None:
    with start(directory, ENDLESS) as process:
        worker = worker_of(process)
        process.kill()

        assert is_gone(worker, within=2)


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "xterm-256color")])
def test_on_a_terminal_results_are_a_table_and_colour_can_be_refused(
    directory: str, name: str, value: str
) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", COMMAND, TWO, "--store", directory]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", name: value}
    if name != "NO_COLOR":
        environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        command, stdout=theirs, stderr=subprocess.PIPE, env=environment
    ) as process:
        _, errors = process.communicate(timeout=10)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)

    assert "wd:Q101" in shown
    assert "2 rows in" in errors.decode()
    assert name != "NO_COLOR" or "\x1b[3" not in shown


def test_the_help_is_quick_and_has_examples() -> None:
    result = CliRunner().invoke(sparql, ["--help"])

    assert "kgqa sparql -f" in result.stdout
    assert "tsv in a pipe" in " ".join(result.stdout.split())

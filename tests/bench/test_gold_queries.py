"""Sets with gold queries: read, run here, and scored against the queries of other systems."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner
from kgqa_cli import main
from kgqa_store.opening import open_store

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.datasets.popqa import read_popqa
from kgqa.bench.datasets.rubq import read_rubq
from kgqa.bench.datasets.spinach import read_spinach
from kgqa.bench.dialect import plain
from kgqa.bench.judges import judge_open, judge_rubq
from kgqa.bench.question import Given, Prediction, Question
from kgqa.bench.row import Row
from kgqa.bench.run_folder import RunFolder
from kgqa.bench.scores import scores_of
from kgqa.bench.store_view import StoreView


def run(name: str, out: Path, *more: str | Path) -> list[Any]:
    """Run a benchmark over the sample, and return its rows."""
    arguments = ["bench", name, "--data", FILES[name], "--store", "sample", "--out", out, *more]
    done = CliRunner().invoke(main, list(map(str, arguments)))
    assert done.exit_code == 0, done.output
    return list(RunFolder(out).rows())


def test_rubq_is_asked_in_english_and_russian() -> None:
    first, second, third = read_rubq(FILES["rubq"])

    assert (first.text, first.gold, first.kind) == (
        *("Who directed Inception?", (("Q25191",),), "1-hop"),
    )
    assert (second.gold, second.kind, second.category) == ((("1970-09-18",),), "1-hop", "duration")
    assert (third.gold, third.sparql, third.kind) == ((), "", "no-answer")
    assert read_rubq(FILES["rubq"], language="ru")[0].text.startswith("Кто")


def test_to_a_question_without_an_answer_silence_is_right() -> None:
    unanswerable = read_rubq(FILES["rubq"])[2]

    assert judge_rubq(unanswerable, Prediction())["f1"] == 1.0
    assert judge_rubq(unanswerable, Prediction((Given("7"),)))["f1"] == 0.0


def test_exact_match_is_of_the_first_answer_or_of_any() -> None:
    question = Question("1", "?", gold=(("Bobby Scott", "Bob Russell"),))
    marks = judge_open(question, Prediction((Given("Elton John"), Given("bob russell"))))

    assert (marks["em_first"], marks["em_any"]) == (0.0, 1.0)


def test_popqa_accepts_an_answer_that_contains_a_name() -> None:
    question = read_popqa(FILES["popqa"])[1]

    assert judge_open(question, Prediction((Given("the city of Bern"),)))["contains"] == 1.0
    assert judge_open(question, Prediction((Given("the city of Bern"),)))["em_first"] == 0.0
    assert question.category == "uncommon"


@pytest.mark.parametrize("name", ["rubq", "spinach", "wikiwebquestions", "qald", "lcquad", "popqa"])
def test_what_the_store_of_the_run_answers_is_covered(name: str, tmp_path: Path) -> None:
    rows = run(name, tmp_path / name, "--no-text")
    queries = {question.id: question.sparql for question in BENCHMARKS[name].read(FILES[name])}

    assert any(row.is_covered for row in rows)
    assert all("rerun_f1" in row.marks for row in rows if row.is_covered)
    assert not [row.id for row in rows if row.is_covered and not queries[row.id]]


@pytest.fixture(scope="module")
def view(sample: str) -> Iterator[StoreView]:
    with open_store(sample) as store:
        yield StoreView(store)


@pytest.mark.parametrize(
    ("query", "is_covered"),
    [
        ("SELECT (COUNT(?x) AS ?n) { ?x wdt:P57 wd:Q25191 }", True),
        ("SELECT (COUNT(?x) AS ?n) { ?x wdt:P57 wd:Q999999999 }", False),
        ("ASK { ?x wdt:P57 wd:Q25191 }", True),
        ("ASK { ?x wdt:P57 wd:Q999999999 }", False),
        ("SELECT ?x { ?x wdt:P57 wd:Q999999999 }", False),
    ],
)
def test_a_no_and_a_count_of_nothing_are_no_answers_of_the_store(
    query: str, is_covered: bool, view: StoreView
) -> None:
    question, row = Question("1", "?", sparql=query), Row("1", "?", "")
    BENCHMARKS["qald"].cover(question, row, view)

    assert row.is_covered == is_covered


def test_precision_of_answered_is_over_what_can_be_judged() -> None:
    rows = [
        Row("1", "?", "", found=["Q1"], marks={"f1": 1.0, "rerun_f1": 0.5}, is_covered=True),
        Row("2", "?", "", found=["Q1"], marks={"rerun_f1": 0.0}),
        Row("3", "?", "", marks={"f1": 0.0, "rerun_f1": 0.0}, is_covered=True),
    ]
    scores = scores_of(BENCHMARKS["qald"], rows)

    assert scores["all"]["precision_of_answered"] == 1.0
    assert scores["all"]["rerun_of_answered"] == 0.25
    assert (scores["covered"]["rerun_f1"], scores["covered"]["rerun_of_answered"]) == (0.25, 0.5)


def test_queries_in_the_dialect_of_wikidata_are_run(view: StoreView) -> None:
    films, capitals = read_spinach(FILES["spinach"])
    found, near = view.run_gold(films.sparql)[0], view.run_gold(capitals.sparql)[0]

    assert found is not None
    assert near is not None
    assert "Q25188" in found
    assert {"Q90", "Q1741", "Q1844"} < set(near)


def test_a_label_that_is_tested_is_looked_up() -> None:
    query = "SELECT ?x { ?x wdt:P57 wd:Q1 SERVICE wikibase:label { } FILTER(?xLabel = 'y') }"

    assert "?x rdfs:label ?xLabel" in plain(query)
    assert "SERVICE" not in plain(query)
    assert "rdfs:label" not in plain("SELECT ?x ?xLabel { ?x ?p 1 SERVICE wikibase:label { } }")


def test_what_is_no_dialect_stays_as_it_is() -> None:
    query = "SELECT ?x { ?x <http://a#b> 'a # { b' ; ?p \"SERVICE\" }"

    assert plain(query) == query


# --- Other people's queries ----------------------------------------------------------------------


def predicted(path: Path, queries: dict[str, str]) -> Path:
    lines = (json.dumps({"id": id_, "sparql": query}) for id_, query in queries.items())
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_queries_of_others_are_run_and_scored_against_the_gold_ones(tmp_path: Path) -> None:
    theirs = {
        "WebQTrn-1": "SELECT ?film ?who { VALUES ?film { wd:Q25188 } ?film wdt:P57 ?who }",
        "WebQTrn-2": "SELECT ?x { wd:Q39 wdt:P47 ?x }",
        "WebQTrn-3": "SELECT ?x { wd:Q127751 wdt:P582 ?x }",
    }
    path = predicted(tmp_path / "theirs.jsonl", theirs)
    rows = run("wikiwebquestions", tmp_path / "run", "--predictions", path)

    assert [row.marks["rerun_f1"] for row in rows] == [1.0, 0.0, 1.0]
    assert rows[0].found == ["Q25191"]


def test_the_gold_query_itself_is_right_however_much_it_finds(tmp_path: Path) -> None:
    many = "SELECT DISTINCT ?x { ?x wdt:P31 ?kind }"
    data = tmp_path / "dev.json"
    data.write_text(json.dumps([{"id": "1", "question": "what is there", "sparql": many}]))
    path = predicted(tmp_path / "theirs.jsonl", {"1": many})
    (row,) = run("wikiwebquestions", tmp_path / "run", "--data", data, "--predictions", path)

    assert row.marks["rerun_exact"] == 1.0
    assert len(row.found) > 300


def test_no_query_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    ids = ("WebQTrn-1", "WebQTrn-2", "WebQTrn-3")
    lines = (json.dumps({"dev_set_id": id_, "predicted_sparql": None}) for id_ in ids)
    path.write_text("\n".join(lines), encoding="utf-8")
    rows = run("wikiwebquestions", tmp_path / "run", "--predictions", path)

    assert [row.outcome for row in rows] == ["no-answer"] * 3


def test_a_query_that_fails_is_told_with_its_record_and_why(tmp_path: Path) -> None:
    theirs = {
        "WebQTrn-1": "SELECT ?x {",
        "WebQTrn-2": "DESCRIBE wd:Q39",
        "WebQTrn-3": "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
    }
    path = predicted(tmp_path / "theirs.jsonl", theirs)
    rows = run("wikiwebquestions", tmp_path / "run", "--predictions", path, "--timeout", "2")

    assert [row.outcome for row in rows] == ["failed"] * 3
    assert rows[0].reason.startswith("theirs.jsonl, record 1: the query does not parse")
    assert rows[1].reason.endswith("the query has no variables: SELECT or ASK is expected")
    assert "time limit" in rows[2].reason


def test_a_query_that_fails_is_wrong_where_the_gold_query_finds_nothing(tmp_path: Path) -> None:
    nothing = "SELECT ?x { ?x wdt:P57 wd:Q1 }"
    asked = [{"id": id_, "question": "what", "sparql": nothing} for id_ in "abcd"]
    data = tmp_path / "dev.json"
    data.write_text(json.dumps(asked), encoding="utf-8")
    theirs = {
        "a": "SELECT ?x {",
        "b": nothing,
        "c": "CONSTRUCT { ?a ?b ?c } { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }",
        "d": "ASK {}",
    }
    path = predicted(tmp_path / "theirs.jsonl", theirs)
    rows = run("wikiwebquestions", tmp_path / "run", "--data", data, "--predictions", path)

    assert [row.outcome for row in rows] == ["failed", "no-answer", "failed", "answered"]
    assert [row.marks["rerun_f1"] for row in rows] == [0.0, 1.0, 0.0, 0.0]
    # What has no variables is told as that, and is not run until its time is up.
    assert rows[2].reason.endswith("the query has no variables: SELECT or ASK is expected")


def test_a_record_without_answers_and_query_says_what_is_expected(tmp_path: Path) -> None:
    path = tmp_path / "theirs.jsonl"
    path.write_text('{"id": "WebQTrn-1", "text": "x"}\n{"id": "b", "sparql": ""}', encoding="utf-8")
    done = CliRunner().invoke(
        main, ["bench", "wikiwebquestions", "--data", str(FILES["wikiwebquestions"]), "--out",
               str(tmp_path / "run"), "--predictions", str(path)]
    )  # fmt: skip

    assert done.exit_code != 0
    assert "theirs.jsonl, record 1 has no predictions" in done.stderr
    assert "or 'sparql'" in done.stderr


@pytest.mark.parametrize("key", ["executable_sparql", "predicted_sparql", "predicted_sql"])
def test_runs_are_read_as_wikisp_and_spinach_publish_them(key: str, tmp_path: Path) -> None:
    name = "wikiwebquestions"
    asked = BENCHMARKS[name].read(FILES[name])
    records = [{"dev_set_id": one.id, key: one.sparql} for one in asked]
    (tmp_path / "theirs.json").write_text(json.dumps(records), encoding="utf-8")
    rows = run(name, tmp_path / "run", "--predictions", tmp_path / "theirs.json")

    assert [row.marks["rerun_f1"] for row in rows] == [1.0] * len(rows)
    assert any(row.found for row in rows)

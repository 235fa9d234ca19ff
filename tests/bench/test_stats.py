"""Tables about sets of questions, and what runs are compared."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.bench.question import Pair, Question
from kgqa.bench.recognised import recognised
from kgqa.bench.stats import figure, kolmogorov_smirnov, smirnov_chance, tables_of


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


def cells(name: str, questions: list[Question], title: str) -> dict[str, tuple[str, ...]]:
    table = next(one for one in tables_of(name, questions) if one.title.startswith(title))
    return {line.cells[0]: line.cells[1:] for line in table.lines}


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_by_its_fields_whose_it_is(name: str) -> None:
    assert recognised(FILES[name]) == name


def test_answers_to_a_question_are_counted_in_bars_that_miss_none() -> None:
    sizes = [1, 4, 5, 9, 10, 100, 143]
    questions = [Question(str(size), "?", gold=(("x",),) * size) for size in sizes]
    bars = {name: count for name, _, count in figure(questions)}

    assert bars["1"] == 1 and bars["2–4"] == 1 and bars["5–9"] == 2 and bars["100+"] == 2
    assert sum(bars.values()) == len(sizes)


def test_pairs_and_edits_of_ambigqa_are_those_of_its_annotations() -> None:
    rewritten = (Pair("who wrote the red book", ("A",)), Pair("who wrote it in 1999", ("B",)))
    single = (Pair("", ("A",)),)
    asked = [
        Question("1", "Who wrote it?", "multi", annotations=(rewritten,)),
        Question("2", "Who?", "single", annotations=(single,)),
    ]
    pairs, edits = cells("ambigqa", asked, "Pairs"), cells("ambigqa", asked, "Edits")

    assert pairs["1"] == ("1", "0.500") and pairs["2"] == ("1", "0.500")
    # The first adds red and book and loses it, the second adds in and 1999.
    assert edits["words added, mean"] == ("2.00",) and edits["words taken, mean"] == ("0.50",)


def test_the_largest_distance_of_two_samples_is_that_of_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    chance = random.Random(3)
    for _ in range(20):
        one = [chance.randint(1, 20) for _ in range(chance.randint(50, 300))]
        other = [chance.randint(1, 24) for _ in range(chance.randint(50, 300))]
        expected = stats.ks_2samp(one, other, method="asymp")
        distance = kolmogorov_smirnov(one, other)

        assert distance == pytest.approx(expected.statistic, abs=1e-9)
        told = smirnov_chance(distance, len(one), len(other))
        assert told == pytest.approx(stats.kstwobign.sf(
            distance * (len(one) * len(other) / (len(one) + len(other))) ** 0.5), abs=1e-9
        )  # fmt: skip


def test_tables_are_printed_and_written_as_csv_and_as_a_page(tmp_path: Path) -> None:
    done = bench(
        *("stats", FILES["mintaka"], "--against", FILES["nq"], "--store", "sample"),
        *("--csv", tmp_path / "t.csv", "--html", tmp_path / "t.html"),
    )
    lines = (tmp_path / "t.csv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines))
    page = (tmp_path / "t.html").read_text(encoding="utf-8")

    assert done.exit_code == 0, done.output
    assert "Questions by complexity" in done.stdout and "within two hops" in done.stdout
    assert {"Naturalness", "Hops", "Types of answers"} <= {row["table"] for row in rows}
    assert "<svg" in page or 'class="bars"' in page
    assert json.loads(bench("stats", FILES["qampari"], "--json").stdout)["Answers to a question"]


def test_a_file_of_no_benchmark_is_refused_with_what_it_begins_with(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('[{"colour": "red"}]', encoding="utf-8")
    done = bench("stats", tmp_path / "x.json")

    assert done.exit_code != 0
    assert "of no benchmark that is known: its records begin with colour" in done.stderr


def test_runs_over_different_stores_are_not_compared_unless_told(tmp_path: Path) -> None:
    answers = {"WebQTrn-1": ["Q25191"], "WebQTrn-2": [], "WebQTrn-3": []}
    (tmp_path / "theirs.json").write_text(json.dumps(answers), encoding="utf-8")
    for name in ("one", "two"):
        done = bench("wikiwebquestions", "--data", FILES["wikiwebquestions"], "--predictions",
                     tmp_path / "theirs.json", "--out", tmp_path / name)  # fmt: skip
        assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "two" / "run.json").read_text(encoding="utf-8"))
    record["store"] = {"sha256": "abc"}
    (tmp_path / "two" / "run.json").write_text(json.dumps(record), encoding="utf-8")
    refused = bench("compare", tmp_path / "one", tmp_path / "two")

    assert refused.exit_code != 0
    assert "one and two differ in their store: unknown and none (abc)" in refused.stderr
    assert bench("compare", tmp_path / "one", tmp_path / "two", "--any-store").exit_code == 0

from __future__ import annotations

import csv
import html
import json
import re
import sys
from pathlib import Path

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner, Result
from kgqa_cli import main

from kgqa.bench.benchmarks import BENCHMARKS
from kgqa.bench.failures import groups_of, repairs
from kgqa.bench.metrics.resampling import bootstrap
from kgqa.bench.published import published, rows_for
from kgqa.bench.report.curves import (
    Bin,
    calibration,
    calibration_error,
    latencies,
    losses,
    risk_coverage,
)
from kgqa.bench.report.runs import load
from kgqa.bench.report.tables import published_table

COMMAND = f"{sys.executable} {Path(__file__).parent / 'answering_command.py'}"
NASTY = "</script><script>alert(1)</script> <b>Who</b> & \u2028 'what' \"is\" this?"


def bench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["bench", *map(str, arguments)])


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return two runs of some questions, one of them with a question that looks like markup."""
    home = tmp_path_factory.mktemp("runs")
    records = json.loads(FILES["mintaka"].read_text(encoding="utf-8"))
    records[0]["question"] = NASTY
    (home / "data.json").write_text(json.dumps(records), encoding="utf-8")
    for name, how in (("one", "echo"), ("two", "slow")):
        data = ("--data", home / "data.json", "--command", f"{COMMAND} {how}")
        done = bench("mintaka", *data, "--out", home / name)
        assert done.exit_code == 0, done.output
    return home / "one", home / "two"


# --- The page ------------------------------------------------------------------------------------


def test_a_page_needs_nothing_but_itself(runs: tuple[Path, Path], tmp_path: Path) -> None:
    done = bench("report", *runs, "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")

    assert done.exit_code == 0, done.output
    assert not re.findall(r"<(?:link|img|iframe)\b|\bsrc=|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page and "width=device-width" in page
    assert "Rigel" in page and "not comparable" in page
    assert page.count("<h2") == page.count("</h2>") and page.count("<svg") == page.count("</svg>")


def test_what_a_question_says_is_text_and_not_markup(
    runs: tuple[Path, Path], tmp_path: Path
) -> None:
    bench("report", *runs, "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    (content,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    rows = json.loads(content)["rows"]

    assert rows[0]["question"] == NASTY and len(rows) == 14
    assert "alert(1)</script>" not in page
    assert "<" not in content and html.unescape(content) == content


def test_tables_stand_beside_the_page_as_markdown_and_csv(runs: tuple[Path, Path]) -> None:
    bench("report", runs[0])
    markdown = (runs[0] / "report.md").read_text(encoding="utf-8")
    with (runs[0] / "report.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))

    widths = {
        line.count(" | ") for line in markdown.split("## ")[1].splitlines() if line[:1] == "|"
    }
    assert len(widths) == 1
    scores = json.loads((runs[0] / "scores.json").read_text(encoding="utf-8"))
    (found,) = [line for line in lines if line["group"] == "all" and line["metric"] == "hits@1"]
    assert float(found["value"]) == scores["all"]["hits@1"]
    assert any(line["group"] == "costs" and line["metric"] == "median_ms" for line in lines)


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    for command in ("report", "errors"):
        done = bench(command, tmp_path)
        assert done.exit_code == 2 and "holds no run" in done.output


# --- Curves --------------------------------------------------------------------------------------


def test_risk_grows_along_the_surest_answers_first() -> None:
    answers = [(0.9, 1.0), (0.5, 0.0), (0.5, 1.0), (0.1, 0.0)]

    # One right; then three with one wrong, for two are equally sure; then four with two wrong.
    assert risk_coverage(answers, 8) == [(1 / 8, 0.0), (3 / 8, 1 / 3), (4 / 8, 0.5)]
    assert risk_coverage([], 8) == []


def test_calibration_puts_the_equally_sure_together() -> None:
    bins = calibration([(0.95, 1.0), (0.91, 0.0), (0.25, 0.0), (1.0, 1.0)])

    assert bins[0] == Bin(0.25, 0.0, 1)
    assert bins[1].count == 3 and bins[1].accuracy == pytest.approx(2 / 3)
    expected = (0.25 * 1 + abs((0.95 + 0.91 + 1.0) / 3 - 2 / 3) * 3) / 4
    assert calibration_error(bins) == pytest.approx(expected)


def test_every_time_is_in_one_bin() -> None:
    times = [0.2, 1.0, 3.0, 3.1, 250.0, 9000.0]
    bins = latencies(times)

    assert sum(count for *_, count in bins) == len(times)
    assert all(low < high for low, high, _ in bins)
    assert [b[1] for b in bins[:-1]] == pytest.approx([b[0] for b in bins[1:]])


def test_losses_stand_in_the_order_of_the_pipeline() -> None:
    assert losses({"ranking": 2, "ok": 5, "mention": 1, "odd": 3}) == [
        ("mention", 1), ("ranking", 2), ("odd", 3),
    ]  # fmt: skip


# --- Papers --------------------------------------------------------------------------------------


def test_rows_of_papers_use_our_metrics_and_say_what_differs() -> None:
    for row in published():
        names = {metric.name for metric in BENCHMARKS[row.benchmark].metrics}
        assert row.scores.keys() <= names
        assert all(0 <= score <= 1 for score in row.scores.values())
        assert row.why and row.source.url.startswith("https://")
    assert rows_for("qampari")[0].scores["f1"] == 0.328
    assert all(row.table for row in published())


def test_figures_that_were_mistaken_once_stand_where_they_belong() -> None:
    quasar = {row.system.split(" (")[0]: row for row in rows_for("quasar")}
    fid = [row for row in rows_for("qampari") if row.system.startswith("FiD-DPR of the paper")]

    assert quasar["BiRNN, best model of the paper"].scores == {"exact": 0.336}
    assert all(0.336 not in row.scores.values() for name, row in quasar.items() if "GA" in name)
    assert quasar["BiDAF"].source.citation.startswith("Dhingra, Mazaitis, Cohen: Quasar")
    assert [dict(row.scores) for row in fid] == [{"f1": 0.125}, {"f1": 0.125}]
    assert all("not seen" in row.table for row in fid)
    assert {row.split for row in rows_for("ambigqa")} == {"dev", "test"}


def test_a_figure_of_mintaka_stands_below_the_mode_it_was_measured_in() -> None:
    texts, graphs = ("T5", "mT5", "DPR"), ("Rigel", "EmbedKGQA", "KVMemNet")
    for row in rows_for("mintaka"):
        assert list(row.scores) == ["text_exact" if row.system.startswith(texts) else "kg_hits@1"]
        assert row.system.startswith((*texts, *graphs))
    assert {row.language for row in rows_for("mintaka")} >= {"mean of the eight other languages"}


def test_ours_stands_among_published_rows_by_the_main_metric(runs: tuple[Path, Path]) -> None:
    table = published_table(load(runs))
    assert table is not None
    place = table.columns.index("official hits@1, kg")
    shown = [line.cells[place] or line.cells[place + 1] for line in table.lines]

    assert shown == sorted(shown, reverse=True)


# --- What fails ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ours(sample: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run of our own engine over the sample."""
    home = tmp_path_factory.mktemp("ours")
    run = ("--data", FILES["mintaka"], "--store", sample, "--no-text", "--oracles")
    done = bench("mintaka", *run, "--out", home / "run")
    assert done.exit_code == 0, done.output
    return home / "run"


def test_failures_are_grouped_and_the_best_repair_is_named(ours: Path) -> None:
    (run,) = load([ours])
    lost = [row for row in run.rows if row.stage != "ok"]

    assert sum(group.count for group in groups_of(run)) >= len(lost)
    gains = [one.gain for one in repairs(run)]
    assert gains == sorted(gains, reverse=True) and all(gain <= len(lost) for gain in gains)
    done = bench("errors", ours)
    assert done.exit_code == 0 and f"{len(lost)} lost" in done.stdout
    as_json = json.loads(bench("errors", ours, "--json").stdout)
    assert as_json["right"] + len(lost) == as_json["questions"]


def test_upper_bounds_are_above_what_was_right(ours: Path) -> None:
    scores = json.loads((ours / "scores.json").read_text(encoding="utf-8"))
    right = scores["stages"].get("ok", 0) / scores["all"]["questions"]

    assert scores["upper_bounds"]["ranking"] >= round(right, 4)
    assert scores["upper_bounds"]["links"] >= round(right, 4)
    bounds = [scores["upper_bounds"][f"within_{n}_hops"] for n in (0, 1, 2)]
    assert bounds == sorted(bounds) and bounds[2] > 0


def test_coverage_counts_what_a_store_holds(sample: str) -> None:
    done = bench("coverage", "mintaka", "--data", FILES["mintaka"], "--store", sample, "--json")
    found = json.loads(done.stdout)["all"]

    assert found["question_entities"] == 8 and found["question_entities_known"] == 1.0
    assert found["gold_answers"] == 10 and found["hops"]["1"] >= 3
    simple = ("--data", FILES["simplequestions"], "--store", sample)
    told = bench("coverage", "simplequestions", *simple)
    assert "missing properties: P36 (1)" in told.stdout


def test_the_best_set_is_one_or_two_steps_away_or_what_two_share(sample: str) -> None:
    given = ("qampari", "--data", FILES["qampari"], "--store", sample, "--sets")
    kinds = json.loads(bench("coverage", *given, "--json").stdout)["by_kind"]

    assert kinds["wikidata_simple"]["best_set"] == round(2 * 4 / (10 + 4), 4)  # he directed ten
    assert kinds["wikidata_comp"]["best_set"] == kinds["wikidata_intersection"]["best_set"] == 1
    assert kinds["wikitables_simple"]["best_set"] == 0
    assert (
        "F1 of the best set, all: 0.643, of those covered 0.571" in bench("coverage", *given).stdout
    )
    assert "best_set" not in bench("coverage", *given[:-1], "--json").stdout


# --- Two runs ------------------------------------------------------------------------------------


def test_equal_runs_do_not_differ(runs: tuple[Path, Path]) -> None:
    done = bench("compare", *runs)

    assert done.exit_code == 0, done.output
    assert "difference +0.0000" in done.stdout and "chance may explain it" in done.stdout
    assert (
        "no question with 'nothing' in common"
        in bench("compare", *runs, "--metric", "nothing").output
    )


def test_an_interval_stands_beside_every_score(runs: tuple[Path, Path]) -> None:
    (run,) = load([runs[0]])
    values = [row.marks["hits@1"] for row in run.rows]

    low, high = run.scores["intervals"]["hits@1"]
    assert (low, high) == tuple(
        round(x, 4) for x in (bootstrap(values).low, bootstrap(values).high)
    )

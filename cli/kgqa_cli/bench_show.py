"""Scores of a run on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from kgqa.bench.benchmarks import Benchmark

COLUMNS = ("hits@1", "exact", "f1", "f1_answer", "f1_edit", "search", "rerun_f1")


def show(benchmark: Benchmark, scores: dict[str, Any]) -> None:
    """Print the scores, over all and by kind."""
    columns = [name for name in COLUMNS if name in scores["all"]]
    heads = "".join(f"{name:>{_width(name)}}" for name in columns)
    echo(f"{'':16}{'n':>6}{heads}{'answered':>10}{'prec':>7}")
    lines = {"all": scores["all"], "covered": scores["covered"], **scores["by_kind"]}
    for name, one in lines.items():
        cells = "".join(f"{one.get(key, 0.0):>{_width(key)}.3f}" for key in columns)
        echo(
            f"{name[:15]:16}{one['questions']:>6}{cells}"
            f"{one['answered']:>10}{one['precision_of_answered']:>7.3f}"
        )
    for line in notes(benchmark, scores):
        echo(line)


def _width(name: str) -> int:
    return max(8, len(name) + 2)


def notes(benchmark: Benchmark, scores: dict[str, Any]) -> list[str]:
    """Return what stands below the table."""
    costs, headline = scores["costs"], benchmark.headline
    low, high = scores["intervals"].get(headline, [0.0, 0.0])
    lines = [
        f"covered: {benchmark.covered}",
        f"{headline} over all: {scores['all'].get(headline, 0.0):.4f}, "
        f"95 % between {low:.4f} and {high:.4f}",
        f"median {costs['median_ms']:.0f} ms, 95 % below {costs['p95_ms']:.0f} ms, "
        f"first {costs['first_ms']:.0f} ms, memory at most {costs['peak_memory_mb']:.0f} MB, "
        f"the harness itself {100 * costs['overhead_share']:.1f} %",
        f"stages: {scores['stages']}",
    ]
    covered = scores["covered"]
    if "rerun_of_answered" in covered:
        lines.insert(
            1,
            f"against the gold queries run here: F1 {covered['rerun_f1']:.4f} over the "
            f"{covered['questions']} covered, {covered['rerun_of_answered']:.4f} over the "
            f"{covered['answered']} of them that were answered",
        )
    shown = {benchmark.headline, *COLUMNS}
    more = {m.title: scores["all"][m.name] for m in benchmark.metrics
            if m.name in scores["all"] and m.name not in shown}  # fmt: skip
    if more:
        lines.append("also: " + ", ".join(f"{name} {value:.3f}" for name, value in more.items()))
    if scores["linking"]["mentions"]:
        lines.append(f"best reading, sure or not: {scores['best_reading_hits@1']:.3f}")
        operator = f", operator: {scores['operator_accuracy']:.3f}"
        is_judged = scores["operator_accuracy"]
        lines.append(f"linking: {scores['linking']}{operator if is_judged else ''}")
    if scores["upper_bounds"]:
        bounds = ", ".join(f"{name} {value:.3f}" for name, value in scores["upper_bounds"].items())
        lines.append(f"upper bounds: {bounds}")
    return lines

"""The scores of a run from its rows. Nothing that a clock says is in them: see `costs`."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kgqa.bench.benchmarks import Benchmark, Metric
from kgqa.bench.metrics.resampling import bootstrap
from kgqa.bench.row import Row

Scores = dict[str, Any]
RERUN = "rerun_f1"
"""The mark against what the gold query finds in the store that was asked."""


def mean(values: Iterable[float]) -> float:
    """Return the mean, rounded; 0 where there is nothing."""
    found = list(values)
    return round(sum(found) / len(found), 4) if found else 0.0


def values_of(metric: Metric, rows: Sequence[Row]) -> list[float]:
    """Return what each question is worth by a metric, leaving out those it does not apply to."""
    return [
        row.marks[metric.name] for row in rows if metric.name in row.marks and metric.applies(row)
    ]


def summary(benchmark: Benchmark, rows: Sequence[Row]) -> Scores:
    """Return the scores of some rows."""
    answered = [row for row in rows if row.found]
    found: Scores = {"questions": len(rows)}
    for metric in benchmark.metrics:
        values = values_of(metric, rows)
        if values or not rows:
            found[metric.name] = mean(values)
    found["answered"] = len(answered)
    found["answers_said"] = mean(len(row.found) for row in answered)
    found["precision_of_answered"] = mean(
        row.marks[benchmark.headline] for row in answered if benchmark.headline in row.marks
    )
    if RERUN in found:
        found["rerun_of_answered"] = mean(
            row.marks[RERUN] for row in answered if RERUN in row.marks
        )
    return found


def intervals(benchmark: Benchmark, rows: Sequence[Row]) -> Scores:
    """Return the 95 % interval of each metric."""
    found: Scores = {}
    for metric in benchmark.metrics:
        if values := values_of(metric, rows):
            interval = bootstrap(values)
            found[metric.name] = [round(interval.low, 4), round(interval.high, 4)]
    return found


def grouped(benchmark: Benchmark, rows: Sequence[Row], key: Callable[[Row], str]) -> Scores:
    """Return the scores of the rows that share a key, for each key, with the main interval."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    main = next(m for m in benchmark.metrics if m.name == benchmark.headline)
    found = {}
    for name, some in sorted(groups.items()):
        interval = bootstrap(values_of(main, some))
        found[name] = summary(benchmark, some) | {
            "interval": [round(interval.low, 4), round(interval.high, 4)],
            **_of_covered(values_of(main, [row for row in some if row.is_covered]), len(some)),
        }
    return found


def _of_covered(values: Sequence[float], questions: int) -> Scores:
    """Return how many questions the store covers, and what they are worth over these and over all.

    `subset` is over the covered; `adjusted` is over all, those that are not covered being wrong,
    as papers have it of systems that can only answer some of the questions.
    """
    adjusted = round(sum(values) / questions, 4)
    return {"covered": len(values), "subset": mean(values), "adjusted": adjusted}


def scores_of(benchmark: Benchmark, rows: Sequence[Row]) -> Scores:
    """Return the scores of a run, over all and by what the questions share."""
    covered = [row for row in rows if row.is_covered]
    known = sum(row.links_known for row in rows)
    judged = [row for row in rows if row.operator_right is not None]
    return {
        "benchmark": benchmark.name,
        "headline": benchmark.headline,
        "all": summary(benchmark, rows),
        "intervals": intervals(benchmark, rows),
        "covered": summary(benchmark, covered),
        "covered_intervals": intervals(benchmark, covered),
        "by_kind": grouped(benchmark, rows, lambda row: row.kind),
        "by_category": grouped(benchmark, rows, lambda row: row.category),
        "by_answer_type": grouped(benchmark, rows, lambda row: row.answer_type),
        "by_language": grouped(benchmark, rows, lambda row: row.language),
        "outcomes": dict(Counter(row.outcome.split(":")[0] for row in rows).most_common()),
        "stages": dict(sorted(Counter(row.stage for row in rows).items(), key=_by_count)),
        "linking": {
            "mentions": known,
            "first": round(sum(row.links_first for row in rows) / max(1, known), 4),
            "first_five": round(sum(row.links_five for row in rows) / max(1, known), 4),
        },
        "operator_accuracy": mean(float(bool(row.operator_right)) for row in judged),
        "best_reading_hits@1": mean(row.best for row in rows),
        "upper_bounds": upper_bounds(rows),
    }


def _by_count(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def upper_bounds(rows: Sequence[Row]) -> Scores:
    """Return what would be right if one part did its best, and how many answers are in reach."""
    names = sorted({name for row in rows for name in row.oracles})
    bounds: Scores = {name: mean(row.oracles.get(name, 0.0) for row in rows) for name in names}
    joined = [row for row in rows if row.has_ends]
    for most in (0, 1, 2) if joined else ():
        within = [float(row.hops is not None and row.hops <= most) for row in joined]
        bounds[f"within_{most}_hops"] = mean(within)
    return bounds


def costs_of(rows: Sequence[Row]) -> Scores:
    """Return time and memory of a run: milliseconds a question, and megabytes at most."""
    times = sorted(row.ms for row in rows) or [0.0]
    spent, beside = sum(times), sum(row.overhead_ms for row in rows)
    return {
        "questions": len(rows),
        "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(0.95 * (len(times) - 1))], 1),
        "mean_ms": round(spent / len(times), 1),
        "first_ms": rows[0].ms if rows else 0.0,
        "peak_memory_mb": max((row.memory_mb for row in rows), default=0.0),
        "overhead_share": round(beside / (spent + beside), 4) if spent + beside else 0.0,
    }

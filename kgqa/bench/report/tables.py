"""The tables of a report, as plain cells: HTML, Markdown and CSV are made of the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa.bench.benchmarks import Benchmark, Metric
from kgqa.bench.metrics.resampling import compare
from kgqa.bench.published import rows_for
from kgqa.bench.report.runs import Run

COVERED = ("covered", "subset", "adjusted")
"""Columns about the questions that the store covers."""
SUBSET = "subset: over the covered questions; adjusted: over all, others than these being wrong"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table; `kind` tells ours from theirs, the second line of a cell is small."""

    cells: tuple[str, ...]
    kind: str = "ours"


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, and lines."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = field(default=())


def main_table(runs: Sequence[Run]) -> Table:
    """Return the scores of runs of one benchmark, with intervals, time and memory."""
    benchmark = runs[0].benchmark
    metrics = [m for m in benchmark.metrics if any(m.name in run.scores["all"] for run in runs)]
    columns = ("run", "questions", *(m.title for m in metrics), "answered",
               "right of answered", "answers said", "median ms", "95 % ms", "MB")  # fmt: skip
    lines = [line for run in runs for line in _ours(run, metrics)]
    notes = (f"covered: {benchmark.covered}", "± is half of a 95 % interval by bootstrap")
    return Table(benchmark.title, columns, tuple(lines), notes)


def published_table(runs: Sequence[Run]) -> Table | None:
    """Return our scores among those that papers report, best first, and what differs."""
    benchmark = runs[0].benchmark
    rows = rows_for(benchmark.name)
    names = [m for m in benchmark.metrics if any(m.name in row.scores for row in rows)]
    if not rows:
        return None
    lines = []
    for run in runs:
        scores = {m.name: run.scores["all"].get(m.name, 0.0) for m in names}
        data = run.record["data"]["data"]["name"]
        what = f"this run: {len(run.rows)} questions of {data}"
        lines.append((scores, f"{run.name}: {run.system}", what, "ours"))
    for row in rows:
        badge = "comparable" if row.comparable else f"not comparable: {row.why}"
        lines.append((dict(row.scores), f"{row.system}\n{row.described}", badge, "theirs"))
    lines.sort(key=lambda one: -one[0].get(benchmark.headline, next(iter(one[0].values()))))
    columns = ("system", *(m.title for m in names), "what it is")
    found = tuple(
        Line((who, *(f"{s[m.name]:.3f}" if m.name in s else "" for m in names), what), kind)
        for s, who, what, kind in lines
    )
    return Table(f"{benchmark.title}, ours among what papers report", columns, found)


def _ours(run: Run, metrics: Sequence[Metric]) -> list[Line]:
    lines = []
    for part in ("all", "covered"):
        scores = run.scores[part]
        spans = run.scores["intervals" if part == "all" else "covered_intervals"]
        if not scores["questions"]:
            continue
        cells = [f"{run.name}: {run.system}" if part == "all" else f"{run.name}, covered"]
        cells.append(str(scores["questions"]))
        for metric in metrics:
            low, high = spans.get(metric.name, (0.0, 0.0))
            has = metric.name in scores and metric.name in spans
            half = (high - low) / 2
            cells.append(f"{scores[metric.name]:.3f} ±{half:.3f}" if has else "")
        cells += [str(scores["answered"]), f"{scores['precision_of_answered']:.3f}"]
        cells.append(f"{scores['answers_said']:.2f}")
        costs = (run.costs["median_ms"], run.costs["p95_ms"], run.costs["peak_memory_mb"])
        cells += [f"{cost:,.0f}" for cost in costs] if part == "all" and run.is_timed else [""] * 3
        lines.append(Line(tuple(cells)))
    return lines


def group_table(runs: Sequence[Run], part: str, title: str) -> Table:
    """Return the main metric and F1 of each group: `by_kind`, `by_category`, `by_language`."""
    benchmark = runs[0].benchmark
    has_covered = any(run.scores["covered"]["questions"] for run in runs)
    heads = ["n", benchmark.headline, "95 %", *(COVERED if has_covered else ())]
    columns = (title, *(f"{run.name} {name}" for run in runs for name in heads))
    names = sorted({name for run in runs for name in run.scores[part]})
    lines = []
    for name in names:
        cells = [name or "none"]
        for run in runs:
            group = run.scores[part].get(name)
            if group is None:
                cells += [""] * len(heads)
                continue
            low, high = group["interval"]
            score = group.get(benchmark.headline, 0.0)
            cells += [str(group["questions"]), f"{score:.3f}", f"{low:.2f}–{high:.2f}"]
            if has_covered:
                cells += [str(group["covered"]), f"{group['subset']:.3f}"]
                cells.append(f"{group['adjusted']:.3f}")
        lines.append(Line(tuple(cells)))
    notes = (SUBSET,) if has_covered else ()
    return Table(f"{benchmark.title}, by {title}", columns, tuple(lines), notes)


def comparison_table(runs: Sequence[Run]) -> Table | None:
    """Return how far each further run is from the first, on the questions both have."""
    if len(runs) < 2:
        return None
    first, *others = runs
    lines = [_compared(first, other, first.benchmark) for other in others]
    columns = ("runs", "questions", "difference", "95 %", "p", "differ")
    notes = ("paired randomisation test; two-sided, at 5 %",)
    title = f"{first.benchmark.title}, paired"
    return Table(title, columns, tuple(line for line in lines if line), notes)


def _compared(first: Run, other: Run, benchmark: Benchmark) -> Line | None:
    marks = {row.id: first.mark(row) for row in first.rows}
    pairs = [(marks[row.id], other.mark(row)) for row in other.rows if row.id in marks]
    if not pairs:
        return None
    found = compare([after for _, after in pairs], [before for before, _ in pairs])
    return Line(
        (
            f"{other.name} − {first.name}",
            str(found.questions),
            f"{found.mean:+.4f}",
            f"{found.interval.low:+.4f} to {found.interval.high:+.4f}",
            f"{found.p_value:.4f}",
            "yes" if found.is_significant else "not shown",
        )
    )


def bound_table(runs: Sequence[Run]) -> Table | None:
    """Return what would be right if one part did its best."""
    names = sorted({name for run in runs for name in run.scores["upper_bounds"]})
    if not names:
        return None
    titles = {
        "within_0_hops": "the answer is an entity of the question",
        "within_1_hops": "the answer is within one hop",
        "within_2_hops": "the answer is within two hops",
        "links": "right, were the entities told",
        "operator": "right, were the kind of question told",
        "ranking": "right, were the best reading chosen",
        "retrieval": "the answer was retrieved",
    }
    lines = tuple(
        Line((titles.get(name, name), *(f"{run.scores['upper_bounds'].get(name, 0.0):.3f}"
                                        for run in runs)))
        for name in names
    )  # fmt: skip
    return Table("Upper bounds", ("bound", *(run.name for run in runs)), lines)


def all_tables(runs: Sequence[Run]) -> list[Table]:
    """Return the tables of a report about runs of one benchmark."""
    parts = (
        *(("by_kind", "kind"), ("by_category", "category")),
        *(("by_answer_type", "type of answer"), ("by_language", "language")),
    )
    found = [main_table(runs), published_table(runs), comparison_table(runs)]
    for part, title in parts:
        if max(len(run.scores[part]) for run in runs) > 1:
            found.append(group_table(runs, part, title))
    found.append(bound_table(runs))
    return [table for table in found if table is not None]

"""The tables of a report as Markdown and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from kgqa.bench.report.runs import Run
from kgqa.bench.report.tables import Table, all_tables


def by_benchmark(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the runs, those of one benchmark together."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.benchmark.name, []).append(run)
    return list(groups.values())


def markdown(runs: Sequence[Run]) -> str:
    """Return all tables as Markdown."""
    tables = [table for group in by_benchmark(runs) for table in all_tables(group)]
    return "\n".join(_markdown(table) for table in tables)


def _markdown(table: Table) -> str:
    lines = [f"## {table.title}", "", _line(table.columns)]
    lines.append(_line(["---", *["---:"] * (len(table.columns) - 1)]))
    lines += [_line(line.cells) for line in table.lines]
    lines += ["", *table.notes, ""] if table.notes else [""]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", "; ") for cell in cells) + " |"


def as_csv(runs: Sequence[Run]) -> str:
    """Return every score of every run and group, a line each: what it is, and its value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["run", "benchmark", "group", "name", "questions", "metric", "value"])
    for run in runs:
        for group, name, scores in _parts(run):
            for metric, value in scores.items():
                if isinstance(value, int | float) and metric != "questions":
                    writer.writerow([run.name, run.benchmark.name, group, name,
                                     scores["questions"], metric, value])  # fmt: skip
        for metric, value in run.costs.items():
            writer.writerow([run.name, run.benchmark.name, "costs", "", len(run.rows), metric,
                             value])  # fmt: skip
    return out.getvalue()


def _parts(run: Run) -> list[tuple[str, str, dict[str, float]]]:
    found = [(part, "", run.scores[part]) for part in ("all", "covered")]
    for part in ("by_kind", "by_category", "by_answer_type", "by_language"):
        found += [(part, name, scores) for name, scores in run.scores[part].items()]
    return found

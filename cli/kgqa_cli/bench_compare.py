"""`kgqa bench compare`: whether two runs differ by more than chance."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa.bench.report.runs import Run

EXAMPLES = """\b
Examples:
  kgqa bench compare before after
  kgqa bench compare before after --metric f1

\b
The questions that both runs have are paired. The interval is a bootstrap over
questions, p that of a paired randomisation test.
"""
RUNS = click.Path(exists=True, file_okay=False, path_type=Path)
SHOWN = 10


def refuse_others(one: Run, other: Run) -> None:
    """Raise RunError where two runs asked different questions, or different stores."""
    from kgqa.bench.errors import RunError

    for part in ("data", "store"):
        told = [_described(run, part) for run in (one, other)]
        if told[0] != told[1]:
            raise RunError(
                f"{one.name} and {other.name} differ in their {part}: {told[0]} and {told[1]}.",
                hint=f"compare runs over one {part}, or say --any-store",
            )


def _described(run: Run, part: str) -> str:
    """Return what a run.json says of the data or the store; nothing of an older one."""
    found = run.record.get(part) or {}
    if part == "data":
        return ", ".join(f"{one['name']} ({one['sha256'][:12]})" for one in found.values())
    where = Path(str(run.record["system"].get("store") or "none")).name
    return f"{where} ({str(found.get('sha256', 'unknown'))[:12]})" if found else "unknown"


@click.command("compare", epilog=EXAMPLES, context_settings=HELP)
@click.argument("before", type=RUNS)
@click.argument("after", type=RUNS)
@click.option("--metric", help="Compare by this.  [default: the main metric of the benchmark]")
@click.option("--any-store", is_flag=True, help="Compare runs over different stores or data, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def compare(before: Path, after: Path, metric: str | None, any_store: bool, as_json: bool) -> None:
    """Say whether AFTER is better than BEFORE by more than chance."""
    from kgqa.bench.metrics.resampling import compare as compared
    from kgqa.bench.report.runs import load

    one, other = load([before, after])
    if one.benchmark is not other.benchmark:
        raise click.UsageError("the two are runs of different benchmarks")
    if not any_store:
        refuse_others(one, other)
    name = metric or one.benchmark.headline
    marks = {row.id: row.marks[name] for row in one.rows if name in row.marks}
    pairs = [(marks[row.id], row) for row in other.rows if row.id in marks and name in row.marks]
    if not pairs:
        raise click.UsageError(f"the two have no question with {name!r} in common")
    found = compared([row.marks[name] for _, row in pairs], [mark for mark, _ in pairs])
    if as_json:
        figures = asdict(found) | {"metric": name, "is_significant": found.is_significant}
        echo_json(json.dumps(figures, indent=1))
        return
    echo(f"{name} over {found.questions} questions of both")
    echo(f"  before {sum(mark for mark, _ in pairs) / len(pairs):.4f}")
    echo(f"  after  {sum(row.marks[name] for _, row in pairs) / len(pairs):.4f}")
    low, high = found.interval.low, found.interval.high
    echo(f"  difference {found.mean:+.4f}, 95 % between {low:+.4f} and {high:+.4f}")
    verdict = "they differ" if found.is_significant else "chance may explain it"
    echo(f"  p = {found.p_value:.4f}: {verdict}")
    for title, sign in (("better", 1), ("worse", -1)):
        changed = [row for mark, row in pairs if sign * (row.marks[name] - mark) > 0]
        echo(f"{len(changed)} {title}")
        for row in changed[:SHOWN]:
            echo(f"  {visible(row.id)}  {visible(row.question[:80])}  ({row.stage})")

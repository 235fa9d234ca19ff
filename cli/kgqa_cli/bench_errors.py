"""`kgqa bench errors`: what a run got wrong, and which repair gains most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa.bench.report.runs import Run

EXAMPLES = """\b
Examples:
  kgqa bench errors run
  kgqa bench errors run --top 3 --examples 0
  kgqa bench errors run --json

\b
Each question counts where it was lost first. What a repair gains is an upper
bound: so many questions more would be right if that part did its best.
"""


@click.command("errors", epilog=EXAMPLES, context_settings=HELP)
@click.argument("folder", metavar="RUN", type=click.Path(exists=True, path_type=Path))
@click.option("--top", type=click.IntRange(1), default=6, show_default=True,
              help="Groups of each stage.")  # fmt: skip
@click.option("--examples", type=click.IntRange(0, 5), default=2, show_default=True,
              help="Questions of each group.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def errors(folder: Path, top: int, examples: int, as_json: bool) -> None:
    """Group what RUN got wrong, and say which single repair would gain most."""
    from kgqa.bench.failures import report
    from kgqa.bench.report.runs import load

    (run,) = load([folder])
    if as_json:
        echo_json(json.dumps(report(run), indent=1, ensure_ascii=False))
        return
    _show(run, top, examples)


def _show(run: Run, top: int, examples: int) -> None:
    from kgqa.bench.failures import by_stage, failed, gained, groups_of, repairs, report

    lost = len(failed(run))
    echo(f"{len(run.rows) - lost} of {len(run.rows)} right, {lost} lost")
    for stage, groups in by_stage(groups_of(run)).items():
        echo(f"\n{stage}: {run.scores['stages'][stage]}")
        for group in groups[:top]:
            echo(f"  {group.count:>4}  {group.what}")
            for id_, question in group.examples[:examples]:
                echo(f"          {visible(id_)}  {visible(question[:90])}")
        if len(groups) > top:
            echo(f"        and {len(groups) - top} further reasons")
    everything = report(run)
    for title, name in (("entities", "missing_entities"), ("properties", "missing_properties")):
        if everything[name]:
            listed = ", ".join(f"{id_} ({n})" for id_, n in everything[name][:8])
            echo(f"\n{title} that the store lacks most: {listed}")
    found = repairs(run)
    if found:
        echo("\nIf one part did its best, at most:")
    for repair in found:
        echo(f"  {gained(run, repair):.3f}  +{repair.gain:<4} {repair.name}: {repair.why}")
    if found:
        echo(f"The most is to be gained by {found[0].name}.")

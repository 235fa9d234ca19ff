"""`kgqa bench`: scores on published benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import store_option

if TYPE_CHECKING:
    from kgqa.bench.run import Row

EXAMPLES = """\b
Examples:
  kgqa bench mintaka --data mintaka_dev.json --store wikidata --out results
  kgqa bench qampari --data qampari_dev.json --store wikidata --out results --limit 200

\b
OUT gets scores.json, predictions.json in the format of the benchmark, and
rows.jsonl: a line for each question with its reading, its time and what failed.
"""


@click.command("bench", epilog=EXAMPLES)
@click.argument("benchmark", type=click.Choice(["mintaka", "qampari", "simplequestions"]))
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The questions, in the benchmark's own format.",
)
@store_option
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for what is measured.",
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Ask only N of the questions.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which N: drawn by this.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--no-text", is_flag=True, help="Read no texts.")
def bench(benchmark: str, data: Path, location: str | None, out: Path, **given: Any) -> None:  # noqa: ANN401
    """Ask the questions of a benchmark, and write down how good the answers are."""
    from kgqa.bench import mintaka, qampari, run, simplequestions
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    read, judged = dict[str, tuple[Any, Any]](
        {
            "mintaka": (mintaka.read_mintaka, run.run_mintaka),
            "qampari": (qampari.read_qampari, run.run_qampari),
            "simplequestions": (simplequestions.read_simplequestions, run.run_simplequestions),
        }
    )[benchmark]
    store = place(settings(store=location).store)
    try:
        questions = run.chosen(read(data), given["limit"], given["seed"])
    except (ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"{data} is not in the format of {benchmark}: {error!r}") from error
    rows = run.rows_of(judged, questions, store, jobs=given["jobs"])
    found = _watched(rows)
    scores = run.scores_of(found)
    run.write(found, scores, out)
    show(scores, run.COVERED[benchmark])


def _watched(rows: Any) -> list[Row]:  # noqa: ANN401 - an iterator of rows
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return list(track(rows, "Asking", console=console, total=None, transient=True))


def show(scores: dict[str, Any], covered: str) -> None:
    """Print the scores, over all and by kind."""
    header = f"{'':16}{'n':>6}{'hits@1':>8}{'exact':>8}{'f1':>8}{'answered':>10}{'prec':>7}"
    click.echo(header)
    lines = {"all": scores["all"], "covered": scores["covered"], **scores["by_kind"]}
    for name, one in lines.items():
        click.echo(
            f"{name[:15]:16}{one['questions']:>6}{one['hits@1']:>8.3f}{one['exact']:>8.3f}"
            f"{one['f1']:>8.3f}{one['answered']:>10}{one['precision_of_answered']:>7.3f}"
        )
    times = scores["all"]
    click.echo(f"covered: {covered}")
    click.echo(
        f"median {times['median_ms']:.0f} ms, 95 % below {times['p95_ms']:.0f} ms, "
        f"memory at most {scores['peak_memory_mb']:.0f} MB"
    )
    click.echo(f"stages: {scores['stages']}")
    if scores["linking"]["mentions"]:
        click.echo(f"best reading, sure or not: hits@1 {scores['best_reading_hits@1']:.3f}")
        click.echo(f"linking: {scores['linking']}, operator: {scores['operator_accuracy']:.3f}")

"""`kgqa bench coverage`: what a store holds of a benchmark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kgqa_cli.bench import BENCHMARKS
from kgqa_cli.options import HELP, store_option
from kgqa_cli.visible import echo, echo_json

EXAMPLES = """\b
Examples:
  kgqa bench coverage mintaka --data mintaka_dev.json --store wikidata
  kgqa bench coverage qald --data qald_10.json --store wikidata --json

\b
Nothing is answered: entities, answers, the ways between them and gold queries
are looked up. Whatever is not held can only be wrong, or come from texts.

\b
SETS are what one or two steps lead to from the names of a question, what two of
them share, or what of one is of a kind. The F1 of the best is a bound for set
questions, over all and over those covered; not for what orders or counts.
"""
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("coverage", epilog=EXAMPLES, context_settings=HELP)
@click.argument("benchmark", type=click.Choice(tuple(BENCHMARKS)))
@click.option("--data", required=True, type=FILE, help="The questions, in their format.")
@click.option("--split", metavar="PART", help="Of several files in a zip, the one so named.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Look at only N of them.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which N: drawn by it.")
@store_option
@click.option("--sets", is_flag=True, help="Also find the set that fits the right answers best.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def coverage(benchmark: str, data: Path, location: str | None, **given: Any) -> None:  # noqa: ANN401
    """Say what a store holds of BENCHMARK: entities, answers, ways between them."""
    from rich.console import Console
    from rich.progress import track

    from kgqa.bench.benchmarks import BENCHMARKS as KNOWN
    from kgqa.bench.coverage import by_kind, looked_up, summarised
    from kgqa.bench.running import chosen
    from kgqa.bench.store_view import StoreView
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    known = KNOWN[benchmark]
    questions = chosen(known.read(data, split=given["split"]), given["limit"], given["seed"])
    with opened(settings(store=location).store) as store:
        rows = looked_up(known, questions, StoreView(store), sets=given["sets"])
        console = Console(stderr=True)
        found = list(track(rows, "Looking", console=console, total=len(questions), transient=True))
    whole, kinds = summarised(found), by_kind(found)
    if given["as_json"]:
        echo_json(json.dumps({"all": whole, "by_kind": kinds}, indent=1))
        return
    show({"all": whole, **kinds}, known.covered)


def show(parts: dict[str, dict[str, Any]], covered: str) -> None:
    """Print shares, over all and by kind, and what is missing most."""
    echo(f"{'':24}{'n':>6}{'covered':>9}{'entities':>10}{'answers':>9}{'<= 2 hops':>11}")
    for name, one in parts.items():
        echo(
            f"{name[:23]:24}{one['questions']:>6}{one['covered']:>9.3f}"
            f"{one['question_entities_known']:>10.3f}{one['gold_answers_known']:>9.3f}"
            f"{one['within_two_hops']:>11.3f}"
        )
    whole = parts["all"]
    for name, one in parts.items() if "best_set" in whole else ():
        best = f"{one['best_set']:.3f}, of those covered {one['best_set_covered']:.3f}"
        echo(f"F1 of the best set, {name}: {best}")
    echo(f"covered: {covered}")
    echo("entities, answers: shares that the store has a name for")
    if whole["hops"]:
        echo(f"hops from the question to the answer: {whole['hops']}")
    for title in ("missing_entities", "missing_properties"):
        if whole[title]:
            listed = ", ".join(f"{id_} ({count})" for id_, count in whole[title][:10])
            echo(f"{title.replace('_', ' ')}: {listed}")

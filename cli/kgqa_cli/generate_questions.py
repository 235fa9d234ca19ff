"""`kgqa generate questions`: make a set of questions from a store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from kgqa_cli.options import HELP, Folder, store_option
from kgqa_cli.visible import echo_json

EXAMPLES = """\b
Examples:
  kgqa generate questions --store sample --out set
  kgqa generate questions --store wikidata --each 1000 --jobs 2 --out set
  kgqa generate questions --store wikidata --text passages.jsonl.gz --verify verifier --out set
  kgqa generate questions --store mine --relations mine.toml --kind simple --kind count --out set
  kgqa bench qampari --data set/test.jsonl --store wikidata --out run

\b
--out gets train.jsonl, dev.jsonl, test.jsonl and all.jsonl in QAMPARI's official
form with algebra and SPARQL, lessons.jsonl, statistics.json and CARD.md. Parts that are done stay
in --out: the same command goes on where it was interrupted.
A program given by --paraphrase reads {"question", "algebra"} as a line of JSON and
writes {"questions": [...]} as a line; one given by its URL does so by POST.
"""
FILE = click.Path(exists=True, dir_okay=False)


@click.command("questions", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option("--out", required=True, type=Folder(), help="The folder for the set.")
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only these kinds.")
@click.option("--each", type=click.IntRange(1), default=100, show_default=True,
              help="Questions of each kind.")  # fmt: skip
@click.option("--per-relation", type=click.IntRange(1), metavar="N",
              help="Those by one relation.  [default: a tenth of --each]")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones: drawn by it.")
@click.option("--split", default="80/10/10", show_default=True, metavar="A/B/C",
              help="Shares of train, dev and test, which share no relation.")  # fmt: skip
@click.option("--relations", multiple=True, type=FILE, help="How more relations are said.")
@click.option("--grammar", type=FILE, help="Another grammar.  [default: the shipped one]")
@click.option("--text", "texts", multiple=True, metavar="PASSAGES",
              help="Passages, a folder of them, or `sample`: what they prove stays.")  # fmt: skip
@click.option("--verify", default="none", show_default=True,
              metavar="none|verifier|reader|asking|COMMAND",
              help="Who judges whether a sentence says what the graph says.")  # fmt: skip
@click.option("--threshold", type=click.FloatRange(0, 1),
              help="What a sentence must be given.  [default: what who judges says]")  # fmt: skip
@click.option("--proved", type=click.FloatRange(0, 1), default=0.8, show_default=True,
              help="The share of its answers that texts must prove of a question.")  # fmt: skip
@click.option("--paraphrase", metavar="COMMAND|URL", help="Who rewords the questions.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--ray", metavar="ADDRESS", help="Make them on this Ray cluster, or `local`.")
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as JSON.")
def questions(location: str | None, out: Path, **given: Any) -> None:  # noqa: ANN401
    """Make a set of questions from a store, with answers, meaning and proofs.

    Kinds are simple, typed, intersection, comp, difference, superlative, ordinal, count,
    comparative, yesno, fact, value, filter, truth, excess, time and age.
    """
    from kgqa.generate.making import make
    from kgqa.generate.writing import write
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    plan = _plan(place(settings(store=location).store), given)
    where = {"jobs": given["jobs"], "ray": given["ray"]}
    made = _with_progress(lambda progress: make(plan, out, **where, progress=progress))
    told = write(made, plan, out)
    if given["as_json"]:
        echo_json(json.dumps(told, indent=1, ensure_ascii=False))
        return
    for part, kinds in told["questions"].items():
        for kind, count in kinds.items():
            click.echo(f"{part}\t{kind}\t{count}")
    click.echo(f"{out} has {len(made.records):,} questions.", err=True)


def _plan(store: str, given: dict[str, Any]) -> Any:  # noqa: ANN401 - imported when it is used
    from kgqa.generate.plan import KINDS, Plan

    unknown = [one for one in given["kinds"] if one not in KINDS]
    if unknown:
        raise click.UsageError(f"there is no kind {unknown[0]!r}; there are {', '.join(KINDS)}")
    shares = given["split"].split("/")
    if len(shares) != 3 or not all(one.isdigit() for one in shares) or shares[0] == "0":
        raise click.UsageError(f"--split {given['split']!r} is not of the form 80/10/10")
    names = ("each", "per_relation", "seed", "grammar", "texts", "verify", "threshold", "proved")
    return Plan(
        store,
        kinds=tuple(given["kinds"]) or KINDS,
        relations=tuple(given["relations"]),
        paraphrase=given["paraphrase"],
        split=(int(shares[0]), int(shares[1]), int(shares[2])),
        **{name: given[name] for name in names},
    )


def _with_progress(work: Any) -> Any:  # noqa: ANN401 - whatever it returns
    """Return what the work gives, and show on a terminal how far it is."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Making", total=None)
        return work(lambda done, total: bar.update(task, completed=done, total=total))

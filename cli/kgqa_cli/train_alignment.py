"""`kgqa train alignment`: teach a network which words of a question say which property."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from kgqa.train.alignment import Material
    from kgqa.train.alignment_measure import Found

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
OUT = click.Path(path_type=Path, file_okay=False)
SAVED = 600
"""Seconds after which what was learned so far is written."""

EXAMPLES = """\b
Examples:
  kgqa train alignment questions --store wikidata --base MiniLM --out alignment
  kgqa train alignment questions --store wikidata --measure
  kgqa train alignment questions --store wikidata --measure --from alignment

\b
QUESTIONS is a folder with simplequestions_wikidata, entityquestions,
wikiwebquestions, qald, rubq and pairs in it; docs/alignment.md says which
files. The store gives the names of entities, the schema and the edges.
--base is a folder with the weights of a BERT: all-MiniLM-L6-v2.
"""


@click.command("alignment", epilog=EXAMPLES, context_settings=HELP)
@click.argument("questions", type=FOLDER)
@store_option
@click.option("--base", type=FOLDER, help="The sentence encoder that learning starts from.")
@click.option("--out", type=OUT, help="Write the network that is learned here.")
@click.option("--minutes", type=click.FloatRange(0.01), default=45.0, show_default=True)
@click.option("--measure", "measured", is_flag=True, help="Say how well it finds what is meant.")
@click.option("--from", "given", type=FOLDER, help="Measure this network.  [default: the shipped]")
def alignment(
    questions: Path,
    location: str | None,
    base: Path | None,
    out: Path | None,
    minutes: float,
    measured: bool,
    given: Path | None,
) -> None:
    """Learn from QUESTIONS with gold queries which words say which property.

    What is held out of the sets is measured on: whether the right property, in the right
    direction, is among the first of those that the entity of the question has in the store.
    """
    from kgqa.text.readers.reading import TO_TRAIN, require
    from kgqa.train.alignment import Material
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    if (base is None) != (out is None):
        raise click.UsageError("--base and --out belong together")
    if out is None and not measured:
        raise click.UsageError("There is nothing to do: give --base and --out, or --measure")
    with Material.open(questions, Path(place(settings(store=location).store))) as material:
        if out is not None and base is not None:
            require("torch", "safetensors", hint=TO_TRAIN)
            _train(material, base, out, minutes)
        if measured:
            _measure(material, given or out)


def _train(material: Material, base: Path, out: Path, minutes: float) -> None:
    from dataclasses import asdict

    from kgqa.align.files import Tuned, read, save
    from kgqa.align.network import Network
    from kgqa.train.alignment import certainty, started
    from kgqa.train.alignment_training import Plan, Trainer

    lessons = material.training()
    bank = material.bank(lessons)
    echo(f"{len(lessons):,} questions, {len(bank.properties):,} properties", err=True)
    model, plan = started(base), Plan(minutes=minutes)
    told: dict[str, object] = {"plan": asdict(plan), "questions": len(lessons)}
    written = time.monotonic()
    for done in Trainer(model, bank, lessons, material.around, plan).steps():
        told |= {"steps": done.steps, "loss": round(done.loss, 4)}
        if done.steps % 100 == 0:
            echo(f"step {done.steps:,}, {done.spent:.0%}: loss {done.loss:.3f}", err=True)
        if time.monotonic() - written > SAVED:
            save(out, model.state_dict(), model.body.shape, model.tuned(), told)
            written = time.monotonic()
    save(out, model.state_dict(), model.body.shape, model.tuned(), told)
    factor = certainty(material, Network(read(out)))
    rough = model.tuned()
    save(out, model.state_dict(), model.body.shape, Tuned(factor, rough.cover, rough.least), told)
    echo(f"{out}: {told['steps']:,} steps, scores count {factor:.2f} times")


def _measure(material: Material, given: Path | None) -> None:
    from kgqa.align.files import SHIPPED
    from kgqa.align.network import open_network
    from kgqa.train.alignment_measure import measure

    cases = material.cases()
    _show("the relation ranker", measure(cases, material.by_ranker()))
    _show("the network", measure(cases, material.by_network(open_network(given or SHIPPED))))


def _show(title: str, found: dict[str, Found]) -> None:
    echo(f"{title}\n")
    echo("| set | cases | @1 | @3 | @10 | surprise |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for source, one in found.items():
        recall = " | ".join(f"{share:.3f}" for share in one.recall)
        echo(f"| {source} | {one.cases:,} | {recall} | {one.surprise:.3f} |")
    echo("")

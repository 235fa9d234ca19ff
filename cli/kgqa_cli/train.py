"""`kgqa train`: learn from question sets what kgqa knows beforehand, and measure it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.options import HELP, store_option
from kgqa_cli.train_reader import reader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgqa.parse.relations_lexicon import Lexicon
    from kgqa.parse.relations_measure import Measured

EXAMPLES = """\b
Examples:
  kgqa train relations questions --store wikidata --out relations.npz
  kgqa train relations questions --store wikidata --measure
  kgqa train relations questions --store wikidata --measure --from relations.npz

\b
QUESTIONS is a folder with simplequestions_wikidata, entityquestions, popqa,
wikiwebquestions, qald, rubq and mintaka in it; docs/relations.md says which
files. The store gives the names of entities and the schema of properties.
"""

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group("train", cls=Suggesting, context_settings=HELP)
def train() -> None:
    """Learn from question sets what kgqa knows beforehand, and measure it."""


train.add_command(reader)


@train.command("relations", epilog=EXAMPLES)
@click.argument("questions", type=FOLDER)
@store_option
@click.option("--out", type=FILE, help="Write the lexicon that is learned here.")
@click.option("--measure", "measured", is_flag=True, help="Say how well relations are ranked.")
@click.option("--from", "given", type=FILE, help="Measure this lexicon.  [default: the shipped]")
@click.option("--ablations", is_flag=True, help="Measure also without parts of the evidence.")
@click.option("--unseen", is_flag=True, help="Measure on properties that are not learned from.")
def relations(
    questions: Path,
    location: str | None,
    out: Path | None,
    measured: bool,
    given: Path | None,
    ablations: bool,
    unseen: bool,
) -> None:
    """Learn from QUESTIONS which words mean which properties, and measure it.

    With --out the lexicon is learned and written; with --measure the held-out parts of the
    question sets are ranked with it, or with another lexicon where nothing is learned. With
    --unseen a fifth of the properties is held back, and only questions about these are ranked.
    """
    if not (out or measured or ablations or unseen):
        message = "nothing to do: say where to write the lexicon (--out), or --measure"
        raise click.UsageError(message)
    _refuse_what_lacks_files(questions)
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    store = _folder(place(settings(store=location).store))
    if out:
        _learn(questions, store, out)
    if measured or ablations:
        _measure(questions, store, out or given, ablations=ablations)
    if unseen:
        _measure_unseen(questions, store)


def _folder(store: str) -> Path:
    from kgqa_store.opening import is_endpoint

    if is_endpoint(store):
        message = f"{store} is an endpoint; the names of a store are needed: name its folder"
        raise click.UsageError(message)
    return Path(store).expanduser()


def _refuse_what_lacks_files(questions: Path) -> None:
    from kgqa.parse.relations_questions import FILES

    missing = [name for name in FILES if not (questions / name).exists()]
    if missing:
        message = f"{questions} has no {missing[0]}; docs/relations.md lists what must be there"
        raise click.UsageError(message)


def _lexicon(path: Path | None) -> Lexicon:
    from zipfile import BadZipFile

    from kgqa.parse.relations_lexicon import load, shipped

    try:
        return load(path) if path else shipped()
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise click.UsageError(f"{path} is no lexicon: {error}") from error


def _learn(questions: Path, store: Path, out: Path) -> None:
    from kgqa.parse.relations_lexicon import save
    from kgqa.parse.relations_training import Plan
    from kgqa.parse.relations_training_data import Material, learn

    with Material.open(questions, store) as material:
        click.echo("Reading questions …", err=True)
        examples = material.training()
        click.echo(f"Learning from {len(examples):,} questions …", err=True)
        lexicon = learn(material, examples, Plan())
    save(lexicon, out)
    size = out.stat().st_size / 1e6
    click.echo(
        f"{out}: {len(lexicon.rows):,} n-grams, {len(lexicon.relations):,} relations, "
        f"{len(lexicon.weights):,} weights, {size:.1f} MB"
    )


def _measure(questions: Path, store: Path, path: Path | None, *, ablations: bool) -> None:
    from kgqa.parse import relations_measure
    from kgqa.parse.relations import RelationRanker
    from kgqa.parse.relations_training_data import Material

    lexicon = _lexicon(path)
    wanted = relations_measure.ablations(lexicon) if ablations else {"": lexicon}
    with Material.open(questions, store) as material:
        examples = material.testing()
        incident = cache(material.incident)
        for title, variant in wanted.items():
            ranker = RelationRanker(material.evidence, variant)
            _show(title, relations_measure.measure(ranker, examples, incident))


def _measure_unseen(questions: Path, store: Path) -> None:
    from kgqa.parse.relations import RelationRanker
    from kgqa.parse.relations_measure import measure
    from kgqa.parse.relations_training import Plan
    from kgqa.parse.relations_training_data import Material, learn, unseen

    with Material.open(questions, store) as material:
        examples = [example for example in material.training() if not any(unseen(example))]
        ranker = RelationRanker(material.evidence, learn(material, examples, Plan()))
        asked = [example for example in material.testing() if all(unseen(example))]
        _show("properties not learned", measure(ranker, asked, cache(material.incident)))


def _show(title: str, rows: Iterable[Measured]) -> None:
    """Print figures as a table in Markdown."""
    click.echo(
        f"\n| {title or 'questions'} | all: n | @1 | @5 | MRR | entity's: n | @1 | @5 | MRR | ms |"
    )
    click.echo("| --- |" + " ---: |" * 9)
    for row in rows:
        cells = [row.source]
        for figures in (row.among_all, row.among_incident):
            cells.append(f"{figures.questions:,}")
            shares = (figures.first, figures.five, figures.reciprocal)
            cells += [f"{share:.3f}" if figures.questions else "-" for share in shares]
        click.echo("| " + " | ".join([*cells, f"{row.milliseconds:.2f}"]) + " |")

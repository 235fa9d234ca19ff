"""`kgqa train linking`: learn which entity a name in a question means, and measure it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import store_option
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from kgqa.parse.linking import Linker
    from kgqa.parse.linking_model import LinkingModel

EXAMPLES = """\b
Examples:
  kgqa train linking questions --store wikidata --out linking.npz
  kgqa train linking questions --store wikidata --measure
  kgqa train linking questions --store wikidata --measure --from linking.npz

\b
QUESTIONS is a folder with simplequestions_wikidata, wikiwebquestions, qald,
rubq, popqa and mintaka in it; docs/linking.md says which files. The store
gives the entities; names of entities that it does not have are not counted.
"""

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("linking", epilog=EXAMPLES)
@click.argument("questions", type=FOLDER)
@store_option
@click.option("--out", type=FILE, help="Write the model that is learned here.")
@click.option("--measure", "measured", is_flag=True, help="Say how well names are linked.")
@click.option("--from", "given", type=FILE, help="Measure this model.  [default: the shipped]")
def linking(
    questions: Path, location: str | None, out: Path | None, measured: bool, given: Path | None
) -> None:
    """Learn from QUESTIONS which entity a name means, and measure it.

    With --out the model is learned and written; with --measure names of questions that are not
    learned from are linked with it, or with another model where nothing is learned. Of Mintaka's
    dev part one half is learned from, and both are measured.
    """
    if not (out or measured):
        message = "nothing to do: say where to write the model (--out), or --measure"
        raise click.UsageError(message)
    _refuse_what_lacks_files(questions)
    with _linker(location) as linker:
        if out:
            _learn(questions, linker, out)
        if measured:
            _measure(questions, linker, out or given)


def _refuse_what_lacks_files(questions: Path) -> None:
    from kgqa.parse.linking_questions import FILES

    missing = [name for name in FILES if not (questions / name).exists()]
    if missing:
        message = f"{questions} has no {missing[0]}; docs/linking.md lists what must be there"
        raise click.UsageError(message)


@contextmanager
def _linker(location: str | None) -> Iterator[Linker]:
    from kgqa_store.opening import open_store

    from kgqa.parse.linking import Linker
    from kgqa.parse.parser import Parser
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    with open_store(place(settings(store=location).store)) as store:
        parser = Parser(store)
        try:
            yield Linker(parser.names, parser.kinds, parser.lookups)
        finally:
            parser.close()


def _learn(questions: Path, linker: Linker, out: Path) -> None:
    from kgqa.parse.linking_model import save
    from kgqa.parse.linking_questions import training
    from kgqa.parse.linking_training import Plan, Vocabulary, groups_of, learn

    vocabulary = Vocabulary()
    echo("Reading questions …", err=True)
    groups = list(groups_of(training(questions), linker, vocabulary))
    echo(f"Learning from {len(groups):,} names …", err=True)
    model = learn(groups, vocabulary, Plan())
    save(model, out)
    size = out.stat().st_size / 1e6
    echo(f"{out}: {len(model.weights):,} weights from {len(groups):,} names, {size:.1f} MB")


def _model(path: Path | None) -> LinkingModel:
    from zipfile import BadZipFile

    from kgqa.parse.linking_model import load, shipped

    try:
        return load(path) if path else shipped()
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise click.UsageError(f"{path} is no model: {error}") from error


def _measure(questions: Path, linker: Linker, path: Path | None) -> None:
    from kgqa.parse.linking_measure import measure
    from kgqa.parse.linking_questions import testing

    model = _model(path)
    echo("| questions | n | names | first | first five | ms |")
    echo("| --- |" + " ---: |" * 5)
    for row in measure(testing(questions), linker, model):
        cells = (row.source, f"{row.questions:,}", f"{row.names:,}", f"{row.first:.3f}")
        echo("| " + " | ".join(cells) + f" | {row.five:.3f} | {row.milliseconds:.1f} |")

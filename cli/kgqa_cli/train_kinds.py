"""`kgqa train kinds`, `words`: learn of which kind questions are, and which words say what."""

from __future__ import annotations

from pathlib import Path

import click

from kgqa_cli.options import store_option
from kgqa_cli.visible import echo

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)

KINDS = """\b
Examples:
  kgqa train kinds mintaka_train_en.jsonl --out question_kinds.npz
  kgqa train kinds mintaka_train_en.jsonl --measure mintaka_dev.json
"""
WORDS = """\b
Examples:
  kgqa train words questions --store wikidata --out relation_words.txt
"""


@click.command("kinds", epilog=KINDS)
@click.argument("questions", type=FILE)
@click.option("--out", type=OUT, help="Write the model that is learned here.")
@click.option("--measure", "held", type=FILE, help="Measure the model on this file.")
def kinds(questions: Path, out: Path | None, held: Path | None) -> None:
    """Learn from QUESTIONS, a file of Mintaka, of which kind a question is."""
    from kgqa.parse.question_kinds import save
    from kgqa.parse.question_kinds_training import learn_kinds, measure_kinds, read_kinds

    model = learn_kinds(read_kinds(questions))
    if out is not None:
        save(model, out)
        echo(f"{out}: {len(model.rows):,} n-grams, {out.stat().st_size / 1e3:.0f} kB")
    if held is not None:
        found = measure_kinds(model, read_kinds(held))
        echo(
            f"{found.questions:,} questions: kind {found.kinds:.3f}, operator "
            f"{found.operators:.3f}, sort of answer {found.sorts:.3f} right"
        )


@click.command("words", epilog=WORDS)
@click.argument("questions", type=FOLDER)
@store_option
@click.option("--out", type=OUT, required=True, help="Write the words that are learned here.")
def words(questions: Path, location: str | None, out: Path) -> None:
    """Learn from QUESTIONS, a folder as for `relations`, which words each relation explains."""
    from kgqa.parse.relation_words import align, save
    from kgqa.parse.relations_training_data import Material
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    with Material.open(questions, Path(place(settings(store=location).store))) as material:
        found = align(material.training(), material.common)
    save(found, out)
    echo(f"{out}: {len(found):,} relations")

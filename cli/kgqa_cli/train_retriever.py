"""`kgqa train retriever`: teach a network to find the passages that answer a question."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.text_places import where
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.text.retrieving.making import Edges
    from kgqa.text.retrieving.pairs import Pair

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)
DATA = click.Path(path_type=Path, exists=True, file_okay=False)
THERE = click.Path(path_type=Path, exists=True)

EXAMPLES = """\b
Examples:
  kgqa train retriever reading --questions entityquestions/train --text texts \\
      --store wikidata --patterns relation_patterns.jsonl.gz \\
      --pairs pairs.jsonl --base minilm --out retriever --minutes 30
  kgqa text build passages.jsonl.gz --embedder retriever --out texts
  kgqa text measure qampari_dev.json --text texts --by dense

\b
DATA is the folder of `kgqa train reader`, with squad*.json and qed in it. PAIRS
are questions with a passage that answers and one that only shares words; a file
that is there is not made again. docs/text.md says more.
"""


@click.command("retriever", epilog=EXAMPLES, context_settings=HELP)
@click.argument("data", type=DATA, required=False)
@click.option("--questions", type=THERE, multiple=True, help="Questions with answers; or a folder.")
@store_option
@click.option("--patterns", type=THERE, help="Ask about edges of the store by these patterns.")
@click.option("--text", metavar="T", help="The text index whose passages are found.")
@click.option("--but", multiple=True, metavar="PREFIX", help="Not passages whose ids begin so.")
@click.option("--pairs", "kept", type=FILE, required=True, help="Keep the pairs here.")
@click.option("--base", type=FOLDER, help="What is taught: a BERT checkpoint, or a retriever.")
@click.option("--out", type=FOLDER, help="Write what has learned here.")
@click.option("--minutes", type=click.FloatRange(min=0.05), help="End the training by then.")
@click.option("--steps", type=click.IntRange(1), help="Or after so many steps.")
def retriever(
    data: Path | None,
    questions: tuple[Path, ...],
    location: str | None,
    patterns: Path | None,
    text: str | None,
    but: tuple[str, ...],
    kept: Path,
    base: Path | None,
    out: Path | None,
    minutes: float | None,
    steps: int | None,
) -> None:
    """Teach a retriever: questions and passages become vectors, near where one answers the other.

    Two towers with the same weights learn from each question with its passage, against the passages
    of other questions and against one that words find but that does not answer.
    """
    from kgqa.text.readers.reading import TO_TRAIN, require

    if out and not base:
        raise click.UsageError("say what is taught: --base CHECKPOINT")
    pairs = _pairs(kept, data, questions, location, patterns, text, but)
    if out and base:
        require("torch", "tokenizers", "safetensors", hint=TO_TRAIN)
        _teach(pairs, base, out, minutes, steps)


def _pairs(
    kept: Path,
    data: Path | None,
    questions: tuple[Path, ...],
    location: str | None,
    patterns: Path | None,
    text: str | None,
    but: tuple[str, ...],
) -> list[Pair]:
    """Return the pairs of a file; those that a text index gives, if there is none yet."""
    from kgqa.text.index import open_index
    from kgqa.text.retrieving.making import pairs_of
    from kgqa.text.retrieving.pairs import read, write

    if not kept.is_file():
        files = [
            file
            for path in questions
            for file in (sorted(path.glob("*.json*")) if path.is_dir() else [path])
        ]
        with open_index(where(text)) as index, _edges(location, patterns) as edges:
            write(kept, pairs_of(index, data, files, edges, barred=but))
    try:
        return read(kept)
    except ValueError as error:
        raise click.UsageError(f"{error}: remove it, and it is made again") from error


@contextmanager
def _edges(location: str | None, patterns: Path | None) -> Iterator[Edges | None]:
    """Give what is asked by edges while a store is open; None where no patterns are given."""
    if patterns is None:
        yield None
        return
    from kgqa.text.retrieving.making import Edges
    from kgqa_cli.train_verifier import aligner

    with aligner(location) as (graph, names, aligned):
        yield Edges(graph, names, aligned, patterns)


def _teach(
    pairs: Sequence[Pair], base: Path, out: Path, minutes: float | None, steps: int | None
) -> None:
    from dataclasses import replace

    from kgqa.text.retrieving.making import trained
    from kgqa.text.retrieving.training import Plan

    plan = replace(Plan(), steps=steps)
    plan = replace(plan, minutes=minutes) if minutes else plan
    command = " ".join(["kgqa", *sys.argv[1:]])
    for progress in trained(base, out, pairs, plan, command):
        if progress.step % 20 == 0:
            echo(
                f"step {progress.step:,}, {progress.steps:,} are a round, "
                f"loss {progress.loss:.3f}, {progress.seconds / 60:.0f} minutes",
                err=True,
            )
    echo(f"{out}: {len(pairs):,} pairs; index passages with --embedder {out}")

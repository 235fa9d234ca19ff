"""`kgqa train`: learn from question sets what kgqa knows beforehand, and measure it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.options import HELP, store_option
from kgqa_cli.train_alignment import alignment
from kgqa_cli.train_certainty import certainty
from kgqa_cli.train_distant import distant
from kgqa_cli.train_examples import learn_examples, lessons_of, words_of_ways
from kgqa_cli.train_kinds import kinds, words
from kgqa_cli.train_linking import linking
from kgqa_cli.train_look import look
from kgqa_cli.train_rank import rank
from kgqa_cli.train_reader import reader
from kgqa_cli.train_readings import readings
from kgqa_cli.train_retriever import retriever
from kgqa_cli.train_verifier import verifier
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kgqa.parse.relations_lexicon import Lexicon
    from kgqa.parse.relations_measure import Measured
    from kgqa.parse.relations_vectors import TokenVectors

EXAMPLES = """\b
Examples:
  kgqa train relations questions --store wikidata --out relations.npz
  kgqa train relations questions --store wikidata --vectors v.npz --encoder MiniLM
  kgqa train relations questions --store wikidata --measure
  kgqa train relations questions --store wikidata --measure --from relations.npz
  kgqa train relations --examples asked.jsonl --store company --out synonyms.toml
  kgqa train relations --generated set --store company --out synonyms.toml

\b
QUESTIONS is a folder with simplequestions_wikidata, entityquestions, popqa,
wikiwebquestions, qald, rubq and mintaka in it; docs/relations.md says which
files. The store gives the names of entities and the schema of properties.
Vectors need torch and a sentence encoder: see docs/relations.md.
"""

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group("train", cls=Suggesting, context_settings=HELP)
def train() -> None:
    """Learn from question sets what kgqa knows beforehand, and measure it."""


train.add_command(reader)
train.add_command(readings)


@train.command("relations", epilog=EXAMPLES)
@click.argument("questions", type=FOLDER, required=False)
@store_option
@click.option(
    "--examples", type=FILE, help="Learn synonyms from lines of a question with its query."
)
@click.option(
    "--generated", type=FOLDER, help="Learn them from a set that kgqa generate questions made."
)
@click.option("--out", type=FILE, help="Write the lexicon, or the synonyms, learned here.")
@click.option("--vectors", type=FILE, help="Write the vectors of words that are learned here.")
@click.option("--encoder", type=FOLDER, help="The sentence encoder that vectors start from.")
@click.option("--measure", "measured", is_flag=True, help="Say how well relations are ranked.")
@click.option("--from", "given", type=FILE, help="Measure this lexicon.  [default: the shipped]")
@click.option(
    "--from-vectors", "given_vectors", type=FILE, help="… with these.  [default: the shipped]"
)
@click.option("--ablations", is_flag=True, help="Measure also without parts of the evidence.")
@click.option("--unseen", is_flag=True, help="Measure on properties that are not learned from.")
def relations(
    questions: Path | None,
    location: str | None,
    examples: Path | None,
    generated: Path | None,
    out: Path | None,
    vectors: Path | None,
    encoder: Path | None,
    measured: bool,
    given: Path | None,
    given_vectors: Path | None,
    ablations: bool,
    unseen: bool,
) -> None:
    """Learn from QUESTIONS which words mean which properties, and measure it.

    With --out the lexicon is learned and written, with --vectors the vectors of words; with
    --measure the held-out parts of the question sets are ranked with them, or with others where
    nothing is learned. With --unseen a fifth of the properties is held back, and only questions
    about these are ranked: by a lexicon, and with --encoder by vectors too.

    With --examples, and no QUESTIONS, words for the properties of a graph of one's own are
    learned: docs/own-graph.md shows how. --generated takes the lessons of a set of questions that
    `kgqa generate questions` made of it, by a file of how its relations are said.
    """
    if generated is not None:
        learn_examples(lessons_of(generated), location, out, besides=words_of_ways())
        return
    if examples is not None:
        learn_examples(examples, location, out)
        return
    if questions is None:
        raise click.UsageError("name a folder of QUESTIONS, or a file of --examples")
    if not (out or vectors or measured or ablations or unseen):
        message = "nothing to do: say where to write the lexicon (--out), or --measure"
        raise click.UsageError(message)
    if vectors and not encoder:
        raise click.UsageError("vectors start from a sentence encoder: name its folder (--encoder)")
    if encoder:
        _refuse_what_is_no_encoder(encoder)
    _refuse_what_lacks_files(questions)
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    store = _folder(place(settings(store=location).store))
    if out:
        _learn(questions, store, out)
    if vectors and encoder:
        _learn_vectors(questions, store, vectors, encoder)
    if measured or ablations:
        learned = _lexicon(out or given), _vectors(vectors or given_vectors)
        _measure(questions, store, *learned, ablations=ablations)
    if unseen:
        _measure_unseen(questions, store, encoder)


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


def _refuse_what_is_no_encoder(encoder: Path) -> None:
    from importlib.util import find_spec

    from kgqa.parse.relations_minilm import FILES

    missing = [name for name in FILES if not (encoder / name).exists()]
    if missing:
        message = f"{encoder} has no {missing[0]}; docs/relations.md says which encoder is meant"
        raise click.UsageError(message)
    if find_spec("torch") is None:
        raise click.UsageError("vectors are learned with torch: pip install torch==2.13.0")


def _vectors(path: Path | None) -> TokenVectors:
    from zipfile import BadZipFile

    from kgqa.parse.relations_vectors import load, shipped

    try:
        return load(path) if path else shipped()
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise click.UsageError(f"{path} has no vectors: {error}") from error


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
        echo("Reading questions …", err=True)
        examples = material.training()
        echo(f"Learning from {len(examples):,} questions …", err=True)
        lexicon = learn(material, examples, Plan())
    save(lexicon, out)
    size = out.stat().st_size / 1e6
    echo(
        f"{out}: {len(lexicon.rows):,} n-grams, {len(lexicon.relations):,} relations, "
        f"{len(lexicon.weights):,} weights, {size:.1f} MB"
    )


def _learn_vectors(questions: Path, store: Path, out: Path, encoder: Path) -> None:
    from kgqa.parse.relations_training_data import Material, learn_vectors
    from kgqa.parse.relations_vectors import save

    with Material.open(questions, store) as material:
        echo("Reading questions …", err=True)
        tokens = learn_vectors(material, material.training(), encoder, progress=_tell)
    save(tokens, out)
    by_lexicon, by_vectors = tokens.mixture.tolist()
    size = out.stat().st_size / 1e6
    echo(
        f"{out}: {len(tokens.vectors):,} pieces of words in {tokens.vectors.shape[1]} dimensions, "
        f"{size:.1f} MB; the lexicon counts {by_lexicon:.1f}, vectors {by_vectors:.1f}"
    )


def _tell(step: int, steps: int, loss: float) -> None:
    if step % 100 == 0 or step == steps:
        echo(f"step {step:,} of {steps:,}, loss {loss:.3f}", err=True)


def _measure(
    questions: Path,
    store: Path,
    lexicon: Lexicon,
    vectors: TokenVectors,
    *,
    ablations: bool,
) -> None:
    from kgqa.parse import relations_measure
    from kgqa.parse.relations import RelationRanker
    from kgqa.parse.relations_training_data import Material

    every = relations_measure.ablations(lexicon, vectors)
    wanted = every if ablations else {"": (lexicon, vectors)}
    with Material.open(questions, store) as material:
        examples = material.testing()
        incident = cache(material.incident)
        for title, variant in wanted.items():
            ranker = RelationRanker(material.evidence, *variant)
            _show(title, relations_measure.measure(ranker, examples, incident))


def _measure_unseen(questions: Path, store: Path, encoder: Path | None) -> None:
    from kgqa.parse.relations import RelationRanker
    from kgqa.parse.relations_measure import measure
    from kgqa.parse.relations_training import Plan
    from kgqa.parse.relations_training_data import Material, learn, learn_vectors, unseen

    with Material.open(questions, store) as material:
        examples = [example for example in material.training() if not any(unseen(example))]
        asked = [example for example in material.testing() if all(unseen(example))]
        lexicon = learn(material, examples, Plan())
        variants: dict[str, TokenVectors | None] = {"properties not learned, lexicon": None}
        if encoder:
            tokens = learn_vectors(material, examples, encoder, progress=_tell)
            variants["properties not learned, with vectors"] = tokens
        for title, variant in variants.items():
            ranker = RelationRanker(material.evidence, lexicon, variant)
            _show(title, measure(ranker, asked, cache(material.incident)))


def _show(title: str, rows: Iterable[Measured]) -> None:
    """Print figures as a table in Markdown."""
    echo(
        f"\n| {title or 'questions'} | all: n | @1 | @5 | MRR | entity's: n | @1 | @5 | MRR | ms |"
    )
    echo("| --- |" + " ---: |" * 9)
    for row in rows:
        cells = [row.source]
        for figures in (row.among_all, row.among_incident):
            cells.append(f"{figures.questions:,}")
            shares = (figures.first, figures.five, figures.reciprocal)
            cells += [f"{share:.3f}" if figures.questions else "-" for share in shares]
        echo("| " + " | ".join([*cells, f"{row.milliseconds:.2f}"]) + " |")


train.add_command(certainty)
train.add_command(distant)
train.add_command(linking)
train.add_command(look)
train.add_command(kinds)
train.add_command(alignment)
train.add_command(rank)
train.add_command(words)
train.add_command(retriever)
train.add_command(verifier)

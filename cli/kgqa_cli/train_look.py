"""`kgqa train look`: learn to take a second look at readings and what they give."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.train_readings import kept_readings, readings_option
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgqa.text.readers.encoder import Encoder
    from kgqa.train.look_lessons import Lesson

FOLDER = click.Path(path_type=Path, file_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train readings --plan readings.plan.toml --data questions \\
      --store wikidata --jobs 2 --out readings
  kgqa train look --readings readings --base reader --out look
  kgqa train look --readings readings --base look --go-on --out better
  kgqa train look --readings held-out --measure look
  kgqa train look --readings held-out --mean look --mean better --out mean
"""


@click.command("look", epilog=EXAMPLES, context_settings=HELP)
@readings_option
@click.option("--base", type=FOLDER, help="The reader that is taught.")
@click.option("--out", type=FOLDER, help="Write what has learned here.")
@click.option("--go-on", is_flag=True, help="The base has taken lessons before: keep its head.")
@click.option("--minutes", type=click.FloatRange(min=0.05), help="End the training by then.")
@click.option("--mean", "several", type=FOLDER, multiple=True, help="Write the mean of these.")
@click.option("--measure", "measured", type=FOLDER, help="Measure this one on the lessons.")
def look(
    folder: Path,
    base: Path | None,
    out: Path | None,
    go_on: bool,
    minutes: float | None,
    several: tuple[Path, ...],
    measured: Path | None,
) -> None:
    """Learn from questions with their answers which readings fit, given what they give.

    A reading whose answers are the gold ones may be right. A reader that knows how to read
    sentences learns from these to tell right from wrong.
    """
    from kgqa.text.readers.reading import TO_TRAIN, require

    require("torch", "tokenizers", "safetensors", hint=TO_TRAIN)
    if out and not base and not several:
        raise click.UsageError("say what is taught: --base READER")
    if out and several:
        _mix(several, out)
        if not measured:
            return
    lessons = _lessons(folder)
    if out and base and not several:
        _teach(lessons, base, out, minutes, go_on=go_on)
    if measured:
        _measure(lessons, measured)


def _lessons(folder: Path) -> list[Lesson]:
    """Return the lessons of what was read: of questions whose right readings are known."""
    from kgqa.train.look_lessons import lesson_of
    from kgqa.train.ranking import is_told

    return [
        lesson_of(one)
        for _, reads in kept_readings(folder, "look")
        for one in reads
        if is_told(one)
    ]


def _teach(
    lessons: Sequence[Lesson], base: Path, out: Path, minutes: float | None, *, go_on: bool
) -> None:
    from dataclasses import asdict, replace

    from kgqa.text.readers.weights import load, vocabulary_of
    from kgqa.text.readers.wordpieces import WordPieces
    from kgqa.train.look_training import Plan, Trainer

    plan = replace(Plan(), goes_on=go_on)
    plan = replace(plan, minutes=minutes) if minutes else plan
    encoder, _ = load(base)
    vocabulary = vocabulary_of(base)
    trainer = Trainer(encoder, WordPieces(vocabulary), lessons, plan)
    for progress in trainer.steps():
        if progress.step % 20 == 0:
            echo(
                f"step {progress.step:,}, {progress.steps:,} are a round, "
                f"loss {progress.loss:.3f}, {progress.seconds / 60:.0f} minutes",
                err=True,
            )
    _save(out, encoder, vocabulary, {"plan": asdict(plan)})
    echo(f"{out}: {len(lessons):,} lessons")


def _mix(several: Sequence[Path], out: Path) -> None:
    from kgqa.text.readers.weights import load, vocabulary_of
    from kgqa.train.look_training import mean_of

    try:
        mean = mean_of([load(folder)[0] for folder in several])
    except ValueError as error:
        raise click.UsageError(f"these have no mean: {error}") from error
    _save(out, mean, vocabulary_of(several[0]), {})


def _save(out: Path, encoder: Encoder, vocabulary: Path, told: dict[str, object]) -> None:
    """Write a network, without the embeddings where they are those of the shipped reader."""
    from kgqa.text.readers.weights import Calibration, has_shipped_embeddings, save

    command = " ".join(["kgqa", *sys.argv[1:]])
    words, shares = vocabulary.read_bytes(), has_shipped_embeddings(encoder)
    save(out, encoder.eval(), words, Calibration(), {"command": command, **told}, shares=shares)


def _measure(lessons: Sequence[Lesson], folder: Path) -> None:
    from kgqa.train.look_measure import measure

    found = measure(folder, lessons)
    echo(
        f"{len(lessons):,} questions with readings: the first is right by features in "
        f"{found.by_features:.3f}, by the second look in {found.by_look:.3f}; "
        f"some reading in {found.any:.3f}"
    )
    echo(f"a right reading fits better than a wrong one in {found.area:.3f} of pairs")

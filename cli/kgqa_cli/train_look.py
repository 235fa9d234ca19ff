"""`kgqa train look`: learn to take a second look at readings and what they give."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_plan import plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.parse.parser import Parser
    from kgqa.train.look_lessons import Lesson
    from kgqa.train.questions import Asked

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path, dir_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train look --plan look.plan.toml --data questions --store wikidata \\
      --jobs 2 --lessons lessons.jsonl --base reader --out look
  kgqa train look --lessons lessons.jsonl --base look --go-on --out better
  kgqa train look --lessons held-out.jsonl --measure look
  kgqa train look --lessons held-out.jsonl --mean look --mean better --out mean

\b
LESSONS are the readings of the questions with what they give. They take most
of the time, so they are kept: a file that is there is not made again.
"""


@click.command("look", epilog=EXAMPLES, context_settings=HELP)
@store_option
@plan_options
@click.option("--lessons", "kept", type=FILE, required=True, help="Keep the lessons here.")
@click.option("--base", type=FOLDER, help="The reader that is taught.")
@click.option("--out", type=FOLDER, help="Write what has learned here.")
@click.option("--go-on", is_flag=True, help="The base has taken lessons before: keep its head.")
@click.option("--minutes", type=click.FloatRange(min=0.05), help="End the training by then.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--mean", "several", type=FOLDER, multiple=True, help="Write the mean of these.")
@click.option("--measure", "measured", type=FOLDER, help="Measure this one on the lessons.")
def look(
    location: str | None,
    plan: Path | None,
    data: Path,
    kept: Path,
    base: Path | None,
    out: Path | None,
    go_on: bool,
    minutes: float | None,
    jobs: int,
    seed: int,
    several: tuple[Path, ...],
    measured: Path | None,
) -> None:
    """Learn from questions with their answers which readings fit, given what they give.

    Each question of the plan is read over the store; a reading whose answers are the gold ones may
    be right. A reader that knows how to read sentences learns from them to tell right from wrong.
    """
    from kgqa.text.readers.reading import TO_TRAIN, require

    require("torch", "tokenizers", "safetensors", hint=TO_TRAIN)
    if out and not base and not several:
        raise click.UsageError("say what is taught: --base READER")
    if out and several:
        _mix(several, out)
        if not measured:
            return
    lessons = _lessons(kept, plan, data, location, jobs, seed)
    if out and base and not several:
        _teach(lessons, base, out, minutes, go_on=go_on)
    if measured:
        _measure(lessons, measured)


def _lessons(
    kept: Path, plan: Path | None, data: Path, location: str | None, jobs: int, seed: int
) -> list[Lesson]:
    """Return the lessons of a file; those of the plan, if there is none yet."""
    from kgqa.train.look_lessons import read, write

    if not kept.is_file():
        if plan is None:
            raise click.UsageError(f"{kept} is not there yet: say what to learn from with --plan")
        parts = read_plan(plan, data, location, seed)
        write((one for part in parts for one in _made(part.asked, part.location, jobs)), kept)
    try:
        return list(read(kept))
    except ValueError as error:
        raise click.UsageError(f"{error}: remove it, and it is made again") from error


def _made(asked: Sequence[Asked], location: str | None, jobs: int) -> Iterator[Lesson]:
    for lesson in mapped(_lesson, asked, jobs=jobs, start=_start, location=location):
        if lesson is not None and lesson.readings:
            yield lesson


_parser: Parser | None = None


def _start(location: str | None) -> None:
    global _parser
    from kgqa_store.opening import open_store

    from kgqa.parse.parser import Parser
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _parser = Parser(open_store(place(chosen.store)), asked_on=chosen.day)


def _lesson(asked: Asked) -> Lesson | None:
    from kgqa.train.look_lessons import lesson_of

    assert _parser is not None  # noqa: S101 - set when the process starts
    return lesson_of(_parser, asked)


def _teach(
    lessons: Sequence[Lesson], base: Path, out: Path, minutes: float | None, *, go_on: bool
) -> None:
    from dataclasses import asdict, replace

    from kgqa.text.readers.weights import Calibration, load, save, vocabulary_of
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
    told = {"command": " ".join(["kgqa", *sys.argv[1:]]), "plan": asdict(plan)}
    save(out, encoder.eval(), vocabulary.read_bytes(), Calibration(), told)
    echo(f"{out}: {len(lessons):,} lessons")


def _mix(several: Sequence[Path], out: Path) -> None:
    from kgqa.text.readers.weights import Calibration, load, save, vocabulary_of
    from kgqa.train.look_training import mean_of

    try:
        mean = mean_of([load(folder)[0] for folder in several])
    except ValueError as error:
        raise click.UsageError(f"these have no mean: {error}") from error
    told = {"command": " ".join(["kgqa", *sys.argv[1:]])}
    vocabulary = vocabulary_of(several[0]).read_bytes()
    save(out, mean.eval(), vocabulary, Calibration(), told)


def _measure(lessons: Sequence[Lesson], folder: Path) -> None:
    from kgqa.train.look_measure import measure

    found = measure(folder, lessons)
    echo(
        f"{len(lessons):,} questions with readings: the first is right by features in "
        f"{found.by_features:.3f}, by the second look in {found.by_look:.3f}; "
        f"some reading in {found.any:.3f}"
    )
    echo(f"a right reading fits better than a wrong one in {found.area:.3f} of pairs")

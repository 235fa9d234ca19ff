"""`kgqa train reader`: teach a reader to read, and measure how well it does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from _typeshed import DataclassInstance

    from kgqa.text.readers.examples import Example
    from kgqa.text.readers.extractive import ExtractiveReader

EXAMPLES = """\b
Examples:
  kgqa train reader reading --base minilm --out reader
  kgqa train reader reading --measure
  kgqa train reader reading --base reader --out better --minutes 30
  kgqa train reader reading --measure --from better
  kgqa train reader reading --base better --out quicker --gate 2
  kgqa train reader lists.jsonl --kind fid --base t5-small --out lists

\b
DATA of the extractive reader is a folder with squad*.json, qed and qamr in it,
and pairs of sentences in a folder entailment beside it; of a generator, a file
with one object per line: question, answers, passages. docs/reader.md says more.
"""

KINDS = ("extractive", "pig", "fid", "closed")


@click.command("reader", epilog=EXAMPLES, context_settings=HELP)
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.option("--kind", type=click.Choice(KINDS), default="extractive", show_default=True)
@click.option("--base", metavar="CHECKPOINT", help="What is taught: a folder, or a name on a hub.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write it here.")
@click.option("--measure", "measured", is_flag=True, help="Say how well the reader reads.")
@click.option("--from", "given", metavar="DIR", default="default", help="Measure this reader.")
@click.option("--minutes", type=click.FloatRange(min=0.1), help="End the training by then.")
@click.option("--gate", type=click.IntRange(1), metavar="LAYERS", help="Fit only the gate anew.")
@click.option("--steps", type=click.IntRange(min=1), help="Steps of a generator's training.")
@click.option("--questions", type=click.IntRange(min=1), help="Measure on so many at most.")
def reader(
    data: Path,
    kind: str,
    base: str | None,
    out: Path | None,
    measured: bool,
    given: str,
    minutes: float | None,
    gate: int | None,
    steps: int | None,
    questions: int | None,
) -> None:
    """Teach a reader from DATA, and measure it.

    With --out a reader is trained and written; with --measure the articles that are held out
    are read with it, or with another reader where none is trained.

    The gate tells, after so many layers, which of many passages are worth reading to the end.
    """
    if not (out or measured):
        message = "nothing to do: say where to write the reader (--out), or --measure"
        raise click.UsageError(message)
    if out and not base:
        raise click.UsageError("say what is taught: --base CHECKPOINT")
    from kgqa.text.readers.reading import TO_TRAIN, require

    require("torch", "tokenizers", "safetensors", hint=TO_TRAIN)
    if kind != "extractive":
        if not out or not base:
            raise click.UsageError("a generator can be trained, not measured: --base and --out")
        _teach_generator(kind, data, base, out, steps)
        return
    if out and base:
        _teach(data, Path(base), out, minutes, questions, gate)
    if measured:
        _measure(data, str(out) if out else given, questions)


def _teach_generator(kind: str, data: Path, base: str, out: Path, steps: int | None) -> None:
    from kgqa.text.readers.generating import load_checkpoint
    from kgqa.text.readers.generator_training import Plan, read_taught, save, train

    plan = Plan(steps=steps) if steps else Plan()
    taught = read_taught(data)
    checkpoint = load_checkpoint(base)
    for progress in train(kind, checkpoint, taught, plan):
        if progress.step % 20 == 0 or progress.step == progress.steps:
            _tell(f"step {progress.step:,} of {progress.steps:,}, loss {progress.loss:.3f}")
    save(checkpoint, out)
    echo(f"{out}: read with it as {kind}:{out}")


def _teach(
    data: Path,
    base: Path,
    out: Path,
    minutes: float | None,
    questions: int | None,
    gate: int | None,
) -> None:
    from kgqa.text.readers.making import Making, calibrated, gated, trained

    command = " ".join(["kgqa", *sys.argv[1:]])
    weights = "reader.json" if (base / "reader.json").is_file() else "model.safetensors"
    for name in (weights, "vocab.txt"):
        if not (base / name).is_file():
            raise click.UsageError(f"{base} has no {name}: name the folder of a BERT checkpoint")
    making = Making(_folder(data), base, out, command, minutes)
    if gate:
        gated(making, gate)
    for progress in () if gate else trained(making):
        if progress.step % 20 == 0 or progress.step == progress.steps:
            _tell(
                f"step {progress.step:,} of {progress.steps:,}, loss {progress.loss:.3f}, "
                f"{progress.seconds / 60:.0f} minutes"
            )
    _tell("Calibrating …")
    calibrated(making, questions)
    echo(f"{out}: read with it as --reader {out}")


def _measure(data: Path, given: str, questions: int | None) -> None:
    from kgqa.text.readers.measuring import at_the_gate, figures, observed
    from kgqa.text.readers.measuring_sets import multispan, sets, verification
    from kgqa.text.readers.reading import open_reader

    examples = _held_out(_folder(data), questions)
    opened: ExtractiveReader = open_reader(given)  # type: ignore[assignment]
    _table("held-out articles", figures(list(observed(opened, examples)), opened.calibration))
    _table("at the gate", at_the_gate(opened, examples))
    _table("right answers or wrong", verification(opened, examples))
    for path in sorted(data.glob("multispanqa*.json")):
        _table("several spans", sets(opened, list(multispan(path))[:questions]))


def _table(title: str, figures: DataclassInstance) -> None:
    """Print figures as a table in Markdown."""
    from dataclasses import asdict

    echo(f"\n| {title} | |\n| --- | ---: |")
    for name, value in asdict(figures).items():
        shown = f"{value:,}" if isinstance(value, int) else f"{value:.3f}"
        echo(f"| {name.replace('_', ' ')} | {shown} |")


def _held_out(data: Path, questions: int | None) -> Sequence[Example]:
    from kgqa.text.readers.making import held_out_examples

    return held_out_examples(data, questions)


def _folder(data: Path) -> Path:
    if not data.is_dir() or not list(data.glob("squad*.json")):
        message = f"{data} has no squad*.json; docs/reader.md says what must be there"
        raise click.UsageError(message)
    return data


def _tell(message: str) -> None:
    echo(message, err=True)

"""`kgqa train readings`, `kinds`, `words`: learn what orders the readings of a question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_plan import SAMPLE, Part, drawn, of_tour, plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.parse.readings_training import Judged
    from kgqa.parse.readings_training_data import Asked
    from kgqa.parse.scoring import ReadingModel

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)

TOUR = 4
"""What a question of the tour counts: there are few, over a store that has all that is asked."""

READINGS = """\b
Examples:
  kgqa train readings mintaka_train_en.jsonl --store wikidata --out readings.npz
  kgqa train readings valid.txt mintaka_train_en.jsonl --limit 3000 \\
      --store wikidata --out readings.npz --measure mintaka_dev.json
  kgqa train readings --plan readings.plan.toml --data questions \\
      --store wikidata --jobs 2 --out readings.npz

\b
QUESTIONS are files of Mintaka (its own JSON, or a record on each line with
answerLabel), of SimpleQuestions on Wikidata (.txt), or of questions with gold
SPARQL, which is run over the store.
"""


@click.command("readings", epilog=READINGS)
@click.argument("questions", type=FILE, nargs=-1)
@store_option
@plan_options
@click.option("--out", type=OUT, help="Write the model that is learned here.")
@click.option("--limit", type=click.IntRange(1), help="Use so many questions of each file.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--sample", is_flag=True, help="Learn from the tour of the embedded sample, too.")
@click.option("--measure", "held", type=FILE, help="Measure the model on this file.")
def readings(
    questions: tuple[Path, ...],
    location: str | None,
    plan: Path | None,
    data: Path,
    out: Path | None,
    limit: int | None,
    seed: int,
    jobs: int,
    sample: bool,
    held: Path | None,
) -> None:
    """Learn from QUESTIONS with their answers which readings are right.

    Each question is read over the store; a reading whose answers are the gold ones may be right.
    Half of the questions teach the model that orders readings, the other half how sure it may be.
    """
    from kgqa.parse.judging import FEATURES
    from kgqa.parse.readings_training import fit_confidence, fit_readings
    from kgqa.parse.scoring import save, shipped

    parts = [Part(path.name, drawn(path, limit, seed), location) for path in questions]
    if sample:
        parts.append(Part("the tour", of_tour(), SAMPLE, TOUR))
    if plan is not None:
        parts += read_plan(plan, data, location, seed)
    if not parts:
        raise click.UsageError("There is nothing to learn from: name files of questions, or a plan")
    judged = [
        one
        for part in parts
        for one in list(_judged(part.asked, part.location, jobs)) * part.times
        if one.right.size
    ]
    echo(f"{len(judged):,} questions with readings", err=True)
    sure = fit_confidence(fit_readings(FEATURES, judged[::2]), judged[1::2])
    both = fit_readings(FEATURES, judged)
    model = type(both)(both.names, both.hidden, both.linear, both.top, sure.sure)
    if out is not None:
        save(model, out)
        echo(f"{out}: {len(FEATURES)} features, {out.stat().st_size / 1e3:.0f} kB")
    if held is not None:
        asked = drawn(held, limit, seed)
        known = [one for one in _judged(asked, location, jobs) if one.right.size]
        _show("the shipped model", shipped(), known)
        _show("this model", model, known)


def _judged(asked: Sequence[Asked], location: str | None, jobs: int) -> Iterator[Judged]:
    """Yield the readings of questions, judged in some processes."""
    yield from mapped(_judge, asked, jobs=jobs, start=_start, location=location)


_parser = None


def _start(location: str | None) -> None:
    global _parser
    from kgqa_store.opening import open_store

    from kgqa.parse.parser import Parser
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _parser = Parser(open_store(place(chosen.store)), asked_on=chosen.day)


def _judge(asked: Asked) -> Judged:
    from kgqa.parse.judging import FEATURES
    from kgqa.parse.readings_training_data import gold_of, judge_readings

    assert _parser is not None  # noqa: S101 - set when the process starts
    known = replace(asked, gold=gold_of(asked, _parser.store))
    return judge_readings(_parser, known, FEATURES)


def _show(title: str, model: ReadingModel, judged: Sequence[Judged]) -> None:
    from kgqa.parse.readings_training import measure_readings

    found = measure_readings(model, judged)
    echo(
        f"{title}: first reading right {found.first:.3f}, some reading right {found.any:.3f}, "
        f"calibration error {found.error:.3f}, of {len(judged):,} questions"
    )
    for least, (share, right) in found.answered.items():
        echo(f"  confidence from {least:.2f}: {share:.3f} answered, {right:.3f} of them right")


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

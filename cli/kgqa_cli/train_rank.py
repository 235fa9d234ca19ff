"""`kgqa train rank`: learn which items of a chart are what a question asks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_examples import lessons_of
from kgqa_cli.train_plan import Part, drawn, plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.parse.parser import Parser
    from kgqa.parse.trees import Trees
    from kgqa.train.questions import Asked
    from kgqa.train.ranking import Ranked

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train rank wikiwebquestions/train.jsonl --store wikidata --out rank.npz
  kgqa train rank --plan rank.plan.toml --data questions --store wikidata \\
      --jobs 2 --out rank.npz --measure dev.json
  kgqa train rank --generated set --store mine --out rank.npz

\b
QUESTIONS are files of Mintaka (its own JSON, or a record on each line with
answerLabel), of SimpleQuestions on Wikidata (.txt), of questions with gold
SPARQL, or of expressions (.toml). Learning needs the extra `train`.
"""


@click.command("rank", epilog=EXAMPLES)
@click.argument("questions", type=FILE, nargs=-1)
@store_option
@plan_options
@click.option("--generated", type=FOLDER, multiple=True,
              help="Learn from this set of kgqa generate questions, too.")  # fmt: skip
@click.option("--out", type=OUT, help="Write the trees that are learned here.")
@click.option("--limit", type=click.IntRange(1), help="Use so many questions of each file.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--measure", "held", type=FILE, multiple=True, help="Measure on this file.")
def rank(
    questions: tuple[Path, ...],
    location: str | None,
    plan: Path | None,
    data: Path,
    generated: tuple[Path, ...],
    out: Path | None,
    limit: int | None,
    seed: int,
    jobs: int,
    held: tuple[Path, ...],
) -> None:
    """Learn from QUESTIONS with their answers which items of a chart come first.

    The chart of each question is made over the store; items that give the right answers are taught
    to stand before all others. Questions whose right answers the store has not are left out.
    Beside the trees, those are kept that each half of the questions teaches: they are measured on
    the other half, and `kgqa train certainty --ranks` learns from what they say of it.
    """
    from importlib.util import find_spec

    from kgqa.parse.rank import shipped
    from kgqa.parse.trees import save
    from kgqa.train.ranking import HALVES, fit, half_of, without

    if find_spec("lightgbm") is None:
        raise click.UsageError("Trees are grown with LightGBM: pip install 'kgqa[train]'")
    taken = [*questions, *map(lessons_of, generated)]
    parts = [Part(path.name, drawn(path, limit, seed), location) for path in taken]
    if plan is not None:
        parts += read_plan(plan, data, location, seed)
    taught = [(part, [*_ranked(part, jobs)]) for part in parts]
    lessons = [one for part, ranked in taught for one in ranked * part.times]
    if not lessons and not held:
        raise click.UsageError("There is nothing to learn from: name files of questions, or a plan")
    trees = fit(lessons) if lessons else shipped()
    if out is not None and lessons:
        save(trees, out)
        echo(f"{out}: {len(trees.roots)} trees from {len(lessons):,} questions")
        for half in HALVES:
            others = fit([one for one in lessons if half_of(one.question) != half])
            save(others, without(out, half))
            for part, ranked in taught:
                unseen = [one for one in ranked if half_of(one.question) == half]
                _show(f"{part.name}, taught by the other half", others, unseen)
    for path in held:
        _show(path.name, trees, [*_ranked(Part("", drawn(path, limit, seed), location), jobs)])


def _ranked(part: Part, jobs: int) -> Iterator[Ranked]:
    """Yield the items of questions that the store has an answer to, made in some processes."""
    for one in mapped(_rank, part.asked, jobs=jobs, start=_start, location=part.location):
        if one is not None:
            yield one


_parser: Parser | None = None


def _start(location: str | None) -> None:
    global _parser
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _parser = Engine(place(chosen.store), settings=chosen).parser


def _rank(asked: Asked) -> Ranked | None:
    from kgqa.train.ranking import ranked

    assert _parser is not None  # noqa: S101 - set when the process starts
    return ranked(_parser, asked)


def _show(name: str, trees: Trees, lessons: Sequence[Ranked]) -> None:
    from kgqa.train.ranking import measure

    found = measure(trees, lessons)
    echo(
        f"{name}: F1 of the first item {found.first:.3f}, of the best of 8 {found.of_eight:.3f}, "
        f"of 16 {found.of_sixteen:.3f}, of all {found.of_all:.3f}, of {found.count:,} questions"
    )

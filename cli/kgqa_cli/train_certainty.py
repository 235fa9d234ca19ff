"""`kgqa train certainty`: learn how likely the readings of the chart are right."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_plan import SAMPLE, Part, drawn, of_tour, plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.judge.judge import Judge
    from kgqa.parse.trees import Trees
    from kgqa.train.certainty import Outcome
    from kgqa.train.questions import Asked

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)
FOLDS = 5

EXAMPLES = """\b
Examples:
  kgqa train certainty mintaka_train_en.jsonl --store wikidata --out certainty.npz
  kgqa train certainty mintaka_train_en.jsonl train_answerable.txt train.jsonl \\
      --limit 1000 --sample --store wikidata --out certainty.npz
  kgqa train certainty --plan certainty.plan.toml --data questions \\
      --store wikidata --jobs 2 --out certainty.npz

\b
QUESTIONS are files of Mintaka (its own JSON, or a record on each line with
answerLabel), of SimpleQuestions on Wikidata (.txt), or of questions with gold
SPARQL, which is run over the store. Learning needs the extra `train`.
"""


@click.command("certainty", epilog=EXAMPLES)
@click.argument("questions", type=FILE, nargs=-1)
@store_option
@plan_options
@click.option("--out", type=OUT, help="Write the trees that are learned here.")
@click.option("--limit", type=click.IntRange(1), help="Use so many questions of each file.")
@click.option("--skip", type=click.IntRange(0), default=0, help="… but not the first so many.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--ranks", type=FILE, help="Order readings by trees that know other questions.")
@click.option("--sample", is_flag=True, help="Ask the embedded sample, too, and its own tour.")
def certainty(
    questions: tuple[Path, ...],
    location: str | None,
    plan: Path | None,
    data: Path,
    out: Path | None,
    limit: int | None,
    skip: int,
    seed: int,
    jobs: int,
    ranks: Path | None,
    sample: bool,
) -> None:
    """Learn from QUESTIONS with their answers how likely an answer is right.

    Each question is read over the store; what speaks for each of its best readings is the evidence,
    and whether it gives the right answers is what is learned. Each file is measured by trees that
    were grown from other questions. --ranks names the trees of `kgqa train rank`: each question is
    read by those beside them that have not learned from it.
    """
    from importlib.util import find_spec

    from kgqa.judge.certainty_measure import folds
    from kgqa.parse.trees import save
    from kgqa.train.certainty import fit

    if find_spec("lightgbm") is None:
        raise click.UsageError("Trees are grown with LightGBM: pip install 'kgqa[train]'")
    asked = [Part(path.name, drawn(path, limit, seed, skip), location) for path in questions]
    if sample:
        # It knows little, and so teaches what an answer to an unanswerable question looks like.
        asked += [Part(f"{one.name} over the sample", one.asked, SAMPLE) for one in asked]
        asked.append(Part("its tour", of_tour(), SAMPLE))
    if plan is not None:
        asked += read_plan(plan, data, location, seed)
    if not asked:
        raise click.UsageError("There is nothing to learn from: name files of questions, or a plan")
    parts = [(one, list(_outcomes(one, ranks, jobs))) for one in asked]
    every = [outcome for one, part in parts for outcome in part * one.times]
    for one, part in parts:
        others = [o for other, rest in parts if other is not one for o in rest * other.times]
        grown = [(fit([*others, *most * one.times]), few) for most, few in folds(part, FOLDS)]
        for is_hidden, title in ((False, "as it is"), (True, "where a property is hidden")):
            few = [(trees, [o for o in held if o.is_hidden is is_hidden]) for trees, held in grown]
            if any(held for _, held in few):
                _show(f"{one.name}, {title}", few)
    if out is not None:
        trees = fit(every)
        save(trees, out)
        echo(f"{out}: {len(trees.roots)} trees, {out.stat().st_size / 1e3:.0f} kB")


def _outcomes(part: Part, ranks: Path | None, jobs: int) -> Iterator[Outcome]:
    task = partial(_outcome, ranks)
    for found in mapped(task, part.asked, jobs=jobs, start=_start, location=part.location):
        yield from found


_judge: Judge | None = None


def _start(location: str | None) -> None:
    global _judge
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _judge = Engine(place(chosen.store), settings=chosen).judge


def _outcome(ranks: Path | None, asked: Asked) -> list[Outcome]:
    """Return what speaks for the readings of a question."""
    from kgqa.parse.trees import load
    from kgqa.train.certainty import outcomes
    from kgqa.train.ranking import half_of, without

    assert _judge is not None  # noqa: S101 - set when the process starts
    if ranks is not None:
        _judge.parser.order = load(without(ranks, half_of(asked.question)))
    return outcomes(_judge, asked)


def _show(title: str, measured: Sequence[tuple[Trees, Sequence[Outcome]]]) -> None:
    from kgqa.train.certainty import measure

    found = measure(measured)
    echo(
        f"{title}: {found.count:,} questions with readings, F1 of the first {found.f1:.3f}, of the "
        f"best {found.best:.3f}; area under ROC {found.area:.3f}, "
        f"calibration error {found.error:.3f}"
    )
    for least, (share, of_these, of_all) in found.answered.items():
        told = f"{share:.3f} answered, F1 of these {of_these:.3f}, of all {of_all:.3f}"
        echo(f"  certainty from {least:.2f}: {told}")

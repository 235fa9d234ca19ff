"""`kgqa train certainty`: learn how likely the answers of readings are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_plan import SAMPLE, Part, drawn, of_tour, plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.engine import Engine
    from kgqa.merge.certainty_training import Outcome
    from kgqa.parse.readings_training_data import Asked
    from kgqa.parse.trees import Trees

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
    sample: bool,
) -> None:
    """Learn from QUESTIONS with their answers how likely an answer is right.

    Each question is asked over the store; what spoke for its best reading is the evidence, and
    whether the first answer is a gold one is what is learned. Each file is measured by trees that
    were grown from other questions.
    """
    from importlib.util import find_spec

    from kgqa.merge.certainty import shipped
    from kgqa.merge.certainty_measure import folds
    from kgqa.merge.certainty_training import fit
    from kgqa.parse.trees import save

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
    parts = [(one, list(_outcomes(one.asked, one.location, jobs))) for one in asked]
    every = [outcome for one, part in parts for outcome in part * one.times]
    for one, part in parts:
        _show(f"{one.name}, the shipped trees", [(shipped(), part)])
        others = [o for other, rest in parts if other is not one for o in rest * other.times]
        grown = [(fit([*others, *most * one.times]), few) for most, few in folds(part, FOLDS)]
        _show(f"{one.name}, these", grown)
    if out is not None:
        trees = fit(every)
        save(trees, out)
        echo(f"{out}: {len(trees.roots)} trees, {out.stat().st_size / 1e3:.0f} kB")


def _outcomes(asked: Sequence[Asked], location: str | None, jobs: int) -> Iterator[Outcome]:
    for outcome in mapped(_outcome, asked, jobs=jobs, start=_start, location=location):
        if outcome is not None:
            yield outcome


_engine: Engine | None = None


def _start(location: str | None) -> None:
    global _engine
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _engine = Engine(place(chosen.store), settings=chosen)


def _outcome(asked: Asked) -> Outcome | None:
    """Return what speaks for the best reading of a question; None where nothing is known."""
    from kgqa.algebra import Entity
    from kgqa.errors import KgqaError
    from kgqa.merge.certainty_training import Outcome, is_right
    from kgqa.parse.readings_training_data import gold_of

    engine = _engine
    assert engine is not None  # noqa: S101 - set when the process starts
    gold = gold_of(asked, engine.store)
    try:
        parsed, tried = engine.tried(asked.question) if gold else (None, ())
    except KgqaError:
        return None
    if not tried or tried[0].is_named or parsed is None:
        return None
    first = tried[0]
    names, values = engine.parser.names, [answer.value for answer in first.result.answers]
    known = {one.id: names.popularity(one.id) for one in values if isinstance(one, Entity)}
    right = is_right(first, asked, gold, names, known)
    return Outcome(asked.question, dict(first.evidence), right)


def _show(title: str, measured: Sequence[tuple[Trees, Sequence[Outcome]]]) -> None:
    from kgqa.merge.certainty_training import measure

    found = measure(measured)
    echo(
        f"{title}: {found.count:,} questions with an answer, {found.right:.3f} right; "
        f"area under ROC {found.area:.3f}, calibration error {found.error:.3f}"
    )
    for least, (share, right) in found.answered.items():
        echo(f"  certainty from {least:.2f}: {share:.3f} answered, {right:.3f} of them right")

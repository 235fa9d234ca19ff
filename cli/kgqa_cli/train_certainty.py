"""`kgqa train certainty`: learn how likely the readings of the chart are right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.train_readings import grows_trees, kept_readings, readings_option
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.parse.trees import Trees
    from kgqa.train.certainty import Outcome
    from kgqa.train.readings import Read

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
OUT = click.Path(path_type=Path, dir_okay=False)
FOLDS = 5

EXAMPLES = """\b
Examples:
  kgqa train readings --plan readings.plan.toml --data questions \\
      --store wikidata --jobs 2 --out readings
  kgqa train rank --readings readings --out rank.npz
  kgqa train certainty --readings readings --ranks rank.npz --out certainty.npz

\b
Learning needs the extra `train`.
"""


@click.command("certainty", epilog=EXAMPLES, context_settings=HELP)
@readings_option
@click.option("--ranks", type=FILE, required=True, help="The trees that order readings.")
@click.option("--look", type=FOLDER, help="The second look.  [default: the one that is shipped]")
@click.option("--out", type=OUT, help="Write the trees that are learned here.")
def certainty(folder: Path, ranks: Path, look: Path | None, out: Path | None) -> None:
    """Learn how likely an answer is right, from how questions were read.

    What speaks for each of the best readings is the evidence, and whether it gives the right
    answers is what is learned. Each set is measured by trees that were grown from other questions,
    and each question is read by those trees beside --ranks that have not learned from it.
    """
    from kgqa.judge.certainty_measure import folds
    from kgqa.parse.trees import save
    from kgqa.train.certainty import fit

    grows_trees()
    reads = kept_readings(folder, "certainty")
    sets = [(name, [*_outcomes(part, ranks, look)]) for name, part in reads]
    every = [one for _, part in sets for one in part]
    for name, part in sets:
        others = [one for other, rest in sets if other != name for one in rest]
        grown = [(fit([*others, *most]), few) for most, few in folds(part, FOLDS)]
        for is_hidden, title in ((False, "as it is"), (True, "where a property is hidden")):
            few = [(trees, [o for o in held if o.is_hidden is is_hidden]) for trees, held in grown]
            if any(held for _, held in few):
                _show(f"{name}, {title}", few)
    if out is not None:
        trees = fit(every)
        save(trees, out)
        echo(f"{out}: {len(trees.roots)} trees, {out.stat().st_size / 1e3:.0f} kB")


def _outcomes(reads: Sequence[Read], ranks: Path, look: Path | None) -> Iterator[Outcome]:
    from functools import partial

    from kgqa.judge.second_look import fits, opened, shipped
    from kgqa.parse.trees import load
    from kgqa.train.certainty import outcome
    from kgqa.train.ranking import HALVES, half_of, without

    network = shipped() if look is None else opened(look)
    trees = [load(without(ranks, half)) for half in HALVES]
    for one in reads:
        yield outcome(one, trees[half_of(one.question)], partial(fits, network))


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

"""`kgqa train rank`: learn which items of a chart are what a question asks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP
from kgqa_cli.train_readings import grows_trees, kept_readings, readings_option
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kgqa.parse.trees import Trees
    from kgqa.train.readings import Read

OUT = click.Path(path_type=Path, dir_okay=False)

EXAMPLES = """\b
Examples:
  kgqa train readings --plan readings.plan.toml --data questions \\
      --store wikidata --jobs 2 --out readings
  kgqa train rank --readings readings --out rank.npz

\b
Learning needs the extra `train`.
"""


@click.command("rank", epilog=EXAMPLES, context_settings=HELP)
@readings_option
@click.option("--out", type=OUT, required=True, help="Write the trees that are learned here.")
def rank(folder: Path, out: Path) -> None:
    """Learn which items of a chart come first, from how questions were read.

    Items that give the right answers are taught to stand before all others. Questions whose right
    answers the store has not are left out. Beside the trees, those are kept that each half of the
    questions teaches: they are measured on the other half, and `kgqa train certainty` learns from
    what they say of it.
    """
    from kgqa.parse.trees import save
    from kgqa.train.ranking import HALVES, fit, half_of, without

    grows_trees()
    sets = kept_readings(folder, "rank")
    every = [one for _, reads in sets for one in reads]
    trees = fit(every)
    save(trees, out)
    echo(f"{out}: {len(trees.roots)} trees from {len(every):,} questions")
    for half in HALVES:
        others = fit([one for one in every if half_of(one.question) != half])
        save(others, without(out, half))
        for name, reads in sets:
            unseen = [one for one in reads if half_of(one.question) == half]
            _show(f"{name}, taught by the other half", others, unseen)


def _show(name: str, trees: Trees, reads: Sequence[Read]) -> None:
    from kgqa.train.ranking import measure

    found = measure(trees, reads)
    echo(
        f"{name}: F1 of the first item {found.first:.3f}, of the best of 8 {found.of_eight:.3f}, "
        f"of 16 {found.of_sixteen:.3f}, of all {found.of_all:.3f}, of {found.count:,} questions"
    )

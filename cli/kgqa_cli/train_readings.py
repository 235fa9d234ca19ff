"""`kgqa train readings`: read questions once, and keep what rank, look and certainty learn from."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.processes import mapped
from kgqa_cli.train_examples import lessons_of
from kgqa_cli.train_plan import Part, drawn, plan_options, read_plan
from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.judge.judge import Judge
    from kgqa.train.questions import Asked
    from kgqa.train.readings import Read

FOLDER = click.Path(path_type=Path, file_okay=False)

F = TypeVar("F", bound=Callable[..., object])


def readings_option(command: F) -> F:
    """Add the option that names the folder of what was read."""
    return click.option(
        "--readings",
        "folder",
        type=click.Path(path_type=Path, file_okay=False, exists=True),
        required=True,
        help="What `kgqa train readings` has kept.",
    )(command)


def kept_readings(folder: Path, learner: str) -> list[tuple[str, list[Read]]]:
    """Return the sets of a folder that teach a model; a usage error where there are none."""
    from kgqa.train.readings import kept

    try:
        found = list(kept(folder, learner))
    except (ValueError, KeyError, OSError) as error:
        raise click.UsageError(f"{error}: remove it, and it is made again") from error
    if not found:
        raise click.UsageError(f"{folder} has nothing to learn {learner} from: kgqa train readings")
    return found


def grows_trees() -> None:
    """Refuse where what grows trees is not installed."""
    from importlib.util import find_spec

    if find_spec("lightgbm") is None:
        raise click.UsageError("Trees are grown with LightGBM: pip install 'kgqa[train]'")


EXAMPLES = """\b
Examples:
  kgqa train readings --plan readings.plan.toml --data questions --store wikidata \\
      --jobs 2 --out readings
  kgqa train readings --plan readings.plan.toml --data questions --store wikidata \\
      --for look --out readings
  kgqa train readings --generated set --store mine --out readings

\b
PLAN lists sets of questions, and what each of them teaches. A file of OUT that
is there is not made again.
"""


@click.command("readings", epilog=EXAMPLES, context_settings=HELP)
@store_option
@plan_options
@click.option(
    "--generated",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    multiple=True,
    help="Read this set of kgqa generate questions, too.",
)
@click.option("--out", type=FOLDER, required=True, help="Keep a file for each set here.")
@click.option("--for", "learner", help="Read only what teaches this.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which ones are drawn.")
def readings(
    location: str | None,
    plan: Path | None,
    data: Path,
    generated: tuple[Path, ...],
    out: Path,
    learner: str | None,
    jobs: int,
    seed: int,
) -> None:
    """Read the questions of a plan, and keep every reading with what speaks for it, and its worth.

    This takes nearly all of the time of learning: `kgqa train rank`, `look` and `certainty` learn
    from what is kept, again and again.
    """
    from kgqa.train.readings import write

    if plan is None and not generated:
        raise click.UsageError("Say what is read: --plan FILE, or --generated SET")
    out.mkdir(parents=True, exist_ok=True)
    parts = list(read_plan(plan, data, location, seed, learner)) if plan is not None else []
    parts += [Part(path.name, drawn(lessons_of(path), None, seed), location) for path in generated]
    parts = [part for part in parts if not _path(out, part).is_file()]
    for store in dict.fromkeys(part.location for part in parts):
        for part, found in _read_all([part for part in parts if part.location == store], jobs):
            if found:
                write(found, _path(out, part), part.teaches)
            echo(f"{_path(out, part)}: {len(found):,} times a question was read", err=True)


def _path(out: Path, part: Part) -> Path:
    return out / f"{part.name}.npz"


def _read_all(parts: Sequence[Part], jobs: int) -> Iterator[tuple[Part, list[Read]]]:
    """Yield how the questions of some parts over one store are read, by the same processes."""
    tasks = [(part.hides, part.times, asked) for part in parts for asked in part.asked]
    location = parts[0].location
    found = mapped(_read, tasks, jobs=jobs, start=_start, location=location)
    for part in parts:
        yield part, [one for several in islice(found, len(part.asked)) for one in several]


_judge: Judge | None = None


def _start(location: str | None) -> None:
    global _judge
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location)
    _judge = Engine(place(chosen.store), settings=chosen).judge


def _read(task: tuple[bool, int, Asked]) -> list[Read]:
    from dataclasses import replace

    from kgqa.train.readings import reads

    hides, times, asked = task
    assert _judge is not None  # noqa: S101 - set when the process starts
    return [replace(one, times=times) for one in reads(_judge, asked, hides=hides)]

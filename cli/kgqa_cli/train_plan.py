"""What a model is taught by: sets of questions, how many of each, and over which store."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kgqa_cli.visible import echo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kgqa.train.questions import Asked

F = TypeVar("F", bound=Callable[..., object])
SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Part:
    """Questions that are asked over one store, and what each of them counts."""

    name: str
    asked: Sequence[Asked]
    location: str | None
    times: int = 1
    teaches: tuple[str, ...] = ()
    """The models that learn from it; none says all."""

    @property
    def hides(self) -> bool:
        """Whether facts are hidden from some of its questions: certainty learns what lacks."""
        return not self.teaches or "certainty" in self.teaches


KEYS = {"file", "tour", "skip", "limit", "times", "over", "half", "unseen", "teaches", "name"}


def plan_options(command: F) -> F:
    """Add the options that name a plan, and where its files are."""
    for option in (
        click.option(
            "--data",
            type=click.Path(path_type=Path, file_okay=False),
            default=".",
            help="Where the files of the plan are.  [default: here]",
        ),
        click.option(
            "--plan",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help="Learn from the sets of questions that this file lists.",
        ),
    ):
        command = option(command)
    return command


def read_plan(
    plan: Path, data: Path, location: str | None, seed: int, learner: str | None = None
) -> Iterator[Part]:
    """Yield the parts of a plan, a file of TOML with a table for each set.

    `file` is below `data`, or else below where we are; `tour` stands for the tour of the embedded
    sample. `limit` questions are drawn, but not the first `skip`, and each counts `times`. They are
    asked over the store that is given, or `over` the sample. `half` takes every second record, from
    the first (0) or the second (1) on; `unseen` those that are kept for measuring by their ids, or
    only the others. What `teaches` only other models than `learner` is left out.
    """
    try:
        sets = tomllib.loads(plan.read_text(encoding="utf-8"))["set"]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError) as error:
        raise click.BadParameter(f"{plan} is no plan: {error}") from error
    if not isinstance(sets, list) or not all(isinstance(entry, dict) for entry in sets):
        raise click.BadParameter(f"{plan} is no plan: its sets are tables called [[set]]")
    for entry in sets:
        if unknown := set(entry) - KEYS:
            raise click.BadParameter(f"{plan} has {sorted(unknown)}, and knows {sorted(KEYS)}")
        if entry.get("over", SAMPLE) != SAMPLE:
            raise click.BadParameter(f"{plan} asks over {entry['over']!r}, and knows only sample")
        for name in {"skip", "limit", "times"} & set(entry):
            if not isinstance(entry[name], int) or entry[name] < (name != "skip"):
                raise click.BadParameter(f"{plan} has {name} = {entry[name]!r}, which is no count")
        teaches = entry.get("teaches", [])
        if learner is None or not teaches or learner in teaches:
            yield _part(entry, plan, data, location, seed)


def _part(entry: dict[str, Any], plan: Path, data: Path, location: str | None, seed: int) -> Part:
    over = SAMPLE if entry.get("over") == SAMPLE else location
    about = entry.get("times", 1), tuple(entry.get("teaches", ()))
    if entry.get("tour"):
        return Part(str(entry.get("name", "tour")), of_tour(), SAMPLE, *about)
    named = str(entry.get("file", ""))
    path = next((p for p in (data / named, Path(named)) if named and p.is_file()), None)
    if path is None:
        raise click.BadParameter(f"{plan} names the file {named!r}, which is not there")
    plain = f"{path.name} over the sample" if over == SAMPLE else path.name
    name = str(entry.get("name", plain))
    chosen = {key: entry[key] for key in ("skip", "half", "unseen") if key in entry}
    return Part(name, drawn(path, entry.get("limit"), seed, **chosen), over, *about)


def drawn(
    path: Path,
    limit: int | None,
    seed: int,
    skip: int = 0,
    half: int | None = None,
    unseen: bool | None = None,
) -> list[Asked]:
    """Return questions of a file, drawn at random, but not the first so many."""
    import random

    from kgqa.train.questions import read_asked

    asked = read_asked(path)
    if half is not None:
        asked = asked[half::2]
    if unseen is not None:
        asked = [one for one in asked if one.is_unseen is unseen]
    random.Random(seed).shuffle(asked)
    found = asked[skip : None if limit is None else skip + limit]
    echo(f"Reading {len(found):,} questions of {path} …", err=True)
    return found


def of_tour() -> list[Asked]:
    """Return the questions of the tour of the embedded sample."""
    from kgqa_store.sample import SOURCES

    from kgqa.train.questions import read_asked

    return [one for path in sorted(SOURCES.glob("tour*.toml")) for one in read_asked(path)]

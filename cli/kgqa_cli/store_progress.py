"""How far a build is, shown live on a terminal and as plain lines in a log."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from kgqa_store.progress import Advanced, Event, Finished, Noticed, Progress, Started, silent

from kgqa_cli.store_tables import in_bytes
from kgqa_cli.visible import echo, visible

PAUSE = 10.0
"""Seconds between two lines about the same stage in a log."""

SOON, LITTLE = 5.0, 0.02
"""Before so many seconds, and before such a share is done, nobody knows how long it will take."""

STAGES = {
    "select": "Choosing what to keep",
    "fetch": "Fetching the graph, page by page",
    "load": "Reading and sorting triples",
    "optimize": "Putting the graph in order",
    "index": "Indexing names, schema, statistics and edges",
    "checksums": "Recording checksums",
    "remove": "Removing what others replace",
    "verify": "Comparing files with their checksums",
    "compare": "Comparing the graph with its statistics",
}


@contextmanager
def shown(*, quiet: bool = False) -> Iterator[Progress]:
    """Give somebody to tell, who shows it on standard error in the way that fits."""
    if quiet:
        yield silent
    elif sys.stderr.isatty():
        with _live() as progress:
            yield progress
    else:
        yield Lines().tell


class Lines:
    """Plain lines: when a stage begins, now and then, and when it ends."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.unit = ""
        self.said = 0.0
        self.began = 0.0

    def tell(self, event: Event) -> None:
        """Write the line for an event, if it is time for one."""
        match event:
            case Started(stage, total, unit):
                self.total, self.unit = total, unit
                self.began = self.said = time.monotonic()
                echo(f"{title(stage)} ...", err=True)
            case Advanced():
                if time.monotonic() - self.said >= PAUSE:
                    self.said = time.monotonic()
                    told = state(event, self.total, self.said - self.began, unit=self.unit)
                    echo(f"  {told}", err=True)
            case Finished(stage, seconds):
                echo(f"{title(stage)}: {seconds:,.1f} s", err=True)
            case Noticed(message):
                echo(message, err=True)
            case _:
                assert_never(event)


def title(stage: str) -> str:
    """Return what a person calls a stage."""
    return STAGES.get(stage, stage.capitalize())


def state(event: Advanced, total: int | None, seconds: float, *, unit: str = "") -> str:
    """Return how far a stage is: the share, its size, triples a second, the time left."""
    parts = []
    if total:
        of = f" of {in_bytes(total)}" if unit == "bytes" else ""
        parts.append(f"{100 * event.done / total:.0f} %{of}")
    elif unit == "bytes":
        parts.append(in_bytes(event.done))
    if event.entities:
        parts.append(f"{event.entities:,} entities")
    if event.triples:
        parts.append(f"{event.triples:,} triples")
        parts.append(f"{event.triples / max(seconds, 0.001):,.0f}/s")
    if total and seconds >= SOON and LITTLE * total <= event.done < total:
        parts.append(f"{clock(seconds * (total - event.done) / event.done)} left")
    return ", ".join(parts) or f"{event.done:,}"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, or hours and minutes."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def _live() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[state]}"))
    with Bars(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as bars:
        tasks: dict[str, tuple[TaskID, Started, float]] = {}

        def tell(event: Event) -> None:
            match event:
                case Started(stage, total):
                    task = bars.add_task(title(stage), total=total, state="")
                    tasks[stage] = (task, event, time.monotonic())
                case Advanced(stage, done):
                    task, start, began = tasks[stage]
                    told = state(event, start.total, time.monotonic() - began, unit=start.unit)
                    bars.update(task, completed=done, state=told)
                case Finished(stage):
                    task, start, _ = tasks[stage]
                    all_of_it = start.total or 1
                    bars.update(task, total=all_of_it, completed=all_of_it, state="done")
                case Noticed(message):
                    bars.console.print(visible(message), markup=False, highlight=False)
                case _:
                    assert_never(event)

        yield tell

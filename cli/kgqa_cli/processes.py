"""Work shared out over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
CHUNK = 16
"""Tasks that a process takes at a time."""


def mapped(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    jobs: int,
    start: Callable[[str | None], None],
    location: str | None,
) -> Iterator[Result]:
    """Yield `function` of every task in their order, by `jobs` processes over the store `location`.

    Each process begins with `start(location)`. It is a new one, not a copy of this one: a copy has
    no threads but its first, and whoever builds the sample there waits for the others for ever.
    """
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=start, initargs=(location,)) as pool:
        yield from pool.map(function, tasks, chunksize=CHUNK)

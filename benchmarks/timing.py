"""Medians of jobs that take turns, so that a busy moment of the machine hits all of them.

Processor time is counted, not the clock: other processes then change a median by a few percent
instead of a few times.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

LONGEST = 2.0
"""Seconds that one job may take in all before it is not repeated any more."""

J = TypeVar("J", bound=Hashable)


def medians(jobs: Mapping[J, Callable[[], object]], *, rounds: int) -> dict[J, float]:
    """Return the median seconds of each job over the rounds, after one that is not counted."""
    times: dict[J, list[float]] = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, job in jobs.items():
            if sum(times[name]) > LONGEST:
                continue
            started = time.process_time()
            job()
            taken = time.process_time() - started
            if turn or taken > LONGEST:
                times[name].append(taken)
    return {name: statistics.median(seconds) for name, seconds in times.items()}

"""The limits of a query, and the errors of queries that reach them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from kgqa_store.errors import MemoryLimit, TimeLimit
from kgqa_store.worker import LIMITS

FOREVER = 1e6
"""No query runs for more seconds; the clocks of the system overflow beyond."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one query may use: it runs from `start`, on the monotonic clock, for `seconds`."""

    seconds: float
    memory: int
    rows: int
    size: int
    start: float = field(default_factory=time.monotonic)

    @property
    def deadline(self) -> float:
        """When the query must have ended, on the monotonic clock."""
        return self.start + min(self.seconds, FOREVER)

    def packed(self) -> bytes:
        """Return the limits as the worker reads them, with the time that is left."""
        left = max(0.0, self.deadline - time.monotonic())
        return LIMITS.pack(left, self.memory, self.rows, self.size)


def time_limit(seconds: float) -> TimeLimit:
    """Return the error of a query that took longer than `seconds`."""
    return TimeLimit(
        f"The query was stopped after {seconds:g} s, its time limit.",
        hint="Allow more time with --timeout SECONDS, make it more selective, or add LIMIT.",
    )


def memory_limit() -> MemoryLimit:
    """Return the error of a query that wanted more memory than it may have."""
    return MemoryLimit(
        "The query was stopped because it wanted more memory than a query may have.",
        hint="Make it more selective, or add LIMIT.",
    )


def too_much(what: str) -> MemoryLimit:
    """Return the error of a query whose result has too many rows or bytes."""
    return MemoryLimit(
        f"The query was stopped because its result has more {what} than a result may have.",
        hint="Add LIMIT 1000 to see a part of it, or COUNT the rows.",
    )

"""How long something has been learning, without the time in which it was stopped."""

from __future__ import annotations

import time

PAUSE = 20.0
"""Seconds between two steps that are a pause: a process that is stopped, a machine that sleeps."""


class Clock:
    """Counts the seconds in which steps were made."""

    def __init__(self) -> None:
        """Begin now."""
        self._last = time.monotonic()
        self.seconds = 0.0

    def tick(self) -> float:
        """Count the time since the last tick, but for a pause; return all that was counted."""
        now = time.monotonic()
        passed, self._last = now - self._last, now
        self.seconds += passed if passed < PAUSE else 0.0
        return self.seconds

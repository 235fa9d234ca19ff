"""Places for a few at a time, given in the order of asking."""

from __future__ import annotations

import threading
from collections import deque


class Turns:
    """Like a semaphore, but fair: whoever releases a place cannot take it again before the others.

    With `threading.Semaphore`, a thread among twelve waited over 5 s for one of three places that
    others held for 0.3 s at most.
    """

    def __init__(self, places: int) -> None:
        """Have so many places."""
        self._free = places
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def acquire(self, timeout: float) -> bool:
        """Take a place; return False if there was none for `timeout` seconds."""
        with self._lock:
            if self._free:  # then nobody waits
                self._free -= 1
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        try:
            return turn.wait(timeout) or self._had_come(turn)
        except BaseException:  # Ctrl-C
            if self._had_come(turn):
                self.release()
            raise

    def _had_come(self, turn: threading.Event) -> bool:
        """Stop waiting, and return whether the turn had come meanwhile."""
        with self._lock:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
            return True

    def release(self) -> None:
        """Give a place back, to whoever has waited longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

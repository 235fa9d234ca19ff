"""A door that is closed when the last has left: for what several threads use, and one closes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Door:
    """Lets threads in until it is closed; whoever closes it waits until all are out."""

    def __init__(self, closed: Callable[[], Exception]) -> None:
        """Refuse with the error that `closed` makes."""
        self._closed = closed
        self._condition = threading.Condition(threading.RLock())
        self._inside: dict[int, int] = {}
        self._is_closed = False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be inside; a thread that is may come in again."""
        me = threading.get_ident()
        with self._condition:
            if self._is_closed and me not in self._inside:
                raise self._closed()
            self._inside[me] = self._inside.get(me, 0) + 1
        try:
            yield
        finally:
            with self._condition:
                self._inside[me] -= 1
                if not self._inside[me]:
                    del self._inside[me]
                    self._condition.notify_all()

    def close(self) -> bool:
        """Let nobody in any more, wait for the others, and return whether it was open."""
        with self._condition:
            was_open, self._is_closed = not self._is_closed, True
            me = threading.get_ident()
            self._condition.wait_for(lambda: not (self._inside.keys() - {me}))
            return was_open

"""Something that is done in a thread of its own, while other things are done."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """What a function will have returned; it runs from now on.

    `concurrent.futures` would do, but to import it takes as long as what is saved.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._found: list[T] = []
        self._failed: BaseException | None = None
        # Waited for at the end of the process: a thread that is inside a library then ends it by a
        # signal.
        self._thread = Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._found.append(self._make())
        except BaseException as error:  # it is raised where the result is asked for
            self._failed = error

    def result(self) -> T:
        """Wait for it, and return it; raise what it has raised."""
        self._thread.join()
        if self._failed is not None:
            raise self._failed
        return self._found[0]

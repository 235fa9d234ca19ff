"""Processes that heed Ctrl-C, whatever the shell is like that started the tests.

A shell that runs its jobs in the background lets them ignore SIGINT, and children inherit that;
what a program handles itself, they begin with the default of.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """Let the processes that are started within the block be ended by SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

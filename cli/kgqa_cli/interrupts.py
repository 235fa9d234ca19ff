"""Ctrl-C that ends a command at once, even while a library computes and Python cannot hear it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from kgqa_cli.failures import INTERRUPTED
from kgqa_cli.visible import visible

GRACE = 0.5
"""Seconds in which an interrupted command may end by itself."""
SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def ending_at_once(clear_up: Callable[[], str], grace: float = GRACE) -> Iterator[None]:
    """End the process `grace` seconds after Ctrl-C, if the block has not ended by then.

    Whatever the block raises after Ctrl-C is due to it: its children are interrupted, too. In any
    case `clear_up` is called, and what it returns is said.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    interrupted, ended = threading.Event(), threading.Event()
    watcher = threading.Thread(
        target=_watch, args=(reader, interrupted, ended, clear_up, grace), name="kgqa-interrupts"
    )
    watcher.start()
    try:
        yield
    except BaseException as error:
        if not interrupted.is_set() and not isinstance(error, KeyboardInterrupt):
            raise
        ended.set()
        _say(clear_up())
        raise KeyboardInterrupt from None
    finally:
        ended.set()
        signal.set_wakeup_fd(before)
        os.close(writer)
        watcher.join()
        os.close(reader)


def _watch(
    reader: int,
    interrupted: threading.Event,
    ended: threading.Event,
    clear_up: Callable[[], str],
    grace: float,
) -> None:
    while signals := os.read(reader, 64):
        if signal.SIGINT in signals:
            interrupted.set()
            if not ended.wait(grace):
                _say(clear_up(), SHOW_CURSOR if sys.stderr.isatty() else "")
                os._exit(INTERRUPTED)
            return


def _say(text: str, before: str = "") -> None:
    with suppress(OSError, ValueError):  # nobody may be listening any more
        sys.stderr.write(f"{before}{visible(text)}\n")
        sys.stderr.flush()

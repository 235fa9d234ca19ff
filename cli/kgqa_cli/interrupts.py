"""Ctrl-C that ends a command at once, even while a library computes and Python cannot hear it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kgqa_cli.failures import INTERRUPTED

GRACE = 0.5
"""Seconds in which an interrupted command may tidy up by itself."""
SHOW_CURSOR = "\x1b[?25h"


@contextmanager
def ending_at_once(grace: float = GRACE) -> Iterator[None]:
    """End the process `grace` seconds after Ctrl-C, if the block has not ended by then.

    Whatever the block raises after Ctrl-C is due to it: its children are interrupted, too.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    interrupted, ended = threading.Event(), threading.Event()
    watcher = threading.Thread(
        target=_watch, args=(reader, interrupted, ended, grace), name="kgqa-interrupts"
    )
    watcher.start()
    try:
        yield
    except Exception:
        if interrupted.is_set():
            raise KeyboardInterrupt from None
        raise
    finally:
        ended.set()
        signal.set_wakeup_fd(before)
        os.close(writer)
        watcher.join()
        os.close(reader)


def _watch(reader: int, interrupted: threading.Event, ended: threading.Event, grace: float) -> None:
    while signals := os.read(reader, 64):
        if signal.SIGINT in signals:
            interrupted.set()
            if not ended.wait(grace):
                if sys.stderr.isatty():
                    sys.stderr.write(SHOW_CURSOR)
                    sys.stderr.flush()
                os._exit(INTERRUPTED)
            return

"""When the sorted files of a graph are merged: once, after all of it has been loaded.

RocksDB merges as soon as two files lie there, and then writes all triples anew with every few
segments: 41 of 105 seconds of processor for 5 M triples. No option of pyoxigraph says otherwise, so
its threads for merging get a low priority while segments come. They still merge where a processor
has nothing else to do. With the lowest, loading waits for locks that they hold on a busy machine.

A thread may not get back the priority that it gave up, except by privilege. Hence the merging at
the end is done by another process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pyoxigraph as ox

LOW, USUAL = 10, 0
LOOSE = 256
"""How many segments may wait to be merged: the more, the more memory the merging takes."""
THREADS = Path("/proc/self/task")
MERGES = "rocksdb:low"
"""What RocksDB calls a thread that merges."""


@contextmanager
def put_off() -> Iterator[None]:
    """Let the merging of this process wait for everything else; only Linux knows how."""
    _give_priority(LOW)
    try:
        yield
    finally:
        _give_priority(USUAL)


def _give_priority(nice: int) -> None:
    for thread in THREADS.iterdir() if THREADS.is_dir() else ():
        with suppress(OSError):  # it has ended, or may not be hurried again
            if (thread / "comm").read_text().startswith(MERGES):
                os.setpriority(os.PRIO_PROCESS, int(thread.name), nice)


def merge(store: ox.Store) -> None:
    """Merge the files of an open graph."""
    store.flush()
    store.optimize()


def merge_elsewhere(graph: Path) -> None:
    """Merge the files of `graph`, which this process has closed, in a process of its own."""
    command = [sys.executable, "-m", "kgqa_store.merging", str(graph)]
    with subprocess.Popen(  # noqa: S603  our own module
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as child:
        said = child.stderr.read() if child.stderr else b""
    if child.returncode:
        lines = said.decode("utf-8", "replace").strip().splitlines()
        raise OSError(lines[-1] if lines else f"merging ended with code {child.returncode}")


def _end_with_parent() -> None:
    """End this process when the one that started it is gone and its pipe is closed."""
    os.read(0, 1)  # sys.stdin has a lock that the end of the interpreter would wait for
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_parent, daemon=True).start()
    merge(ox.Store(sys.argv[1]))

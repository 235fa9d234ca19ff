"""N-Triples from a pipe into an Oxigraph database, in segments, so that memory stays flat.

One bulk load of everything sorts a million triples at a time and takes 1.2 to 1.8 GB; segments of
32 MB take 0.3 GB each, in about the same time of processors. While one is loaded, the next is read.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import closing, suppress
from queue import Empty, Queue

import pyoxigraph as ox

from kgqa_store.allocation import give_memory_back
from kgqa_store.merging import LOOSE, merge

SEGMENT = 1 << 25
READ = 1 << 20


def load_pipe(store: ox.Store, pipe: int) -> None:
    """Load the N-Triples that come through `pipe`, which are known to be sound, to its end."""
    with closing(_segments(pipe)) as segments:
        for number, segment in enumerate(segments, 1):
            # lenient saves a second check of every IRI
            store.bulk_load(segment, ox.RdfFormat.N_TRIPLES, lenient=True)
            give_memory_back()
            if number % LOOSE == 0:
                merge(store)


def _segments(pipe: int) -> Generator[bytes, None, None]:
    """Give what comes through `pipe` in pieces of whole lines, reading one piece ahead."""
    ready: Queue[bytes] = Queue(maxsize=1)
    stop = threading.Event()
    # A descriptor of its own: whoever gave `pipe` may close it while the thread still reads.
    # It may wait in `put` for ever once nobody takes; an interrupted process ends nevertheless.
    reader = threading.Thread(
        target=_read, args=(os.dup(pipe), ready, stop), name="kgqa-segments", daemon=True
    )
    reader.start()
    try:
        while segment := ready.get():
            yield segment
    finally:
        stop.set()
        with suppress(Empty):
            ready.get_nowait()


def _read(pipe: int, ready: Queue[bytes], stop: threading.Event) -> None:
    """Put segments into `ready`, and at the end an empty one."""
    held: list[bytes] = []
    size = 0
    with open(pipe, "rb", buffering=0) as stream:
        while not stop.is_set() and (block := stream.read(READ)):
            held.append(block)
            size += len(block)
            cut = block.rfind(b"\n") + 1
            if size >= SEGMENT and cut:
                ready.put(b"".join((*held[:-1], block[:cut])))
                held, size = [block[cut:]], len(block) - cut
    if stop.is_set():
        return  # nobody takes what would be put
    if held and size:
        ready.put(b"".join(held))
    ready.put(b"")

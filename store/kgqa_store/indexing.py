"""The indexes beside a graph, made from the same stream that is loaded, at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from kgqa_store.errors import StoreError
from kgqa_store.feed import wide_pipe
from kgqa_store.progress import Progress, timed


@contextmanager
def indexing(place: Path, *, small: bool, progress: Progress) -> Iterator[int]:
    """Give a descriptor to write N-Triples to; at the end, wait until their indexes lie in `place`.

    A thread does it for a small graph, a process of its own for a large one.
    """
    reader, writer = wide_pipe()
    work = _Thread(place, reader) if small else _Process(place, reader)
    try:
        yield writer
    except BaseException as error:
        os.close(writer)
        # Where the indexes fail, their pipe breaks, and what feeds it ends without a word.
        failure = work.abandon()
        if failure is not None:
            raise failure from error
        raise
    os.close(writer)
    with timed("index", progress):
        work.finish()


class _Thread:
    def __init__(self, place: Path, reader: int) -> None:
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, args=(place, reader), name="kgqa-index")
        self._thread.start()

    def _work(self, place: Path, reader: int) -> None:
        from kgqa_store.collect import collect_from

        with open(reader, "rb") as stream:
            try:
                collect_from(stream, place)
            except BaseException as error:
                self._error = error

    def abandon(self) -> BaseException | None:
        self._thread.join()
        return self._error

    def finish(self) -> None:
        self._thread.join()
        if self._error is not None:
            raise self._error


class _Process:
    def __init__(self, place: Path, reader: int) -> None:
        command = [sys.executable, "-m", "kgqa_store.collect", str(place)]
        self._child = subprocess.Popen(  # noqa: S603  our own module
            command, stdin=reader, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        os.close(reader)
        self._said = b""
        self._listener = threading.Thread(target=self._listen, name="kgqa-index")
        self._listener.start()

    def _listen(self) -> None:
        stream: IO[bytes] | None = self._child.stderr
        if stream is not None:
            with stream:
                self._said = stream.read()

    def abandon(self) -> BaseException | None:
        failed = self._child.poll()
        self._child.kill()
        self._child.wait()
        self._listener.join()
        return self._failure() if failed else None

    def finish(self) -> None:
        self._listener.join()
        if self._child.wait():
            raise self._failure()

    def _failure(self) -> StoreError:
        said = self._said.decode("utf-8", "replace").strip().splitlines()
        return StoreError(f"The indexes could not be written: {said[-1] if said else 'killed'}.")

"""The parent's side of a worker: it hands over a query, watches the clock, and kills.

A `Worker` is one process and answers one query at a time. When a query is stopped, for whatever
reason, its process is gone and the handle is of no more use: `local` starts another.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TypeVar

import pyoxigraph as ox

from kgqa_store.damage import database_damaged
from kgqa_store.errors import MemoryLimit, QueryError, QueryRefused, StoreError, TimeLimit
from kgqa_store.limits import Limits, memory_limit, time_limit, too_much
from kgqa_store.results import Result, Row, Table, Triples, expect_table, read_results, read_triples
from kgqa_store.worker import HEADER, HEAVY, OUT_OF_MEMORY, PIECE, frame

BLOCK = 1 << 18
"""About this many bytes of a result are parsed at once, in 20 ms, while the worker makes more."""
LAST_WORDS = 4000
"""At most this many bytes of what a worker says while it dies are read."""

Read = TypeVar("Read")


class Worker:
    """A process that answers queries on the database at `graph`, or on nothing, one at a time."""

    def __init__(self, graph: Path | None) -> None:
        """Start the process; it gets ready while the caller does something else."""
        self.graph = graph
        self._is_ready = self._is_killed = False
        self._process = _started(graph)
        self._poll = select.poll()
        self._poll.register(self._outlet, select.POLLIN)

    @property
    def _outlet(self) -> int:
        assert self._process.stdout is not None  # noqa: S101 - it was asked for above
        return self._process.stdout.fileno()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process can still be asked."""
        return not self._is_killed and self._process.poll() is None

    def run(self, sparql: str, limits: Limits) -> Result:
        """Return the result of `sparql`; when that fails, the process may be gone."""
        return self._asked(b"Q", sparql, limits, Answers.result)

    def parse(self, sparql: str, limits: Limits) -> None:
        """Raise `QueryError` or `QueryRefused` unless `sparql` is a query; nothing is run."""
        self._asked(b"P", sparql, limits, Answers.frame)

    def _asked(
        self, kind: bytes, sparql: str, limits: Limits, read: Callable[[Answers], Read]
    ) -> Read:
        answers = Answers(self, limits)
        if not self._is_ready:
            self._get_ready(answers)
        try:
            self._send(frame(kind, limits.packed() + sparql.encode(errors="replace")), answers)
            return read(answers)
        finally:
            # Not over also means Ctrl-C: nobody waits any more for what runs there.
            if not answers.is_over or answers.is_heavy:
                self.kill()

    def _get_ready(self, answers: Answers) -> None:
        try:
            answers.frame()
        except TimeLimit:
            raise  # it goes on starting, or short deadlines would never meet a worker
        except BaseException:
            self.kill()
            raise
        self._is_ready = True

    def _send(self, request: bytes, answers: Answers) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was asked for above
        view = memoryview(request)
        try:
            while view:
                view = view[self._process.stdin.write(view) :]
        except BrokenPipeError:
            answers.raise_for_death()

    def read(self, deadline: float) -> bytes | None:
        """Return what the process has written, `b""` at its end, None when the time is up."""
        left = deadline - time.monotonic()
        if left <= 0 or not self._poll.poll(left * 1000):
            return None
        return os.read(self._outlet, PIECE)

    def last_words(self) -> tuple[int, str]:
        """Return the status of the process, which has ended or is ending, and what it said last."""
        assert self._process.stderr is not None  # noqa: S101 - it was asked for above
        try:
            status = self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        return status, os.read(self._process.stderr.fileno(), LAST_WORDS).decode(errors="replace")

    def interrupt(self) -> None:
        """End the process while another thread waits for its answer; that thread cleans up."""
        self._process.kill()

    def kill(self) -> None:
        """End the process; once this returns it runs no more, and soon it is reaped."""
        process = self._process
        self._is_killed = True
        if process.returncode is None:
            process.kill()
            try:
                process.wait(timeout=0.02)
            except subprocess.TimeoutExpired:
                # Giving back 2 GB takes the kernel longer than the caller should wait.
                threading.Thread(target=process.wait).start()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


def _started(graph: Path | None) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 - our own module, by our own interpreter
            # -P: a file of the user's called `struct.py` must not be taken for the library's.
            [sys.executable, "-P", "-m", "kgqa_store.worker", *([str(graph)] if graph else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            process_group=0,  # Ctrl-C in a terminal reaches the parent only
            env={**os.environ, "RUST_BACKTRACE": "0"},
        )
    except OSError as error:
        raise StoreError(
            f"No process can be started to run queries: {error.strerror}.",
            hint="See whether files, processes or memory ran out: kgqa doctor; ulimit -a",
        ) from error


class Answers:
    """The frames of one answer, none of which is waited for beyond the deadline."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        """Read from `worker` what it answers."""
        self._worker, self._limits = worker, limits
        self._buffer = bytearray()
        self.is_over = False
        """Whether the last frame has come, so that the worker is free again."""
        self.is_heavy = False
        """Whether the worker keeps so much memory that a new one would be better."""

    def result(self) -> Result:
        """Return the result that the frames spell out."""
        kind, content = self.frame()
        match kind:
            case b"B":
                self.frame()
                return content == b"true"
            case b"T":
                return self._table(content)
            case _:
                return self._triples(content)

    def _table(self, first: bytes) -> Table:
        variables: tuple[str, ...] = ()
        header, rows = b"", list[Row]()
        for block in self._blocks(first):
            table = expect_table(read_results(header + block, ox.QueryResultsFormat.TSV))
            header = header or block[: block.index(b"\n") + 1]
            variables = table.variables
            rows.extend(table.rows)
        return Table(variables, tuple(rows))

    def _triples(self, first: bytes) -> Triples:
        triples: list[ox.Triple] = []
        for block in self._blocks(first):
            triples.extend(read_triples(block, ox.RdfFormat.N_TRIPLES).triples)
        return Triples(tuple(triples))

    def _blocks(self, first: bytes) -> Iterator[bytes]:
        """Yield the lines of the result, many at a time, and look at the clock between."""
        pending = bytearray(first)
        while not self.is_over:
            kind, content = self.frame()
            pending += b"" if kind == b"E" else content
            if kind == b"E" or len(pending) >= BLOCK:
                end = pending.rfind(b"\n") + 1
                if end:
                    yield bytes(memoryview(pending)[:end])
                    del pending[:end]
                if time.monotonic() > self._limits.deadline:
                    raise time_limit(self._limits.seconds)

    def frame(self) -> tuple[bytes, bytes]:
        """Return the next frame; raise the error it brings, and `TimeLimit` at the deadline."""
        self._fill(HEADER.size)
        kind, length = HEADER.unpack_from(self._buffer)
        end = HEADER.size + length
        self._fill(end)
        content = bytes(memoryview(self._buffer)[HEADER.size : end])
        del self._buffer[:end]
        self.is_over = kind in (b"E", b"X")
        self.is_heavy = kind == b"E" and content == HEAVY
        if kind == b"X":
            self._raise(*content.decode(errors="replace").split(" ", 1))
        return kind, content

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size:
            piece = self._worker.read(self._limits.deadline)
            if piece is None:
                raise time_limit(self._limits.seconds)
            if not piece:
                self.raise_for_death()
            self._buffer += piece

    def _raise(self, kind: str, said: str) -> NoReturn:
        message, _, hint = said.partition("\0")
        match kind:
            case "syntax":
                raise QueryError(message, hint=hint)
            case "refused":
                raise QueryRefused(message, hint=hint)
            case "query":
                raise QueryError(f"The query cannot be run: {message}.")
            case "much":
                raise too_much(message)
            case "memory":
                raise memory_limit()
            case _:
                raise database_damaged(self._worker.graph or Path(), message)

    def raise_for_death(self) -> NoReturn:
        """Raise what the end of the worker in the middle of a query means."""
        status, words = self._worker.last_words()
        if status == OUT_OF_MEMORY or "memory allocation" in words or "bad_alloc" in words:
            raise memory_limit()
        match -status:
            case signal.SIGKILL:
                raise MemoryLimit(
                    "The system ended the query, most likely because memory ran out.",
                    hint="Make the query more selective, or add LIMIT.",
                )
            case signal.SIGALRM:
                raise time_limit(self._limits.seconds)
            case signal.SIGSEGV:
                raise QueryError(
                    "The query nests too deeply.", hint="Write it with fewer brackets."
                )
        raise StoreError(
            f"The process that runs queries ended (status {status}): {_last_line(words)}",
            hint="See whether all is well: kgqa doctor",
        )


def _last_line(words: str) -> str:
    return words.strip().rpartition("\n")[2]

"""The process that runs queries: `python -m kgqa_store.worker [GRAPH]`, started by `supervise`.

It reads one request after the other from its standard input and writes the results to its standard
output. It has no state between two queries, so it may be killed at any moment. It ends by itself
when its input ends: whatever happens to the parent, even SIGKILL in the middle of a query, a
thread notices (pyoxigraph releases the GIL while it evaluates and serialises).

A frame is one byte that says its kind, four bytes of length, and that many bytes:

    Q  a query: `LIMITS`, then SPARQL      T  a piece of a table, as TSV
    P  the same, but it is only parsed     G  a piece of a graph, as N-Triples
    R  ready for the first query           B  a truth, `true` or `false`
    E  the end of a result; `HEAVY` in it  X  an error: its kind, a space, a message, and
       if a new worker would be better        after a NUL what to do

Whatever reads the text of a query does it here, inside the limits: what the parser takes it for
decides whether it runs, and a report about what is no query is made here, too.

Little is imported here: a replacement for a killed worker should be there soon.
"""

from __future__ import annotations

import io
import os
import resource
import select
import signal
import struct
import sys
import threading
import time

import pyoxigraph as ox

from kgqa_store.vocabulary import PREFIXES

TYPE_CHECKING = False  # `typing` costs 4 of the 45 ms it takes to start
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

HEADER = struct.Struct(">cI")
LIMITS = struct.Struct(">dQQQ")
"""Seconds, bytes of memory, rows, and bytes of the result."""
PIECE = 1 << 16
"""Results leave in pieces of about this many bytes: the capacity of a pipe."""
PADDING = "\n" + " " * 40
"""Appended to a query: near the end, the parser's reports say nothing but "end" without it."""
OUT_OF_MEMORY = 86
"""The exit status of a worker that saw itself grow too large."""
HEAVY = b"heavy"
"""Said by a worker that keeps more than `KEPT` bytes after a query: its allocator holds them."""
KEPT = 256 << 20
FENCE = 1.0
"""A worker whose parent does not kill it in time ends this many seconds after the deadline."""


class TooMuch(Exception):
    """A result has more rows or bytes than it may have."""


class Outlet(io.RawIOBase):
    """Where a result is serialised to: frames of one kind, counted, and refused beyond a bound."""

    def __init__(self, kind: bytes, send: Callable[[bytes], object], rows: int, size: int) -> None:
        """Allow `rows` lines and `size` bytes."""
        self.kind, self.send, self.rows, self.size = kind, send, rows, size
        self.pending = bytearray()

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Take a piece of the result; pyoxigraph hands over about 8 kB at a time."""
        self.rows -= data.count(b"\n")  # in TSV and N-Triples a line ends nowhere else
        self.size -= len(data)
        if self.rows < 0:
            raise TooMuch("rows")
        if self.size < 0:
            raise TooMuch("bytes")
        self.pending += data
        if len(self.pending) >= PIECE:
            self.send(self.rest())
        return len(data)

    def rest(self) -> bytes:
        """Return a frame with what was not yet sent."""
        framed = frame(self.kind, bytes(self.pending))
        self.pending.clear()
        return framed


def frame(kind: bytes, content: bytes = b"") -> bytes:
    """Return `content` as it travels."""
    return HEADER.pack(kind, len(content)) + content


def answer(
    store: ox.Store,
    sparql: str,
    send: Callable[[bytes], object],
    end: Callable[[], bytes],
    rows: int,
    size: int,
) -> None:
    """Send the result of `sparql`, or the error that it met."""
    try:
        if "service" in sparql.lower():  # a module more, for very few queries
            from kgqa_store.no_network import forbid_network
            from kgqa_store.service_clauses import refuse_services

            forbid_network()
            refuse_services(sparql)
        results = store.query(sparql + PADDING, prefixes=dict(PREFIXES))
        if isinstance(results, ox.QueryBoolean):
            send(frame(b"B", b"true" if results else b"false") + frame(b"E", end()))
        elif isinstance(results, ox.QuerySolutions):
            outlet = Outlet(b"T", send, rows + 1, size)  # one more for the line of variables
            results.serialize(outlet, format=ox.QueryResultsFormat.TSV)  # type: ignore[arg-type]
            send(outlet.rest() + frame(b"E", end()))
        else:
            outlet = Outlet(b"G", send, rows, size)
            results.serialize(outlet, format=ox.RdfFormat.N_TRIPLES)  # type: ignore[arg-type]
            send(outlet.rest() + frame(b"E", end()))
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:  # whatever it is, the parent must learn of it
        send(frame(b"X", told(sparql, error)))


def parse(sparql: str, send: Callable[[bytes], object]) -> None:
    """Send the end of a result if `sparql` is a query, or else the error."""
    from kgqa_store.no_network import forbid_network
    from kgqa_store.service_clauses import look, without_services

    forbid_network()
    try:
        look(without_services(sparql))
        send(frame(b"E"))
    except Exception as error:
        send(frame(b"X", told(sparql, error)))


def told(sparql: str, error: Exception) -> bytes:
    """Return what an error of the query `sparql` says."""
    if isinstance(error, SyntaxError):
        from kgqa_store.query_errors import syntax_error

        try:
            error = syntax_error(sparql, str(error))
        except MemoryError as full:  # which a text of that length has made it
            error = full
    said = f"{_kind(error)} {error}\0{getattr(error, 'hint', '')}"
    return said.encode(errors="replace")


def _kind(error: Exception) -> str:
    match type(error).__name__:
        case "QueryError":
            return "syntax"
        case "QueryRefused":
            return "refused"
    match error:
        case TooMuch():
            return "much"
        case MemoryError():
            return "memory"
        case OSError():
            return "read"
        case RuntimeError() if str(error).startswith("Corruption"):
            return "read"
        case _:
            return "query"


def end_with_parent(source: int) -> None:
    """End this process as soon as nobody can write to `source` any more."""
    hangup = select.poll()
    hangup.register(source, 0)  # a hang-up is always reported, and nothing else is wanted
    hangup.poll()
    os._exit(0)


# --- Bounds ----


class Bounds:
    """Limits of time and memory that hold even if nobody watches this process."""

    def __init__(self) -> None:
        """Measure what the process has before its first query."""
        self.has_limit = sys.platform == "linux"  # elsewhere RLIMIT_DATA is not enforced
        self.idle = _data_in_use() if self.has_limit else _peak()
        self.most = sys.maxsize
        if not self.has_limit:
            threading.Thread(target=self._watch, daemon=True).start()

    def start(self, seconds: float, memory: int) -> None:
        """From now on the process may have `memory` more bytes than when idle, for `seconds`."""
        self.most = self.idle + memory
        if self.has_limit:
            resource.setrlimit(resource.RLIMIT_DATA, (self.most, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_REAL, seconds + FENCE)  # SIGALRM ends it, GIL or no GIL

    def stop(self) -> None:
        """Stop the clock: the query is answered."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def end(self) -> bytes:
        """Return what the last frame of an answer says."""
        return HEAVY if self.has_limit and _data_in_use() > self.idle + KEPT else b""

    def _watch(self) -> None:
        while _peak() <= self.most:
            time.sleep(0.02)
        os._exit(OUT_OF_MEMORY)


def _data_in_use() -> int:
    """Return how many bytes of private memory this process has, in the sense of RLIMIT_DATA."""
    with open("/proc/self/statm") as file:  # noqa: PTH123 - pathlib costs 6 ms at the start
        return int(file.read().split()[5]) * resource.getpagesize()


def _peak() -> int:
    """Return the largest resident size this process has had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def serve(store: ox.Store, source: BinaryIO, send: Callable[[bytes], object]) -> None:
    """Answer the queries that come from `source` until it ends."""
    bounds = Bounds()
    while header := source.read(HEADER.size):
        request = source.read(HEADER.unpack(header)[1])
        seconds, memory, rows, size = LIMITS.unpack_from(request)
        sparql = request[LIMITS.size :].decode()
        bounds.start(seconds, memory)
        if header[:1] == b"P":
            parse(sparql, send)
        else:
            answer(store, sparql, send, bounds.end, rows, size)
        bounds.stop()


def main(graph: str | None = None) -> None:
    """Answer queries on the database at `graph`, or on nothing, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # running out of memory leaves no core file
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    threading.Thread(target=end_with_parent, args=(source.fileno(),), daemon=True).start()

    def send(data: bytes) -> None:
        sink.write(data)
        sink.flush()

    try:
        store = ox.Store.read_only(graph) if graph else ox.Store()
    except (OSError, ValueError, RuntimeError) as error:  # corruption is a RuntimeError
        send(frame(b"X", f"open {error}".encode(errors="replace")))
        os._exit(1)
    send(frame(b"R"))
    serve(store, source, send)
    os._exit(0)  # without closing the database: nothing was written


if __name__ == "__main__":
    main(*sys.argv[1:])

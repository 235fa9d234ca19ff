"""N-Triples that are checked by the loader which sorts them.

Where every line of a source is kept, nobody has to look at it before it is loaded: Oxigraph's
loader refuses a segment with a broken line as a whole, and only such a segment is then gone through
line by line. Two segments are loaded at a time, in threads that need no lock of Python; what they
held is settled in the order of the source, so that broken lines are counted as they come.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import pyoxigraph as ox

from kgqa_store import loading
from kgqa_store.allocation import give_memory_back
from kgqa_store.feed import Report
from kgqa_store.manifest import SourceRecord
from kgqa_store.merging import LOOSE, merge
from kgqa_store.produce import Job, Tell
from kgqa_store.rdf_source import (
    blank_lines,
    count_lines,
    is_sound,
    named_blank_nodes,
    sound_lines,
)
from kgqa_store.slicing import WHOLE
from kgqa_store.sources import BLOCK, Decoded, Source, whole_lines
from kgqa_store.tally import Tally

LANES = 2
"""How many segments are loaded at a time."""


def keeps_lines(job: Job) -> bool:
    """Whether the sources of `job` are N-Triples of which every sound line is kept."""
    return job.slice == WHOLE and all(source.kind == "nt" for source in job.sources)


def load_lines(store: ox.Store, job: Job, *, also: int | None, tell: Tell) -> Report:
    """Load the N-Triples of `job` into `store`, and write them to the descriptor `also`."""
    tally = Tally(max_errors=job.max_errors)
    records: list[SourceRecord] = []
    with (
        ThreadPoolExecutor(LANES, "kgqa-load") as lanes,
        ThreadPoolExecutor(1, "kgqa-copy") as copies,
    ):
        for source in job.sources:
            before = sum(record.bytes for record in records)

            def said(done: int, before: int = before) -> None:
                tell(before + done, tally.lines, 0)

            load = _Load(store, source.name, tally, lanes, _Copy(also, copies), tally.lines)
            records.append(load.run(source, said))
    tally.finish()
    return Report(tuple(records), **{**tally.as_fields(), "problems": tuple(tally.problems)})


@dataclass(slots=True)
class _Copy:
    """Writes segments to a descriptor, one after the other, while others are loaded."""

    descriptor: int | None
    pool: ThreadPoolExecutor
    last: Future[None] | None = None

    def write(self, segment: bytes) -> None:
        self.finish()
        if self.descriptor is not None:
            self.last = self.pool.submit(_write, self.descriptor, segment)

    def finish(self) -> None:
        if self.last is not None:
            self.last.result()


def _write(descriptor: int, segment: bytes) -> None:
    rest = memoryview(segment)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


@dataclass(slots=True)
class _Load:
    """The loading of one source."""

    store: ox.Store
    name: str
    tally: Tally
    lanes: ThreadPoolExecutor
    copy: _Copy
    before: int
    """How many lines other sources had."""
    pending: deque[tuple[bytes, Future[bytes | None]]] = field(default_factory=deque)
    loose: int = 0
    """How many segments wait to be merged."""

    def run(self, source: Source, tell: Callable[[int], None]) -> SourceRecord:
        stream = Decoded(source)
        for segment in _segments(whole_lines(stream, tell=lambda: tell(stream.raw_bytes))):
            if len(self.pending) == LANES:
                self.settle()
            self.pending.append((segment, self.lanes.submit(self.loaded, segment)))
        while self.pending:
            self.settle()
        self.copy.finish()
        read = self.tally.lines - self.before
        return SourceRecord(source.name, source.kind, stream.raw_bytes, stream.sha256, read)

    def loaded(self, segment: bytes) -> bytes | None:
        """Load a segment and return what was loaded, or nothing if a line is broken."""
        blank = [segment[start:end] for start, end in blank_lines(segment)]
        if blank and not is_sound(b"".join(blank)):
            return None  # a label that is none may make an IRI nevertheless
        try:
            return self.keep(b"".join(named_blank_nodes((segment,), self.name)), lenient=False)
        except SyntaxError:
            return None

    def keep(self, segment: bytes, *, lenient: bool = True) -> bytes:
        """Load a segment; `lenient` saves a second check of every IRI."""
        self.store.bulk_load(segment, ox.RdfFormat.N_TRIPLES, lenient=lenient)
        give_memory_back()
        return segment

    def settle(self) -> None:
        """Wait for the segment that was read first; without its broken lines, if it has any."""
        segment, future = self.pending.popleft()
        loaded = future.result()
        if loaded is None:
            first = self.tally.lines - self.before + 1
            lines = sound_lines(_blocks(segment), self.name, self.tally, first=first)
            loaded = self.keep(b"".join(named_blank_nodes(lines, self.name)))
        else:
            self.tally.lines += count_lines(segment)
        self.copy.write(loaded)
        self.loose += 1
        if self.loose == LOOSE:
            merge(self.store)
            self.loose = 0


def _segments(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Give `blocks` of whole lines in larger pieces, each ending with a newline."""
    held: list[bytes] = []
    size = 0
    for block in blocks:
        held.append(block)
        size += len(block)
        if size >= loading.SEGMENT:
            yield b"".join(held)
            held, size = [], 0
    if held:
        last = b"".join(held)
        yield last if last.endswith(b"\n") else last + b"\n"


def _blocks(segment: bytes) -> Iterator[bytes]:
    """Give `segment` in pieces of whole lines, of `BLOCK` bytes or little more."""
    start = 0
    while start < len(segment):
        end = segment.find(b"\n", start + BLOCK) + 1 or len(segment)
        yield segment[start:end]
        start = end

"""Everything that lies beside a graph, collected in one pass over its triples.

    with Collector(generation) as collector:
        for chunk in chunks_of_n_triples:
            collector.feed(chunk)
        collector.finish()

This is the fast way, and can run beside the loading of the graph, in a process of its own:
`python -m kgqa_store.collect GENERATION < triples.nt`. `collect` does the same from a finished
graph, which is slower, because Oxigraph looks up every term by itself.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import pyoxigraph as ox

from kgqa_store.allocation import share_memory
from kgqa_store.collect_lines import LineReader
from kgqa_store.collect_statistics import statistics_of
from kgqa_store.entity_ids import WIKIDATA_IDS, EntityIds
from kgqa_store.names_build import NameWriter
from kgqa_store.popularity import Popularity, Types
from kgqa_store.schema_build import SchemaBuilder
from kgqa_store.statistics import Statistics, save_statistics

Progress = Callable[[str, int], None]
"""Told what is being done, and how much of it is done."""

CHUNK = 1 << 22
MOST_EDGES = 100_000_000
"""Graphs with more truthy edges get no adjacency arrays, which are made in memory."""


def collect(graph: Path, out: Path, *, progress: Progress | None = None) -> None:
    """Write what lies beside the finished Oxigraph database `graph` into the folder `out`."""
    reader, writer = os.pipe()
    store = ox.Store.read_only(str(graph))
    with ThreadPoolExecutor(1, "kgqa-dump") as pool:
        dumping = pool.submit(_dump, store, writer)
        with open(reader, "rb") as stream:  # noqa: PTH123  a descriptor
            collect_from(stream, out, progress=progress)
        dumping.result()


def _dump(store: ox.Store, writer: int) -> None:
    """Write the triples of `store` to the pipe `writer`, and close it."""
    with open(writer, "wb", buffering=1 << 20) as pipe:
        store.dump(pipe, ox.RdfFormat.N_TRIPLES, from_graph=ox.DefaultGraph())


def collect_from(stream: BinaryIO, out: Path, *, progress: Progress | None = None) -> None:
    """Write what lies beside the graph whose N-Triples are `stream` into the folder `out`."""
    with Collector(out, progress=progress) as collector:
        while chunk := stream.read(CHUNK):
            collector.feed(chunk)
        collector.finish()


class Collector:
    """Takes the N-Triples of a graph, in any order and in any pieces, and writes the indexes.

    A triple that comes twice counts once.
    """

    def __init__(
        self, out: Path, *, progress: Progress | None = None, ids: EntityIds = WIKIDATA_IDS
    ) -> None:
        """Write into the folder `out`, which exists; `ids` are those of the numbers."""
        self._ids = ids
        self._out = out
        self._scratch = out / ".collecting"
        self._progress = progress or (lambda step, done: None)
        self._lines: LineReader | None = None
        self._bytes = 0

    def __enter__(self) -> Self:
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir(parents=True)
        self._lines = LineReader(self._scratch, self._ids)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lines = None
        shutil.rmtree(self._scratch, ignore_errors=True)

    @property
    def lines(self) -> LineReader:
        """What has been read so far."""
        if self._lines is None:
            raise ValueError("a collector is used inside `with`")
        return self._lines

    def feed(self, chunk: bytes) -> None:
        """Read a piece of N-Triples; it need not end where a line ends."""
        self.lines.feed(chunk)
        self._bytes += len(chunk)
        self._progress("bytes read", self._bytes)

    def finish(self) -> None:
        """Write the indexes of all that was fed."""
        self.lines.finish()
        types = Types(self.lines.edges)
        statistics = statistics_of(self.lines)
        schema = SchemaBuilder(self.lines, types, statistics)
        statistics = self.completed(replace(statistics, instances=schema.instances()))
        save_statistics(statistics, self._out / "statistics.json")
        self._progress("properties counted", len(statistics.edges))
        writer = NameWriter(
            self._out / "names",
            self._scratch,
            map_size=self._map_size(statistics),
            escaped=self.lines.escaped_names,
        )
        writer.write(
            self.lines.names_of,
            Popularity(self.lines).of_bucket,
            types.of_bucket,
            schema.records(),
            self._progress,
        )
        if sum(found.edges for found in statistics.edges.values()) <= MOST_EDGES:
            self._write_adjacency()

    def completed(self, statistics: Statistics) -> Statistics:
        """Return the statistics as they are written."""
        return statistics

    def _write_adjacency(self) -> None:
        from kgqa_store import adjacency_arrays  # NumPy is looked for only at the end
        from kgqa_store.adjacency_build import content_of

        folder = self._out / adjacency_arrays.FOLDER
        adjacency_arrays.save(content_of(self.lines), folder)
        self._progress("arrays written", 1)

    def _map_size(self, statistics: Statistics) -> int:
        """Return a size that the name index will not reach: address space, not disk."""
        triples = sum(found.edges for found in statistics.edges.values())
        return (1 << 30) + 100 * self.lines.name_bytes + 100 * triples


if __name__ == "__main__":
    share_memory()
    collect_from(sys.stdin.buffer, Path(sys.argv[1]))

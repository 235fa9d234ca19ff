"""From sources to clean N-Triples and a count of what was met on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from kgqa_store.json_source import Reader, Seen, json_lines
from kgqa_store.manifest import SourceRecord
from kgqa_store.quad_source import NAMED, quad_lines
from kgqa_store.rdf_source import named_blank_nodes, sound_lines, turtle_lines
from kgqa_store.selecting import Kept
from kgqa_store.slice_lines import LineFilter
from kgqa_store.slicing import WHOLE, Slice, slice_from_fields
from kgqa_store.sources import Decoded, Source, whole_lines
from kgqa_store.tally import Tally
from kgqa_store.tsv_source import table_entities

Tell: TypeAlias = Callable[[int, int, int], None]
"""Told how many raw bytes, triples and entities were read so far."""


@dataclass(frozen=True, slots=True)
class Job:
    """Sources that become one stream of N-Triples."""

    sources: tuple[Source, ...]
    max_errors: int | None = None
    slice: Slice = WHOLE
    kept: str = ""
    """The folder where it is said which entities the slice keeps, and where named graphs go."""
    graph: str = ""
    """The IRI of the one graph that is read, or `all`; nothing for the default graph."""


def job_from_fields(fields: dict[str, Any]) -> Job:
    """Return the job whose `asdict` is `fields`."""
    return Job(
        sources=tuple(Source(**source) for source in fields["sources"]),
        max_errors=fields["max_errors"],
        slice=slice_from_fields(fields["slice"]),
        kept=fields["kept"],
        graph=fields["graph"],
    )


def produce(job: Job, write: Callable[[bytes], object], tell: Tell) -> dict[str, Any]:
    """Write the N-Triples of `job` in clean pieces; return what was read and what was counted."""
    producer = _Producer(job)
    tally = producer.tally
    records: list[dict[str, Any]] = []
    before = 0
    for source in job.sources:
        stream = Decoded(source)
        lines = tally.lines

        def said(stream: Decoded = stream, before: int = before) -> None:
            tell(before + stream.raw_bytes, producer.triples, tally.counts["entities"])

        for block in producer.pieces(stream, said):
            write(block)
        before += stream.raw_bytes
        read = tally.lines - lines
        records.append(
            asdict(SourceRecord(source.name, source.kind, stream.raw_bytes, stream.sha256, read))
        )
    tally.finish()
    return {"sources": records, **tally.as_fields()}


class _Producer:
    """Turns the sources of a job into N-Triples, one after the other."""

    def __init__(self, job: Job) -> None:
        self.tally = Tally(max_errors=job.max_errors)
        self._seen = Seen()
        self._slice = job.slice
        self._graph = job.graph
        self._folder = Path(job.kept) if job.kept else None
        self._kept = Kept.read(Path(job.kept)) if job.kept else Kept()

    @property
    def triples(self) -> int:
        """How many triples there have been, about."""
        return self.tally.counts["triples made"] or self.tally.lines

    def pieces(self, stream: Decoded, tell: Callable[[], None]) -> Iterator[bytes]:
        """Give the N-Triples of a source."""
        name = stream.origin.name
        match stream.origin.kind:
            case "nt":
                yield from self._cut(
                    sound_lines(whole_lines(stream, tell=tell), name, self.tally), name
                )
            case "ttl":
                yield from self._cut(turtle_lines(_telling(stream, tell), name, self.tally), name)
            case "nq" | "trig" as kind:
                blocks = _telling(stream, tell)
                named = self._folder / NAMED if self._slice == WHOLE and self._folder else None
                quads = quad_lines(blocks, kind, name, self.tally, named, self._graph)
                yield from self._cut(quads, name)
            case "json":
                yield from self._entities(whole_lines(stream, tell=tell), name)
            case "tsv":
                blocks = whole_lines(stream, tell=tell)
                yield from self._entities(blocks, name, read=table_entities)
            case kind:
                assert_never(kind)

    def _cut(self, blocks: Iterable[bytes], name: str) -> Iterable[bytes]:
        blocks = named_blank_nodes(blocks, name)
        if self._slice == WHOLE:
            return blocks
        return LineFilter(self._slice, self._kept).lines(blocks, self.tally)

    def _entities(
        self, blocks: Iterable[bytes], name: str, *, read: Reader | None = None
    ) -> Iterator[bytes]:
        plan, seen = self._slice.plan, None if read else self._seen
        pieces = json_lines(blocks, name, self.tally, plan, seen, self._kept, read=read)
        if self._kept.labelled is None:
            yield from pieces
            return
        # A piece holds whole entities, and what leads to a statement stands before it.
        for piece in pieces:
            lines = LineFilter(self._slice, self._kept, learns=True)
            yield from lines.lines((piece,), self.tally)


def _telling(blocks: Iterable[bytes], tell: Callable[[], None]) -> Iterator[bytes]:
    for block in blocks:
        tell()
        yield block

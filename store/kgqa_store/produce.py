"""From sources to clean RDF and a count of what was met on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from kgqa_store.manifest import SourceRecord
from kgqa_store.rdf_source import sound_lines
from kgqa_store.sources import Decoded, Source, whole_lines
from kgqa_store.tally import Tally

Tell: TypeAlias = Callable[[int, int, int], None]
"""Told how many raw bytes, triples and entities were read so far."""


@dataclass(frozen=True, slots=True)
class Job:
    """Sources of one kind, to be turned into one stream of RDF."""

    sources: tuple[Source, ...]
    max_errors: int | None = None


def job_from_fields(fields: dict[str, Any]) -> Job:
    """Return the job whose `asdict` is `fields`."""
    return Job(
        sources=tuple(Source(**source) for source in fields["sources"]),
        max_errors=fields["max_errors"],
    )


def produce(job: Job, write: Callable[[bytes], object], tell: Tell) -> dict[str, Any]:
    """Write the RDF of `job` in clean pieces; return what was read and what was counted."""
    tally = Tally(max_errors=job.max_errors)
    records: list[dict[str, Any]] = []
    before = 0
    for source in job.sources:
        stream = Decoded(source)
        lines = tally.lines

        def said(stream: Decoded = stream, before: int = before) -> None:
            tell(before + stream.raw_bytes, tally.lines, tally.counts["entities"])

        for block in _pieces(stream, tally, said):
            write(block)
        before += stream.raw_bytes
        record = SourceRecord(
            source.name, source.kind, stream.raw_bytes, stream.sha256, tally.lines - lines
        )
        records.append(asdict(record))
    tally.finish()
    return {"sources": records, **tally.as_fields()}


def _pieces(stream: Decoded, tally: Tally, tell: Callable[[], None]) -> Iterator[bytes]:
    match stream.origin.kind:
        case "nt":
            blocks = whole_lines(stream, tell=tell)
            yield from sound_lines(blocks, stream.origin.name, tally)
        case "ttl":
            for block in stream:
                tell()
                yield block
        case "json":
            raise NotImplementedError

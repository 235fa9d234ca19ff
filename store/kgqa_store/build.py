"""From sources to a store that is swapped in as a whole, or not at all."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import pyoxigraph as ox

from kgqa_store import generations
from kgqa_store.checksums import record_files
from kgqa_store.errors import SourceError
from kgqa_store.feed import Report, feed
from kgqa_store.manifest import Manifest
from kgqa_store.produce import Job
from kgqa_store.progress import Advanced, Finished, Noticed, Progress, Started, silent
from kgqa_store.rdf_source import reason
from kgqa_store.room import check_room
from kgqa_store.sources import Kind, Source, source

FORMATS = {
    "nt": ox.RdfFormat.N_TRIPLES,
    "json": ox.RdfFormat.N_TRIPLES,
    "ttl": ox.RdfFormat.TURTLE,
}


@dataclass(frozen=True, slots=True)
class Options:
    """How a store is built."""

    kind: Kind | None = None
    """What the sources are, where their names do not tell."""
    max_errors: int | None = None
    """How many broken lines are passed over; nothing for the usual share of 0.1 %."""
    check_room: bool = True
    """Whether to refuse the work when disk or memory will not suffice."""
    wait: float = 0.0
    """How many seconds to wait for another builder of the same store."""


DEFAULTS = Options()


def build(
    names: Sequence[str | Path],
    out: Path,
    *,
    options: Options = DEFAULTS,
    progress: Progress = silent,
) -> Manifest:
    """Build a store from the sources called `names` and make it the one at `out`.

    Until the last step whatever was at `out` stays as it was, and stays usable.
    """
    started = time.monotonic()
    sources = [source(str(name), kind=options.kind) for name in names]
    if options.check_room:
        check_room(sources, out)
    with generations.building(out, wait=options.wait) as place:
        graph = place / "graph"
        reports = load(sources, graph, options=options, progress=progress)
        index(graph, place, progress=progress)
        manifest = _manifest(place, graph, reports, time.monotonic() - started, progress)
        generations.install(out, place, manifest)
    return manifest


def load(
    sources: Sequence[Source], graph: Path, *, options: Options, progress: Progress
) -> list[Report]:
    """Bulk-load `sources` into a new Oxigraph database at `graph`, and put it in order."""
    store = ox.Store(str(graph))
    sizes = [source.size for source in sources]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    progress(Started("load", total, "bytes"))
    began = time.monotonic()
    reports: list[Report] = []
    done = 0
    for job in _jobs(sources, options):
        reports.append(_load_job(store, job, done, progress))
        done += sum(record.bytes for record in reports[-1].sources)
    progress(Finished("load", time.monotonic() - began))
    progress(Started("optimize"))
    began = time.monotonic()
    store.flush()
    store.optimize()
    progress(Finished("optimize", time.monotonic() - began))
    return reports


def _jobs(sources: Sequence[Source], options: Options) -> Iterator[Job]:
    """Give a job for all JSON, whose entities may repeat, and one for each file of RDF."""
    # Blank nodes belong to their file: oxigraph renames them in every call of bulk_load.
    entities = tuple(source for source in sources if source.kind == "json")
    if entities:
        yield Job(entities, options.max_errors)
    for origin in sources:
        if origin.kind != "json":
            yield Job((origin,), options.max_errors)


def _load_job(store: ox.Store, job: Job, before: int, progress: Progress) -> Report:
    def tell(done: int, triples: int, entities: int) -> None:
        progress(Advanced("load", before + done, triples, entities))

    origin = job.sources[0]
    with feed(job, tell=tell) as (path, report):
        try:
            store.bulk_load(path=path, format=FORMATS[origin.kind], lenient=True)
        except SyntaxError as error:
            line = error.lineno or 0
            raise SourceError(
                f"{origin.name}, line {line:,}: {reason(error)}.",
                hint="Mend the statement; only N-Triples and JSON can skip broken lines.",
            ) from error
        found = report()
    for problem in found.problems:
        progress(Noticed(f"Skipped: {problem}"))
    return found


def index(graph: Path, place: Path, *, progress: Progress) -> None:
    """Write what lies beside the graph: statistics, names, schema."""
    from kgqa_store.collect import collect

    progress(Started("index"))
    began = time.monotonic()
    collect(graph, place)
    progress(Finished("index", time.monotonic() - began))


def _manifest(
    place: Path, graph: Path, reports: list[Report], seconds: float, progress: Progress
) -> Manifest:
    counts: Counter[str] = Counter()
    dropped: Counter[str] = Counter()
    for report in reports:
        counts.update(report.counts)
        counts["lines"] += report.lines
        dropped.update(report.dropped)
    counts["triples"] = len(ox.Store.read_only(str(graph)))
    if not counts["triples"]:
        raise SourceError("The sources hold not a single triple.")
    return Manifest(
        generation=generations.new_name(),
        created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        program=version("kgqa"),
        sources=tuple(record for report in reports for record in report.sources),
        counts=dict(counts),
        dropped=dict(dropped),
        problems=tuple(problem for report in reports for problem in report.problems),
        seconds=round(seconds, 2),
        files=record_files(place, progress=progress),
    )

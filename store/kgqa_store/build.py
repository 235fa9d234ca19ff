"""From sources to a store that is swapped in as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import orjson
import pyoxigraph as ox

from kgqa_store import generations, merging, profiling
from kgqa_store.allocation import share_memory
from kgqa_store.checksums import record_files
from kgqa_store.errors import NoRoom, SourceError, StoreError
from kgqa_store.feed import Report, feed, is_small
from kgqa_store.indexing import indexing
from kgqa_store.load_lines import keeps_lines, load_lines
from kgqa_store.loading import load_pipe
from kgqa_store.manifest import FileRecord, Manifest
from kgqa_store.produce import Job, Tell
from kgqa_store.progress import Advanced, Noticed, Progress, silent, timed
from kgqa_store.quad_source import load_named
from kgqa_store.room import check_room
from kgqa_store.selecting import Kept, select
from kgqa_store.slicing import WHOLE, Slice
from kgqa_store.sources import Kind, Source, source
from kgqa_store.tally import BROKEN


@dataclass(frozen=True, slots=True)
class Options:
    """How a store is built."""

    kind: Kind | None = None
    """What the sources are, where their names do not tell."""
    max_errors: int | None = None
    """How many broken lines are passed over; nothing for the usual share of 0.1 %."""
    slice: Slice = WHOLE
    """What to keep of them."""
    graph: bool = True
    """Whether to build the graph; without it the indexes serve an endpoint elsewhere."""
    keep_graph: bool = True
    """Whether the graph stays when the indexes are made; without it an endpoint has it."""
    endpoint: str = ""
    """The URL of that endpoint, if whoever opens the store is to ask it."""
    index: bool = True
    """Whether to build the indexes; without them the store answers SPARQL and knows no names."""
    allow_empty: bool = False
    """Whether a store may be without a single triple."""
    check_room: bool = True
    """Whether to refuse the work when disk or memory will not suffice."""
    profile: str | None = None
    """How the graph tells things: a profile by name or file; nothing to look at the data."""
    named_graph: str = ""
    """The IRI of the one graph of N-Quads and TriG that is read, or `all`."""
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
    began = time.monotonic()
    share_memory()
    sources = [source(str(name), kind=options.kind) for name in names]
    if options.check_room:
        check_room(sources, out)
    with generations.building(out, wait=options.wait) as place, writing(out):
        kept = _select(sources, options.slice, place, progress)
        reports = _load(sources, place, kept, options, progress)
        shutil.rmtree(kept, ignore_errors=True)
        triples = _count(place, reports, options)
        if options.index and not options.allow_empty:
            profiling.index_by_profile(place, sources, options.profile, progress=progress)
        if not options.keep_graph:
            shutil.rmtree(place / "graph")
        files = record_files(place, progress=progress)
        manifest = _manifest(reports, triples, options.slice, files, time.monotonic() - began)
        if options.index:
            manifest = _with_index(manifest, place, options)
        generations.install(out, place, manifest)
    return manifest


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Say of a disk that is full, or that fails, what it means for the store at `out`."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT) or "No space left" in str(error)
        raise (NoRoom if full else StoreError)(
            f"The store {out} could not be written: {error.strerror or error}.",
            hint="What was there before is unchanged. Free some space, or build elsewhere.",
        ) from error


def _select(sources: Sequence[Source], wanted: Slice, place: Path, progress: Progress) -> Path:
    """Return a folder that says which entities `wanted` keeps."""
    folder = place / "kept"
    folder.mkdir()
    if wanted.reads_twice or wanted.chooses_properties:
        with timed("select", progress, total=_size(sources), unit="bytes"):

            def tell(done: int) -> None:
                progress(Advanced("select", done))

            select(sources, wanted, place / "survey", tell=tell).save(folder)
    else:
        Kept().save(folder)
    return folder


def _size(sources: Sequence[Source]) -> int | None:
    """Return how many bytes there are to read, if that is known."""
    sizes = [source.size for source in sources]
    return None if None in sizes else sum(size or 0 for size in sizes)


def _load(
    sources: Sequence[Source], place: Path, kept: Path, options: Options, progress: Progress
) -> list[Report]:
    """Load `sources` into a new graph in `place`, and write its indexes beside it."""
    store = ox.Store(str(place / "graph")) if options.graph else None
    reports: list[Report] = []
    small = is_small(sources)
    beside = indexing(place, small=small, progress=progress) if options.index else nullcontext()
    with beside as indexes, nullcontext() if small else merging.put_off():
        with timed("load", progress, total=_size(sources), unit="bytes"):
            for job in _jobs(sources, kept, options):
                done = sum(record.bytes for report in reports for record in report.sources)
                reports.append(load_job(store, job, indexes, done, progress))
        if store is not None:
            load_named(store, kept)
            with timed("optimize", progress):
                if small:
                    merging.merge(store)
                else:
                    # Closed with it. A flush would wait until the merging has caught up.
                    del store
                    merging.merge_elsewhere(place / "graph")
    return reports


def _jobs(sources: Sequence[Source], kept: Path, options: Options) -> Iterator[Job]:
    """Give a job for all JSON, whose entities may repeat, and one for each file of RDF."""
    entities = tuple(source for source in sources if source.kind == "json")
    groups = [entities] if entities else []
    groups += [(source,) for source in sources if source.kind != "json"]
    for group in groups:
        yield Job(group, options.max_errors, options.slice, str(kept), options.named_graph)


def load_job(
    store: ox.Store | None, job: Job, indexes: int | None, before: int, progress: Progress
) -> Report:
    """Load the sources of a job into `store`; `before` bytes have been read before them."""

    def tell(done: int, triples: int, entities: int) -> None:
        progress(Advanced("load", before + done, triples, entities))

    if store is not None and keeps_lines(job):
        found = load_lines(store, job, also=indexes, tell=tell)
    else:
        found = _load_fed(store, job, indexes, tell)
    for problem in found.problems:
        progress(Noticed(f"Skipped: {problem}"))
    return found


def _load_fed(store: ox.Store | None, job: Job, indexes: int | None, tell: Tell) -> Report:
    """Load what a feed makes of the sources of a job."""
    with feed(job, also=indexes, tell=tell) as (pipe, report):
        if store is None:
            while os.read(pipe, 1 << 16):
                pass
        else:
            load_pipe(store, pipe)
        return report()


def _count(place: Path, reports: list[Report], options: Options) -> int:
    """Return how many triples there are; without any, there is nothing to build."""
    read = sum(report.lines - report.dropped.get(BROKEN, 0) for report in reports)
    triples = count_triples(place / "graph") if options.graph else 0
    if options.allow_empty and options.slice == WHOLE:
        return triples
    if not read or (options.graph and not triples):
        if options.slice == WHOLE:
            raise SourceError(
                "The sources hold not a single triple.",
                hint="If that is meant, say --allow-empty; named graphs are read by --graph all.",
            )
        raise SourceError(
            "Nothing in the sources belongs to the slice.",
            hint="With only_labelled, the labels must be among the sources.",
        )
    return triples


def _with_index(manifest: Manifest, place: Path, options: Options) -> Manifest:
    """Return the manifest with what is worth saying of the names in the index."""
    from kgqa_store.named_share import named_share  # only now: a thread may be importing as much
    from kgqa_store.names import NameIndex

    with NameIndex.open(place / "names") as names:
        escaped = names.counts["escaped"]
    said = {"names with escapes": escaped} if escaped else {}
    counts = {**manifest.counts, **said}
    return replace(manifest, endpoint=options.endpoint, counts=counts, named=named_share(place))


def count_triples(graph: Path) -> int:
    """Return how many triples a finished graph has."""
    return len(ox.Store.read_only(str(graph)))


def _manifest(
    reports: list[Report],
    triples: int,
    wanted: Slice,
    files: dict[str, FileRecord],
    seconds: float,
) -> Manifest:
    counts: Counter[str] = Counter(triples=triples)
    dropped: Counter[str] = Counter()
    for report in reports:
        counts.update(report.counts)
        counts["lines"] += report.lines
        dropped.update(report.dropped)
    return Manifest(
        generation=generations.new_name(),
        created=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        program=version("kgqa"),
        sources=tuple(record for report in reports for record in report.sources),
        counts=dict(counts),
        dropped=dict(dropped),
        problems=tuple(problem for report in reports for problem in report.problems),
        slice={} if wanted == WHOLE else orjson.loads(orjson.dumps(asdict(wanted), default=sorted)),
        seconds=round(seconds, 2),
        files=files,
    )

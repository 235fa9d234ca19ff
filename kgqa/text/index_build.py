"""From sources to a text index that is swapped in as a whole, or not at all.

Passages are written first, then words are counted, then vectors are made. An interrupted build goes
on where it was when the same sources are built again into the same folder.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from kgqa_store.errors import SourceError
from kgqa_store.generations import STAMP
from kgqa_store.manifest import sync_directory
from kgqa_store.plain_files import open_plain
from kgqa_store.progress import Advanced, Noticed, Progress, silent, timed
from kgqa_store.tally import Tally

from kgqa.errors import TextIndexBusy, TextIndexError, TextIndexMissing
from kgqa.text.manifest import (
    FILE_NAME,
    FORMAT,
    FileRecord,
    TextManifest,
    read_manifest,
    record_file,
    write_manifest,
)
from kgqa.text.passages import Passage
from kgqa.text.postings_build import RANKING, build_postings
from kgqa.text.sources import TextSource, text_source
from kgqa.text.spool import ENDS, IDS, STATE, TEXTS, Spool, Ties, read_passages, write_passages

if TYPE_CHECKING:
    from kgqa.text.dense import Embedder

PLACE = ".building"
MARKS = (STATE, ENDS, "passage_offsets.npy")
"""Files one of which is in every folder of an index, finished or not."""
GENERATION = "generation-"
TOLD_EVERY = 5_000


@dataclass(frozen=True, slots=True)
class Options:
    """How a text index is built."""

    max_errors: int | None = None
    """How many broken lines are passed over; nothing for the usual share of 0.1 %."""
    only_english: bool = False
    """Whether documents in another language are left out; otherwise they are counted."""
    wait: float = 0.0
    """How many seconds to wait for another builder of the same index."""


DEFAULTS = Options()


def build_index(
    names: Sequence[str | Path],
    out: Path,
    *,
    options: Options = DEFAULTS,
    embedder: Embedder | None = None,
    ties: Ties | None = None,
    progress: Progress = silent,
) -> TextManifest:
    """Build a text index from the sources called `names` and make it the one at `out`.

    Until the last step whatever was at `out` stays as it was, and stays usable. With an `embedder`
    passages can also be found by what they mean; `ties` tell what pages are about.
    """
    began = time.monotonic()
    sources = [text_source(str(name)) for name in names]
    _refuse_what_is_something_else(out)
    with _alone(out, options.wait), _writing(out):
        place = out / PLACE
        tally = _write_passages(sources, place, options, embedder, progress, ties)
        passages = tally.counts["passages"]
        if not passages:
            raise SourceError("The sources hold not a single passage.")
        about: list[tuple[int, int]] = []
        with timed("words", progress, total=passages, unit="passages"):
            tally.counts.update(build_postings(_told(place, about, progress), place))
        _write_places(place, about)
        if embedder is not None:
            _write_vectors(place, passages, embedder, progress)
        files = _finished_files(place, progress)
        manifest = _manifest(tally, files, embedder, time.monotonic() - began, _sources(place))
        _install(out, place, manifest)
    return manifest


def _refuse_what_is_something_else(out: Path) -> None:
    """Refuse a folder that holds a store: an index would take the place of its manifest.

    What is built lies in one folder until it is finished, which must be ours, too.
    """
    place = out / PLACE
    if place.exists() and not _is_ours(place):
        raise TextIndexError(
            f"{place} is something else than an index that is being built.",
            hint="Choose another folder: --out DIR",
        )
    if not (out / FILE_NAME).exists():
        return
    try:
        read_manifest(out)
    except TextIndexError as error:
        is_index = any(map(_is_generation, out.iterdir()))
        if is_index and not isinstance(error, TextIndexMissing):
            return  # what is damaged or of another format is built anew
        raise TextIndexError(
            f"{out} holds something else than a text index.",
            hint="Choose another folder: --out DIR",
        ) from error


def _is_ours(folder: Path) -> bool:
    """Whether a folder was made by a build; one that is empty has nothing to lose."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return any((folder / name).is_file() for name in MARKS) or not any(folder.iterdir())


def _is_generation(folder: Path) -> bool:
    return re.fullmatch(STAMP, folder.name) is not None and _is_ours(folder)


def _write_passages(
    sources: Sequence[TextSource],
    place: Path,
    options: Options,
    embedder: Embedder | None,
    progress: Progress,
    ties: Ties | None,
) -> Tally:
    """Write the passages of all sources into `place`, from where an earlier build stopped."""
    tally = Tally(options.max_errors)
    plan = {**_plan(sources, options, embedder), "tied": ties is not None}
    spool = Spool(place, plan, tally)
    if any(source.size is None for source in sources) or not spool.restore():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        spool = Spool(place, spool.plan, tally)
    else:
        progress(Noticed(f"Going on after {tally.counts['passages']:,} passages."))
    sizes = [source.size for source in sources]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    with timed("passages", progress, total=total, unit="bytes"):
        write_passages(
            spool, sources, only_english=options.only_english, progress=progress, ties=ties
        )
    for problem in tally.problems:
        progress(Noticed(f"Skipped: {problem}"))
    return tally


def _plan(
    sources: Sequence[TextSource], options: Options, embedder: Embedder | None
) -> dict[str, Any]:
    """Return what makes two builds the same."""
    return {
        "format": FORMAT,
        "program": version("kgqa"),
        "sources": [[one.name, one.size, one.changed] for one in sources],
        "only_english": options.only_english,
        "max_errors": options.max_errors,
        "embedder": embedder.name if embedder else "",
    }


def _told(place: Path, about: list[tuple[int, int]], progress: Progress) -> Iterator[Passage]:
    """Yield the passages in `place`, note entity and number of each, and tell how far it is."""
    for number, passage in enumerate(read_passages(place)):
        if number % TOLD_EVERY == 0:
            progress(Advanced("words", number))
        if passage.qid:
            about.append((int(passage.qid[1:]), number))
        yield passage


def _write_places(place: Path, about: list[tuple[int, int]]) -> None:
    """Write where each passage begins, and which passages are about which entity."""
    ends = np.fromfile(place / ENDS, np.uint64)
    np.save(place / "passage_offsets.npy", np.concatenate((np.zeros(1, np.uint64), ends)))
    pairs = np.array(sorted(about), np.uint64).reshape(-1, 2)
    np.save(place / "entities.npy", pairs[:, 0])
    np.save(place / "entity_passages.npy", pairs[:, 1].astype(np.uint32))


def _write_vectors(place: Path, passages: int, embedder: Embedder, progress: Progress) -> None:
    from kgqa.text.dense import build_vectors

    with timed("vectors", progress, total=passages, unit="passages"):
        build_vectors(read_passages(place), passages, place, embedder, progress=progress)


def _sources(place: Path) -> tuple[Any, ...]:
    import orjson
    from kgqa_store.manifest import SourceRecord

    state = orjson.loads((place / STATE).read_bytes())
    return tuple(SourceRecord(**one) for one in state["done"])


def _finished_files(place: Path, progress: Progress) -> dict[str, FileRecord]:
    """Return size and checksum of every file of the generation, once all are on disk."""
    names = sorted(path.name for path in place.iterdir() if path.suffix != ".spool")
    names = [name for name in names if name != STATE]
    records: dict[str, FileRecord] = {}
    with timed("checksums", progress, total=len(names), unit="files"):
        for done, name in enumerate(names, 1):
            with (place / name).open("rb") as file:
                os.fsync(file.fileno())
            records[name] = record_file(place / name)
            progress(Advanced("checksums", done))
    return records


def _manifest(
    tally: Tally,
    files: dict[str, FileRecord],
    embedder: Embedder | None,
    seconds: float,
    sources: tuple[Any, ...],
) -> TextManifest:
    stamp = datetime.now(UTC)
    return TextManifest(
        generation=f"{GENERATION}{stamp:%Y%m%d-%H%M%S}-{secrets.token_hex(4)}",
        created=stamp.isoformat(timespec="seconds"),
        program=version("kgqa"),
        sources=sources,
        counts={name: count for name, count in tally.counts.items() if count},
        dropped={name: count for name, count in tally.dropped.items() if count},
        problems=tuple(tally.problems),
        ranking=RANKING,
        embedder=embedder.name if embedder else "",
        model=str(getattr(embedder, "folder", "")),
        seconds=round(seconds, 1),
        files=files,
    )


def _install(out: Path, place: Path, manifest: TextManifest) -> None:
    """Make what was built in `place` the current generation, and remove all others."""
    for name in (STATE, ENDS, TEXTS, IDS):
        (place / name).unlink(missing_ok=True)
    sync_directory(place)
    place.rename(out / manifest.generation)
    sync_directory(out)
    write_manifest(out, manifest)
    for entry in out.iterdir():
        if _is_generation(entry) and entry.name != manifest.generation:
            shutil.rmtree(entry, ignore_errors=True)  # who reads it has it in memory


@contextmanager
def _alone(out: Path, wait: float) -> Iterator[None]:
    """Hold the lock that makes this the only process that builds in `out`."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        lock = open_plain(out / ".builder", to_append=True)
    except OSError as error:
        raise TextIndexError(f"Nothing can be written to {out}: {error.strerror}.") from error
    deadline = time.monotonic() + wait
    with lock:
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise TextIndexBusy(
                        f"Another process is building in {out}.",
                        hint="Wait until it ends, or build into another folder with --out.",
                    ) from None
            time.sleep(0.05)
        yield


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Say of a disk that is full, or that fails, what it means for the index at `out`."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise TextIndexError(
            f"The text index {out} could not be written: {error.strerror or error}.",
            hint="What was there before is unchanged. "
            + ("Free some space, or build elsewhere." if full else "Build it again."),
        ) from error

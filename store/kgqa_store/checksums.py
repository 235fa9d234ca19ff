"""Checksums of the files of a generation, so that damage can be found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kgqa_store.generations import LOCK, Lease
from kgqa_store.manifest import FileRecord
from kgqa_store.progress import Advanced, Progress, timed

UNSTABLE = frozenset({"LOCK", "LOG", "lock.mdb"})
"""Files that RocksDB and LMDB write whenever they open a database; they hold no data."""


def record_files(
    place: Path, *, progress: Progress, before: Lease | None = None
) -> dict[str, FileRecord]:
    """Return size and checksum of every file under `place` that a reader never changes.

    A file that `place` shares with the generation `before` has not changed and is not read.
    """
    paths = list(stable_files(place))
    total = sum(path.stat().st_size for path in paths)
    records: dict[str, FileRecord] = {}
    done = 0
    with timed("checksums", progress, total=total, unit="bytes"):
        for path in paths:
            found = path.stat()
            size = found.st_size
            name = str(path.relative_to(place))
            record = _known(path, name, before)
            if record is None or record.bytes != size:
                record = FileRecord(size, checksum(path), found.st_mtime_ns)
            records[name] = record
            done += size
            progress(Advanced("checksums", done))
    return records


def _known(path: Path, name: str, before: Lease | None) -> FileRecord | None:
    """Return the record of a file that is also one of the generation `before`."""
    if before is None or not (before.path / name).exists():
        return None
    return before.manifest.files.get(name) if path.samefile(before.path / name) else None


def stable_files(place: Path) -> Iterator[Path]:
    """Give the files under `place` that stay as they are once a generation is finished."""
    for path in sorted(place.rglob("*")):
        name = path.name
        if (
            path.is_file()
            and name != LOCK
            and name not in UNSTABLE
            and not name.startswith("LOG.old")
        ):
            yield path


def checksum(path: Path) -> str:
    """Return the BLAKE2b checksum of a file (0.9 GB/s; SHA-256 without CPU help is slower)."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()

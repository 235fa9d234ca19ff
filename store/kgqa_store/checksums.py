"""Checksums of the files of a generation, so that damage can be found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kgqa_store.generations import LOCK
from kgqa_store.manifest import FileRecord
from kgqa_store.progress import Advanced, Progress, timed

UNSTABLE = frozenset({"LOCK", "LOG"})
"""Files that RocksDB writes anew whenever it opens a database; they hold no data."""


def record_files(place: Path, *, progress: Progress) -> dict[str, FileRecord]:
    """Return size and checksum of every file under `place` that a reader never changes."""
    paths = list(stable_files(place))
    total = sum(path.stat().st_size for path in paths)
    records: dict[str, FileRecord] = {}
    done = 0
    with timed("checksums", progress, total=total, unit="bytes"):
        for path in paths:
            size = path.stat().st_size
            records[str(path.relative_to(place))] = FileRecord(size, checksum(path))
            done += size
            progress(Advanced("checksums", done))
    return records


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

"""Whether disk, memory and file handles suffice, asked before the work."""

from __future__ import annotations

import resource
import shutil
from collections.abc import Sequence
from pathlib import Path

from kgqa_store.errors import NoRoom
from kgqa_store.sources import Source

GROWTH = {None: 1.0, "gzip": 12.0, "bzip2": 18.0, "zstd": 14.0}
"""How much larger RDF is without its compression (gzip measured: 12.1 on 5.8 M triples)."""
DISK = 2.0
"""Bytes on disk for a byte of RDF during a build: the graph, its compaction, the indexes."""
MEMORY_BOUND = 1_200_000_000
"""What a build of any size may take: graph 0.6 GB, indexes 0.3 GB, and some room."""
MEMORY_FACTOR = 8.0
"""Bytes of memory for a byte of RDF while a build is too small to reach the bound."""
LEAST = 64_000_000
HANDLES = 256
WISHED_HANDLES = 16_384


def check_room(sources: Sequence[Source], out: Path) -> None:
    """Refuse a build that disk, memory or file handles will not suffice for."""
    raw = sum(_raw_size(source) for source in sources)
    _check_disk(out, int(raw * DISK) + LEAST)
    _check_memory(int(min(raw * MEMORY_FACTOR, MEMORY_BOUND)) + LEAST)
    raise_handles()


def _raw_size(source: Source) -> float:
    return (source.size or 0) * GROWTH[source.compression]


def _check_disk(out: Path, needed: int) -> None:
    place = out.absolute()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    if free < needed:
        raise NoRoom(
            f"The disk of {out} has {_giga(free)} free, the build needs about {_giga(needed)}.",
            hint="Free some space, build elsewhere with --out, or insist with --no-check.",
        )


def _check_memory(needed: int) -> None:
    free = available_memory()
    if free is not None and free < needed:
        raise NoRoom(
            f"{_giga(free)} of memory are free, the build needs about {_giga(needed)}.",
            hint="Close other programs, or insist with --no-check.",
        )


def available_memory() -> int | None:
    """Return how many bytes of memory can still be had, where the system tells."""
    limits = [limit for limit in (_meminfo(), _address_space()) if limit is not None]
    return min(limits, default=None)


def _meminfo() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if "MemAvailable" in line), None)


def _address_space() -> int | None:
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def raise_handles() -> int:
    """Allow this process as many open files as it may have, and refuse to go on with too few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wished = WISHED_HANDLES if hard == resource.RLIM_INFINITY else min(WISHED_HANDLES, hard)
    if soft != resource.RLIM_INFINITY and soft < wished:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
        soft = wished
    if soft != resource.RLIM_INFINITY and soft < HANDLES:
        raise NoRoom(
            f"Only {soft} files may be open at once, a build needs {HANDLES}.",
            hint=f"Raise the limit: ulimit -n {WISHED_HANDLES}",
        )
    return soft


def _giga(size: int) -> str:
    return f"{size / 1e9:,.2f} GB"

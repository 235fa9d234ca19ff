"""Generations of a store side by side: how one is built while another is read, and when it goes.

    DIR/manifest.json        names the current generation
    DIR/<generation>/        graph/, indexes, and `lock`, on which every reader holds a shared lock
    DIR/.building-<unique>/  a generation that is being made, or what a killed build left
    DIR/.builder             locked by whoever builds or updates

Locks are those of `flock`: the kernel drops them when a process ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import orjson

from kgqa_store.errors import StoreBusy, StoreDamaged, StoreError
from kgqa_store.locks import open_lock
from kgqa_store.manifest import FILE_NAME, Manifest, read_manifest, sync_directory, write_manifest

BUILDING = ".building-"
GENERATION = "generation-"
LEAVING = ".leaving-"
LOCK = "lock"
ATTEMPTS = 20
"""How often a reader looks again when the generation it was told of has just gone."""


@dataclass(slots=True)
class Lease:
    """The current generation of a store, which stays on disk until `release`."""

    directory: Path
    manifest: Manifest
    _lock: IO[bytes]

    @property
    def path(self) -> Path:
        """The folder of the generation."""
        return self.directory / self.manifest.generation

    @property
    def graph(self) -> Path:
        """The folder of the Oxigraph database."""
        return self.path / "graph"

    def release(self) -> None:
        """Allow the generation to go once it is no longer the current one."""
        self._lock.close()

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def lease(directory: Path) -> Lease:
    """Return the current generation of the store in `directory`, held until it is released."""
    for _ in range(ATTEMPTS):
        manifest = read_manifest(directory)
        lock = _shared_lock(directory / manifest.generation / LOCK)
        if lock is not None:
            return Lease(directory, manifest, lock)
        if read_manifest(directory).generation == manifest.generation:
            break
    raise StoreDamaged(
        f"The store {directory} lacks its generation {manifest.generation}.",
        hint=f"Build it again: kgqa store build SOURCE... --out {directory}",
    )


def _shared_lock(path: Path) -> IO[bytes] | None:
    try:
        lock = open_lock(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreDamaged(
            f"The store {path.parents[1]} cannot be locked: {error.strerror}.",
            hint=f"Build it again: kgqa store build SOURCE... --out {path.parents[1]}",
        ) from error
    fcntl.flock(lock, fcntl.LOCK_SH)
    # A builder that removes a generation renames it first, under the exclusive lock.
    if path.exists() and os.fstat(lock.fileno()).st_ino == path.stat().st_ino:
        return lock
    lock.close()
    return None


@contextmanager
def building(directory: Path, *, wait: float = 0.0) -> Iterator[Path]:
    """Give a new folder to build a generation in; it is removed again unless it is installed.

    Whoever holds it is the only builder of `directory`; others wait for `wait` seconds.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        builder = open_lock(directory / ".builder", create=True)
    except OSError as error:
        raise StoreError(f"Nothing can be written to {directory}: {error.strerror}.") from error
    with builder:
        _lock_builder(builder, directory, wait)
        clean(directory)
        place = directory / f"{BUILDING}{secrets.token_hex(6)}"
        place.mkdir()
        (place / LOCK).touch()
        try:
            yield place
        finally:
            shutil.rmtree(place, ignore_errors=True)


def _lock_builder(builder: IO[bytes], directory: Path, wait: float) -> None:
    deadline = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(builder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise StoreBusy(
                    f"Another process is building in {directory}.",
                    hint="Wait until it ends, or build into another folder with --out.",
                ) from None
        time.sleep(0.05)


def new_name() -> str:
    """Return a name for a generation that no generation has had."""
    return f"{GENERATION}{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{secrets.token_hex(4)}"


def share_file(path: Path, target: Path) -> None:
    """Give a file that never changes a second name; where that cannot be, copy it."""
    try:
        os.link(path, target)
    except OSError:
        shutil.copyfile(path, target)


def install(directory: Path, place: Path, manifest: Manifest) -> None:
    """Make what was built in `place` the current generation, and remove those nobody reads."""
    sync_directory(place)
    place.rename(directory / manifest.generation)
    sync_directory(directory)
    write_manifest(directory, manifest)
    clean(directory)


def clean(directory: Path) -> None:
    """Remove dead builds, and generations that are neither current nor read by anybody.

    Only whoever holds the builder's lock may call this.
    """
    current = _current(directory)
    unknown = current is None and (directory / FILE_NAME).exists()
    for entry in sorted(directory.iterdir()):
        name = entry.name
        if name.startswith((BUILDING, LEAVING)):
            shutil.rmtree(entry, ignore_errors=True)
        elif name.startswith(GENERATION) and name != current and not unknown:
            _remove_unread(entry)
        elif name.startswith(f".{FILE_NAME}."):
            entry.unlink(missing_ok=True)


def _current(directory: Path) -> str | None:
    """Return the generation that the manifest names, even if it has another format than ours."""
    try:
        return str(orjson.loads((directory / FILE_NAME).read_bytes())["generation"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remove_unread(generation: Path) -> None:
    with open_lock(generation / LOCK, create=True) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        gone = generation.with_name(LEAVING + generation.name)
        generation.rename(gone)
    shutil.rmtree(gone, ignore_errors=True)

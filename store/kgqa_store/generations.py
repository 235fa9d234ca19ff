"""Generations of a store side by side: how one is built while another is read, and when it goes.

    DIR/manifest.json        names the current generation
    DIR/<generation>/        graph/, indexes, and `lock`, on which every reader holds a shared lock
    DIR/.building-<unique>/  a generation that is being made, or what a killed build left
    DIR/.builder             locked by whoever builds or updates

Locks are those of `flock`: the kernel drops them when a process ends, however it ends. A folder is
taken for one of ours, and may be removed, if its name is one we give and `lock` is in it.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import orjson

from kgqa_store.errors import StoreBusy, StoreDamaged, StoreError, StoreMissing
from kgqa_store.manifest import FILE_NAME, Manifest, read_manifest, sync_directory, write_manifest
from kgqa_store.plain_files import open_plain

BUILDING = ".building-"
GENERATION = "generation-"
LEAVING = ".leaving-"
LOCK = "lock"
STAMP = r"generation-\d{8}-\d{6}-[0-9a-f]{8}"
"""How the name of a generation looks."""
OURS = re.compile(rf"\.building-[0-9a-f]{{12}}|(\.leaving-)?{STAMP}")
DRAFT = re.compile(rf"\.{re.escape(FILE_NAME)}\.\d+")
ATTEMPTS = 20
"""How often a reader looks again when the generation it was told of has just gone."""
PATIENCE = 3.0
"""Seconds in which what was built so far must be gone."""


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
        lock = open_plain(path)
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
    refuse_what_is_something_else(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        builder = open_plain(directory / ".builder", to_append=True)
    except OSError as error:
        raise StoreError(f"Nothing can be written to {directory}: {error.strerror}.") from error
    with builder:
        _lock_builder(builder, directory, wait)
        clean(directory)
        place = directory / f"{BUILDING}{secrets.token_hex(6)}"
        _places.add(place)
        try:
            place.mkdir()
            (place / LOCK).touch()
            yield place
        finally:
            _remove(place)
            _places.discard(place)


_places: set[Path] = set()
"""Where this process is building."""


def abandon() -> None:
    """Remove what this process has built so far; what still writes there finds no folder."""
    deadline = time.monotonic() + PATIENCE
    for place in list(_places):
        while place.exists() and time.monotonic() < deadline:
            _remove(place)


def refuse_what_is_something_else(directory: Path) -> None:
    """Refuse a folder whose manifest is none of a store, since a build would take its place."""
    try:
        fields = orjson.loads((directory / FILE_NAME).read_bytes())
    except (OSError, ValueError):
        fields = {}  # none at all, or one that is damaged if there is a generation
        if not (directory / FILE_NAME).exists() or any(map(_is_ours, _entries(directory))):
            return
    if not isinstance(fields, dict) or "generation" not in fields or "kind" in fields:
        kind = fields.get("kind") if isinstance(fields, dict) else None
        raise StoreMissing(
            f"{directory} holds {f'a {kind}' if kind else 'something else'} and no store.",
            hint="Choose another folder: --out DIR",
        )


def _entries(directory: Path) -> list[Path]:
    return sorted(directory.iterdir())


def _is_ours(folder: Path) -> bool:
    """Whether a folder was made by a builder; one that is empty has nothing to lose."""
    if not OURS.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
        return False
    return (folder / LOCK).is_file() or not any(folder.iterdir())


def _remove(folder: Path) -> None:
    """Remove a folder, and last the file by which it is known."""
    if folder.is_dir():
        for entry in folder.iterdir():
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            elif entry.name != LOCK:
                entry.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


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
    for entry in _entries(directory):
        name = entry.name
        if DRAFT.fullmatch(name) and entry.is_file():
            entry.unlink(missing_ok=True)
        elif not _is_ours(entry):
            continue
        elif name.startswith((BUILDING, LEAVING)):
            _remove(entry)
        elif name != current and not unknown:
            _remove_unread(entry)


def _current(directory: Path) -> str | None:
    """Return the generation that the manifest names, even if it has another format than ours."""
    try:
        return str(orjson.loads((directory / FILE_NAME).read_bytes())["generation"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remove_unread(generation: Path) -> None:
    with open_plain(generation / LOCK, to_append=True) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        gone = generation.with_name(LEAVING + generation.name)
        generation.rename(gone)
    _remove(gone)

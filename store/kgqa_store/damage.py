"""Damage to a store: found when the store is opened or read, and said with what mends it.

The tables of RocksDB have checksums of their own, which it compares as it reads; the name index has
none, and a wrong byte in it can end the process that reads it. So at opening every file is looked
at as `file_damage` does, without the tables.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgqa_store.checksums import checksum
from kgqa_store.errors import StoreDamaged, StoreError
from kgqa_store.file_damage import file_damage
from kgqa_store.generations import Lease, lease
from kgqa_store.manifest import read_manifest

TABLE = ".sst"
"""The files of RocksDB, every block of which has a checksum."""
FROM_ROCKSDB = ("Corruption", "IO error")
"""How the errors of RocksDB begin, which pyoxigraph raises as RuntimeError and OSError."""


def sound_lease(directory: Path) -> Lease:
    """Return the current generation of a store, as `lease` does, after a look for damage."""
    held = lease(directory)
    try:
        for name, record in held.manifest.files.items():
            path = held.path / name
            compare = None if path.suffix == TABLE else checksum
            if what := file_damage(path, record, record.checksum, compare):
                raise damaged(directory, f"{name} {what}")
    except BaseException:
        held.release()
        raise
    return held


def damaged(directory: Path, what: str) -> StoreDamaged:
    """Return the error that says what is wrong with a store, and what mends it."""
    return StoreDamaged(f"The store {directory} is damaged: {what}.", hint=mending(directory))


def database_damaged(graph: Path, message: str) -> StoreDamaged:
    """Return the error that says what RocksDB found wrong with the database at `graph`."""
    return damaged(graph.parent.parent, f"its database cannot be read: {_first_line(message)}")


def mending(directory: Path) -> str:
    """Return the command that makes a damaged store whole again."""
    if (directory.parent / ".sample").exists() and directory.name.startswith("sample-"):
        return f"Remove it, and it is built anew: rm -r {shlex.quote(str(directory))}"
    try:
        manifest = read_manifest(directory)
    except StoreError:
        names = "SOURCE..."
    else:
        names = " ".join(shlex.quote(one.name) for one in manifest.sources) or "SOURCE..."
        names += " --slice SLICE" if manifest.slice else ""
    return f"Build it again: kgqa store build {names} --out {shlex.quote(str(directory))}"


@contextmanager
def reading(directory: Path | str) -> Iterator[None]:
    """Say of an error that RocksDB or LMDB meets in the files of a store that these are damaged."""
    try:
        yield
    except (RuntimeError, OSError) as error:
        if not str(error).startswith(FROM_ROCKSDB):
            raise
        raise damaged(Path(directory), _first_line(str(error))) from error
    except Exception as error:
        lmdb = sys.modules.get("lmdb")
        if lmdb is None or not isinstance(error, lmdb.Error):
            raise
        raise damaged(Path(directory), f"names: {_first_line(str(error))}") from error


def _first_line(message: str) -> str:
    return message.strip().partition("\n")[0].rstrip(".")

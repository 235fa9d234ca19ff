"""From what a user writes after `--store` to the indexes of that store: names and schema."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgqa_store.damage import reading, sound_lease
from kgqa_store.errors import StoreMissing
from kgqa_store.names import NameIndex
from kgqa_store.opening import is_endpoint, refuse_what_is_no_store
from kgqa_store.schema import Schema


@contextmanager
def open_names(location: str | Path) -> Iterator[NameIndex]:
    """Give the name index of the store in the folder `location`; no query can run on it."""
    with _leased(location) as path, NameIndex(path / "names") as index:
        yield index


@contextmanager
def open_schema(location: str | Path) -> Iterator[Schema]:
    """Give the schema of the store in the folder `location`: its properties and classes."""
    with _leased(location) as path, Schema(path / "names") as schema:
        yield schema


@contextmanager
def _leased(location: str | Path) -> Iterator[Path]:
    """Give the folder of the generation in which the indexes of a store are."""
    if is_endpoint(location):
        raise StoreMissing(
            f"{location} is an endpoint, and has no name index.",
            hint="Build one from a dump: kgqa store build DUMP --index-only --out DIR",
        )
    directory = Path(location).expanduser()
    refuse_what_is_no_store(directory)
    with sound_lease(directory) as held, reading(directory):
        yield held.path

"""The files of a name index: one that never changes, and perhaps one with changes on top of it.

An update writes only what it changes: what the upper file has under a key hides what the lower one
has, and an empty value hides it altogether. The lower file is shared between generations.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa_store.errors import StoreDamaged, StoreMissing
from kgqa_store.names_layout import REBUILD, TABLES

INDEX, CHANGES = "data.mdb", "changes.mdb"
GONE = b""
"""Under a key of the upper file, where the lower one has a value that is no more."""


@dataclass(frozen=True, slots=True)
class Layer:
    """An environment of LMDB and the tables in it; lmdb has no types."""

    environment: Any
    tables: dict[str, Any]
    identity: tuple[int, int]
    """What the file is, whatever its name: generations share files."""


_SHARED: dict[tuple[int, int], tuple[Layer, int]] = {}
"""Layers that are open for reading, and by how many: LMDB opens a file once in a process."""

_SHARING = threading.Lock()


def open_for_reading(path: Path) -> tuple[Layer, ...]:
    """Return the layers of the index in the folder `path`, the upper one first.

    Each is to be given back.
    """
    if not (path / INDEX).exists():
        raise StoreMissing(f"there is no name index at {path}", hint=REBUILD)
    names = (CHANGES, INDEX) if (path / CHANGES).exists() else (INDEX,)
    return tuple(read_layer(path / name) for name in names)


def read_layer(file: Path) -> Layer:
    """Return a layer that is only read; to be given back."""
    with _SHARING:
        layer, readers = _SHARED.get(_identity(file)) or (open_layer(file), 0)
        _SHARED[layer.identity] = layer, readers + 1
    return layer


def give_back(layer: Layer) -> None:
    """Close a layer if nobody else in this process reads it."""
    with _SHARING:
        _, readers = _SHARED.pop(layer.identity)
        if readers > 1:
            _SHARED[layer.identity] = layer, readers - 1
        else:
            layer.environment.close()


def _identity(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_dev, found.st_ino


def open_layer(file: Path, *, map_size: int = 0) -> Layer:
    """Return a layer, to be read, or with a `map_size` to be written."""
    import lmdb

    writing = map_size > 0
    try:
        environment = lmdb.open(
            str(file),
            subdir=False,
            map_size=map_size,
            max_dbs=len(TABLES),
            readonly=not writing,
            create=writing,
            lock=False,  # one process writes, and nobody reads before it is finished
            sync=False,
            readahead=False,
        )
        tables = {name: environment.open_db(name.encode(), create=writing) for name in TABLES}
    except lmdb.Error as error:
        message = f"the name index at {file.parent} cannot be opened: {error}"
        raise StoreDamaged(message, hint=REBUILD) from error
    return Layer(environment, tables, _identity(file))


class LayeredCursor:
    """A cursor over the same table of several layers that does what one of lmdb does."""

    def __init__(self, cursors: Sequence[Any]) -> None:
        """Go over `cursors` of lmdb, the one of the uppermost layer first."""
        self._cursors = cursors
        self._more: list[bool] | None = None
        self._key: bytes = b""
        self._value: Any = b""

    def __enter__(self) -> LayeredCursor:
        return self

    def __exit__(self, *_: object) -> None:
        for cursor in self._cursors:
            cursor.close()

    def set_range(self, key: bytes) -> bool:
        """Go to the first key that is not below `key`; return whether there is one."""
        self._more = [cursor.set_range(key) for cursor in self._cursors]
        return self._settle()

    def next(self) -> bool:
        """Go to the next key; return whether there is one."""
        self._leave()
        return self._settle()

    def key(self) -> bytes:
        """Return the key."""
        return self._key

    def value(self) -> Any:  # noqa: ANN401  as lmdb gives it
        """Return the value."""
        return self._value

    def iternext(self) -> Iterator[tuple[bytes, Any]]:
        """Give keys and values from here on; from the first key if it was nowhere."""
        more = self._key != b"" if self._more is not None else self._first()
        while more:
            yield self._key, self._value
            more = self.next()

    __iter__ = iternext

    def _first(self) -> bool:
        self._more = [cursor.first() for cursor in self._cursors]
        return self._settle()

    def _leave(self) -> None:
        more = self._more or []
        for place, cursor in enumerate(self._cursors):
            if more[place] and cursor.key() == self._key:
                more[place] = cursor.next()

    def _settle(self) -> bool:
        """Take the least key of all layers, and its value from the uppermost that has it."""
        while True:
            here = [c for c, more in zip(self._cursors, self._more or (), strict=True) if more]
            if not here:
                self._key = b""
                return False
            best = min(here, key=lambda cursor: bytes(cursor.key()))
            self._key, self._value = bytes(best.key()), best.value()
            if len(self._value):
                return True
            self._leave()

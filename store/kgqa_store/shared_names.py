"""Name indexes that are open in this process: each at most once, as LMDB demands."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

_open: dict[Path, tuple[NameIndex, int]] = {}
_lock = threading.Lock()


class SharedNames:
    """The name index in a folder, opened at its first use, closed by its last user."""

    def __init__(self, path: Path) -> None:
        """Remember where the index is."""
        self._path = path.resolve()
        self._index: NameIndex | None = None

    def get(self) -> NameIndex | None:
        """Return the index; None where the store has none."""
        with _lock:
            if self._index is None and (self._path / "data.mdb").exists():
                from kgqa_store.names import NameIndex

                index, users = _open.get(self._path) or (NameIndex(self._path), 0)
                _open[self._path] = (index, users + 1)
                self._index = index
            return self._index

    def close(self) -> None:
        """Use the index no more."""
        with _lock:
            if self._index is None:
                return
            index, users = _open.pop(self._path)
            if users > 1:
                _open[self._path] = (index, users - 1)
            else:
                index.close()
            self._index = None

"""A store whose graph is behind an endpoint, and whose indexes are in a folder on this machine."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_store.damage import sound_lease
from kgqa_store.endpoint import Endpoint
from kgqa_store.generations import Lease
from kgqa_store.opening_arrays import adjacency_in
from kgqa_store.shared_names import SharedNames
from kgqa_store.statistics import load_statistics

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex


class IndexedEndpoint(Endpoint):
    """What `kgqa store build --index-only --endpoint URL` leaves: queries go to the URL."""

    def __init__(self, directory: Path) -> None:
        """Lease the current generation of the indexes in `directory`."""
        self._lease = sound_lease(directory)
        try:
            super().__init__(self._lease.manifest.endpoint)
            self.statistics = load_statistics(self._lease.path / "statistics.json")
        except BaseException:
            self._lease.release()
            raise
        self._names = SharedNames(self._lease.path / "names")
        self._reading = threading.Lock()  # LMDB gives a transaction to one thread at a time
        self._finalizer = weakref.finalize(self, _end, self._names, self._lease)

    @property
    def path(self) -> Path:
        """The folder with the indexes."""
        return self._lease.path

    @property
    def names(self) -> NameIndex | None:
        """The name index, open as long as the store is."""
        return self._names.get()

    @cached_property
    def adjacency(self) -> Adjacency | None:
        """The adjacency arrays of the graph, where the store has them."""
        return adjacency_in(self._lease.path)

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids` that the index has; the endpoint is not asked."""
        names = self.names
        if names is None:
            return super().labels(ids, language)
        with self._reading:
            return names.labels(ids, language)

    def close(self) -> None:
        """Give the indexes back."""
        self._finalizer()


def _end(names: SharedNames, held: Lease) -> None:
    names.close()
    held.release()

"""A store on this machine: worker processes on a read-only database, which is leased meanwhile."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kgqa_store.damage import mending, sound_lease
from kgqa_store.errors import StoreBusy, StoreDamaged, StoreError, StoreMissing
from kgqa_store.generations import Lease
from kgqa_store.labels import fetch_labels
from kgqa_store.limits import Limits, time_limit
from kgqa_store.opening_arrays import adjacency_in
from kgqa_store.plain_files import open_plain
from kgqa_store.results import Result, Table, expect_table, expect_truth
from kgqa_store.shared_names import SharedNames
from kgqa_store.statistics import Statistics, load_statistics
from kgqa_store.store import MEMORY, ROWS, SIZE
from kgqa_store.supervise import Worker
from kgqa_store.turns import Turns

if TYPE_CHECKING:
    from kgqa_store.adjacency import Adjacency
    from kgqa_store.names import NameIndex

WORKERS = 4
"""At most this many queries run at once in one store; each has a process of about 40 MB."""
LABEL_SECONDS = 10.0
"""How long one look-up of labels may take."""


class LocalStore:
    """The store in a folder, as `kgqa store build` leaves it."""

    def __init__(self, directory: Path, *, workers: int | None = None) -> None:
        """Lease the current generation and start a worker; it gets ready in the background."""
        self.location = str(directory)
        self._lease = sound_lease(directory)
        with ExitStack() as undo:
            undo.callback(self._lease.release)
            _refuse_indexes_only(self._lease)
            check_database(self._lease.graph)
            self._pool = Pool(self._lease.graph, workers or min(WORKERS, os.cpu_count() or 1))
            undo.callback(self._pool.close)
            self.statistics: Statistics | None = self._statistics()  # while the worker starts
            undo.pop_all()
        self._names = SharedNames(self._lease.path / "names")
        self._reading = threading.Lock()  # LMDB gives a transaction to one thread at a time
        self._finalizer = weakref.finalize(self, _end, self._pool, self._names, self._lease)

    def _statistics(self) -> Statistics | None:
        path = self._lease.path / "statistics.json"
        return load_statistics(path) if path.exists() else None

    @property
    def path(self) -> Path:
        """The folder of the generation that is read, with the indexes beside the database."""
        return self._lease.path

    @property
    def named(self) -> float | None:
        """The share of its entities that have a name; None if nobody looked when it was built."""
        return self._lease.manifest.named

    @property
    def names(self) -> NameIndex | None:
        """The name index of the store, where it has one; open as long as the store is."""
        return self._names.get()

    @cached_property
    def adjacency(self) -> Adjacency | None:
        """The adjacency arrays of the graph, where the store has them."""
        return adjacency_in(self._lease.path)

    def run(self, sparql: str, *, seconds: float, memory: int = MEMORY, rows: int = ROWS) -> Result:
        """Return the result of a SELECT, ASK, CONSTRUCT or DESCRIBE query."""
        return self._pool.run(sparql, Limits(seconds, memory, rows, SIZE))

    def select(self, sparql: str, *, seconds: float) -> Table:
        """Return the solutions of a SELECT query."""
        return expect_table(self.run(sparql, seconds=seconds))

    def ask(self, sparql: str, *, seconds: float) -> bool:
        """Return the truth of an ASK query."""
        return expect_truth(self.run(sparql, seconds=seconds))

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids` that has one in `language`, or in all languages."""
        names = self.names
        if names is not None:
            with self._reading:
                return names.labels(ids, language)
        return fetch_labels(ids, language, lambda query: self.select(query, seconds=LABEL_SECONDS))

    def close(self) -> None:
        """End the workers and give the generation back."""
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Pool:
    """Some workers on one database: started when they are needed, replaced when they are gone."""

    def __init__(self, graph: Path, size: int) -> None:
        """Start the first worker."""
        self._graph = graph
        self._turns = Turns(size)
        self._idle: list[Worker] = [Worker(graph)]
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._is_closed = False

    def run(self, sparql: str, limits: Limits) -> Result:
        """Return the result of `sparql` from the first worker that is free."""
        if not self._turns.acquire(max(0.0, limits.deadline - time.monotonic())):
            raise time_limit(limits.seconds)
        try:
            worker = self._take()
            try:
                return worker.run(sparql, limits)
            except StoreError:
                if self._is_closed:
                    raise StoreError("The store was closed while the query ran.") from None
                raise
            finally:
                self._give_back(worker)
        finally:
            self._turns.release()

    def _take(self) -> Worker:
        with self._lock:
            if self._is_closed:
                raise StoreError("The store is closed.", hint="Open it again with open_store.")
            if self._owner != os.getpid():  # after a fork the workers are the other process's
                self._owner, self._idle, self._busy = os.getpid(), [], set()
            worker = self._idle.pop() if self._idle else None
            if worker is not None and not worker.is_alive:
                worker.kill()
                worker = None
            worker = worker or Worker(self._graph)
            self._busy.add(worker)
            return worker

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
            is_alive = worker.is_alive
            if self._is_closed or not is_alive:
                worker.kill()
            if not self._is_closed:
                # A new worker takes 50 ms to get ready, mostly after the caller has its error.
                with suppress(StoreError):
                    self._idle.append(worker if is_alive else Worker(self._graph))

    def close(self) -> None:
        """End all workers; a query that is running fails."""
        with self._lock:
            self._is_closed = True
            if self._owner == os.getpid():
                for worker in self._idle:
                    worker.kill()
                for worker in self._busy:
                    worker.interrupt()
            self._idle.clear()


def _end(pool: Pool, names: SharedNames, held: Lease) -> None:
    pool.close()
    names.close()
    held.release()


def _refuse_indexes_only(held: Lease) -> None:
    parts = {name.partition("/")[0] for name in held.manifest.files}
    if "names" in parts and "graph" not in parts:
        raise StoreMissing(
            f"The store {held.directory} has indexes only, and does not say where its graph is.",
            hint="Ask the endpoint itself with --store URL, or build the indexes with --endpoint "
            "URL.",
        )


def check_database(graph: Path) -> None:
    """Refuse a database that is not there, or that another process may be writing to."""
    import fcntl

    if not (graph / "CURRENT").is_file():
        raise StoreDamaged(
            f"The store lacks its database: there is no {graph / 'CURRENT'}.",
            hint=mending(graph.parent.parent),
        )
    with suppress(OSError), open_plain(graph / "LOCK") as lock:
        try:
            # RocksDB locks this file while it writes; reading at the same time is undefined.
            fcntl.lockf(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise StoreBusy(
                f"Another process has the database at {graph} open for writing.",
                hint=f"Wait until it ends, or see which it is: fuser {graph / 'LOCK'}",
            ) from None

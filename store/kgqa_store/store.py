"""What can be asked of a store, wherever it is."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Protocol, Self

from kgqa_store.results import Result, Table
from kgqa_store.statistics import Statistics

MEMORY = 2 << 30
"""How many bytes a query may use while it runs, unless told otherwise."""
ROWS = 1_000_000
"""How many rows or triples a result may have, unless told otherwise."""
SIZE = 256 << 20
"""How many bytes a result may have as it is sent."""


class Store(Protocol):
    """A graph that answers SPARQL 1.1 queries, each within its limits.

    A query may use the prefixes of `vocabulary.PREFIXES` without declaring them. All methods may
    be called from several threads. Every error is a `StoreError`; a query that is stopped raises
    `TimeLimit` or `MemoryLimit`, and the next one works.
    """

    @property
    def location(self) -> str:
        """Where the graph is: a folder, or the URL of an endpoint."""

    @property
    def statistics(self) -> Statistics | None:
        """How the properties of the graph are used, where that is known."""

    def run(self, sparql: str, *, seconds: float, memory: int = MEMORY, rows: int = ROWS) -> Result:
        """Return the result of a SELECT, ASK, CONSTRUCT or DESCRIBE query."""

    def select(self, sparql: str, *, seconds: float) -> Table:
        """Return the solutions of a SELECT query."""

    def ask(self, sparql: str, *, seconds: float) -> bool:
        """Return the truth of an ASK query."""

    def labels(self, ids: Iterable[str], language: str = "en") -> dict[str, str]:
        """Return the label of each of `ids` (as in `Q42`) that has one, in `language` if it can be.

        Else a label for all languages (`mul`) stands in, and in a store with an index of names
        one in another language.
        """

    def close(self) -> None:
        """End what belongs to this store; asking it afterwards is an error."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None: ...

"""What a store says about a question's entities, answers and gold query, whoever answers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox
from kgqa_store.errors import StoreError
from kgqa_store.names_text import normalise
from kgqa_store.query_text import kind_of
from kgqa_store.results import Node, Triples
from kgqa_store.store import Store
from kgqa_store.vocabulary import WD

from kgqa.bench.datasets.gold_sparql import spelled
from kgqa.bench.dialect import plain
from kgqa.bench.metrics.sets import is_id
from kgqa.bench.reach import Reach

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

SECONDS = 20.0
"""How long a gold query may run."""


class StoreView:
    """A store as the harness looks at it; without files of its own it knows little."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.names: NameIndex | None = getattr(store, "names", None)
        path: Path | None = getattr(store, "path", None)
        has_graph = path is not None and (path / "graph").is_dir()
        self.reach = Reach(path / "graph") if path is not None and has_graph else None
        self.names_of = lru_cache(maxsize=50_000)(self._names_of)
        self.redirect = lru_cache(maxsize=50_000)(self._redirect)
        self.run_gold = lru_cache(maxsize=4)(self._run_gold)

    def _redirect(self, id_: str) -> str:
        return self.reach.redirect(id_) if self.reach and is_id(id_) else id_

    def has(self, id_: str) -> bool:
        """Whether the store knows an entity."""
        return self.names is not None and self.names.describe(self.redirect(id_)) is not None

    def _names_of(self, id_: str) -> tuple[str, ...]:
        """Return the label and the aliases of an entity."""
        entry = self.names.describe(id_) if self.names is not None else None
        return (entry.label, *entry.aliases) if entry else ()

    def is_named(self, names: Iterable[str]) -> bool:
        """Whether some entity has one of the names."""
        index = self.names
        return index is not None and any(index.exact(normalise(n), limit=1) for n in names)

    def hops(self, starts: Iterable[str], ends: Iterable[str]) -> int | None:
        """Return the least number of steps, at most 2, from a start to an end."""
        if self.reach is None:
            return None
        return self.reach.hops(map(self.redirect, starts), map(self.redirect, ends))

    def _run_gold(self, sparql: str) -> tuple[tuple[str, ...] | None, str]:
        """Return the answers of a gold query, its first column, or None and why it cannot run."""
        try:
            columns = self.columns(sparql, SECONDS)
        except StoreError as error:
            return None, str(error)
        if columns is None:
            return None, "the query gives no answers but triples"
        return (columns[0] if columns else ()), ""

    def columns(self, sparql: str, seconds: float) -> list[tuple[str, ...]] | None:
        """Return what each variable of a query is bound to, each once; None where it has none.

        A truth is a column of one. A variable that is never bound, as a label that only Wikidata's
        own service gives, is no column beside others.
        """
        query = plain(sparql)
        if kind_of(query) in ("CONSTRUCT", "DESCRIBE"):
            return None
        result = self.store.run(query, seconds=seconds)
        if isinstance(result, Triples):
            return None
        if isinstance(result, bool):
            return [(str(result),)]
        found = [
            tuple(
                dict.fromkeys(self.redirect(_spelled(cell)) for cell in cells if cell is not None)
            )
            for cells in zip(*result.rows, strict=True)
        ]
        return [column for column in found if column] or [()]


def _spelled(node: Node) -> str:
    if isinstance(node, ox.Literal):
        return spelled({"value": node.value, "datatype": node.datatype.value})
    return str(getattr(node, "value", node)).removeprefix(WD)

"""The graph as the merge sees it: small sets, keys of their members, and what expressions give."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from kgqa_store.errors import LimitReached, StoreDamaged, StoreError
from kgqa_store.results import Table, expect_table
from kgqa_store.store import Store

from kgqa.algebra import AlgebraError, Entity, Inverse, Property, Qualified, Query, Things
from kgqa.answers import Answer, Result, Value
from kgqa.errors import KgqaError
from kgqa.execute.prove import Prover
from kgqa.execute.run import execute
from kgqa.settings import Settings

MOST = 300
"""A set with more members is not looked at one by one."""


class GraphView:
    """Asks one store, within a deadline; what it cannot tell in time it does not know."""

    def __init__(self, store: Store, settings: Settings, deadline: float) -> None:
        """Ask `store` until `deadline`, a time of the monotonic clock."""
        self.store, self.settings, self.deadline = store, settings, deadline
        self._results: dict[tuple[Query, bool], Result | None] = {}

    @property
    def seconds(self) -> float:
        """How long a query may take."""
        return max(0.05, self.deadline - time.monotonic())

    def result(self, query: Query, *, proved: bool = True) -> Result | None:
        """Return what an expression gives; None where it cannot be told."""
        key = (query, proved)
        if key not in self._results:
            proofs = self.settings.proofs if proved else 0
            settings = replace(self.settings, timeout=self.seconds, proofs=proofs)
            try:
                self._results[key] = execute(query, self.store, settings)
            except StoreDamaged:
                raise
            except (LimitReached, KgqaError, AlgebraError, StoreError):
                self._results[key] = None
        return self._results[key]

    def answers(self, query: Query) -> tuple[Answer, ...]:
        """Return the answers of an expression with their proofs."""
        found = self.result(query)
        return found.answers if found is not None else ()

    def values(self, query: Query) -> list[Value] | None:
        """Return what an expression denotes; None where it cannot be told."""
        if isinstance(query, Entity):
            return [query]
        found = self.result(query, proved=False)
        return [answer.value for answer in found.answers] if found is not None else None

    def members(self, things: Things) -> list[str] | None:
        """Return the entities in a set; None where there are too many."""
        found = self.values(things)
        if found is None or len(found) > MOST:
            return None
        return [value.id for value in found if isinstance(value, Entity)]

    def keys(self, key: Property | Qualified | Inverse, ids: Sequence[str]) -> dict[str, Value]:
        """Return the first value that each of `ids` has as a key, with its unit or precision."""
        prover = Prover(self._select, self.store.statistics, limit=1)
        nodes = [prover.node(Entity(id_)) for id_ in ids]
        try:
            facts = prover.keys(key, nodes, listed=0)
        except StoreDamaged:
            raise
        except (LimitReached, StoreError):
            return {}
        found: dict[str, Value] = {}
        for node, listed in facts.items():
            subject = prover.value(node)
            for fact in listed:
                if isinstance(subject, Entity) and not isinstance(fact.object, str):
                    found.setdefault(subject.id, fact.object)
        return found

    def _select(self, sparql: str) -> Table:
        memory = self.settings.memory << 20
        return expect_table(self.store.run(sparql, seconds=self.seconds, memory=memory))

"""What a query gives back: a table, a truth, or triples."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from typing import TypeAlias

import pyoxigraph as ox

from kgqa_store.errors import QueryError

Node: TypeAlias = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
"""An RDF term as it stands in a result."""

Row: TypeAlias = tuple[Node | None, ...]
"""One solution: a term, or nothing, for every variable."""


@dataclass(frozen=True, slots=True)
class Table:
    """The solutions of a SELECT query, in its order."""

    variables: tuple[str, ...]
    rows: tuple[Row, ...]

    def column(self, variable: str) -> list[Node]:
        """Return what is bound to `variable`, row by row, leaving out what is unbound."""
        place = self.variables.index(variable)
        return [row[place] for row in self.rows if row[place] is not None]  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Triples:
    """The triples of a CONSTRUCT or DESCRIBE query."""

    triples: tuple[ox.Triple, ...]


Result: TypeAlias = Table | Triples | bool


def read_results(
    content: bytes, syntax: ox.QueryResultsFormat, *, rows: int = sys.maxsize
) -> Table | bool:
    """Return the results that `content` spells out in `syntax`, at most `rows` rows of them."""
    results = ox.parse_query_results(content, format=syntax)
    try:
        if isinstance(results, ox.QueryBoolean):
            return bool(results)
        variables = tuple(variable.value for variable in results.variables)
        return Table(variables, tuple(map(tuple, islice(results, rows))))
    finally:
        # It may die in its own thread only; a traceback would keep it for the garbage collector.
        del results


def read_triples(
    content: bytes, syntax: ox.RdfFormat, *, base: str | None = None, rows: int = sys.maxsize
) -> Triples:
    """Return the triples that `content` spells out in `syntax`, at most `rows` of them."""
    quads = ox.parse(content, format=syntax, base_iri=base)
    try:
        return Triples(tuple(map(attrgetter("triple"), islice(quads, rows))))
    finally:
        del quads  # for the same reason


def expect_table(result: Result) -> Table:
    """Return `result`, which must come from a SELECT query."""
    if not isinstance(result, Table):
        raise QueryError("A SELECT query is needed here.")
    return result


def expect_truth(result: Result) -> bool:
    """Return `result`, which must come from an ASK query."""
    if not isinstance(result, bool):
        raise QueryError("An ASK query is needed here.")
    return result

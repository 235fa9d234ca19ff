"""What a query gives back: a table, a truth, or triples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import pyoxigraph as ox

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

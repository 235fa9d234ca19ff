"""The terms behind the hashes of a spool, kept on disk while a graph is read."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_store.spool import Numbers

MOST_SEEN = 1 << 20
"""So many terms are remembered as written; beyond them one may be written again."""
MOST_HELD = 50_000


class TermSpool:
    """RDF terms as they stand in N-Triples, by the number that spools have for them."""

    def __init__(self, path: Path) -> None:
        """Spool into a file at `path`, and one beside it."""
        self._path = path
        self._numbers = array("Q")
        self._terms: list[bytes] = []
        self._seen: set[int] = set()

    def add(self, number: int, term: bytes) -> None:
        """Keep a term, unless it is known to be there."""
        if number not in self._seen:
            self._seen.add(number)
            self._numbers.append(number)
            self._terms.append(term)

    def relieve(self) -> None:
        """Move terms to disk if there are many."""
        if len(self._terms) > MOST_HELD:
            with self._path.open("ab") as file:
                file.write(b"\n".join(self._terms) + b"\n")
            self._terms.clear()
        if len(self._seen) > MOST_SEEN:
            self._seen.clear()

    def read(self) -> tuple[Numbers, list[bytes]]:
        """Return the numbers of all terms, in ascending order, and the terms."""
        import numpy as np

        terms = self._path.read_bytes().split(b"\n")[:-1] if self._path.exists() else []
        terms += self._terms
        numbers, places = np.unique(np.array(self._numbers, dtype=np.uint64), return_index=True)
        return numbers, [terms[place] for place in places.tolist()]

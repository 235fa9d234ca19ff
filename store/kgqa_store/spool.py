"""Edges as numbers, kept on disk while a graph is read: the tables that counting needs.

An edge is three 64-bit numbers: a tag (property and kind of value), a subject and an object. A
spool holds a bounded part of them in memory and the rest in files, divided by property, so that one
file after the other can be sorted. The largest property is what has to fit into memory: 24 bytes an
edge, four times that while it is sorted.

Values are told apart by their spelling: `1.0` and `1.00` are two objects here and one in Oxigraph.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np

    Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
    Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]

KINDS = ("entity", "number", "date", "text", "other", "unknown", "irregular")
"""The kinds of values; a tag holds the place of one of them in its lowest three bits."""

PROPERTY = 1 << 60
"""Added to the number of a property, so that `P31` and `Q31` have different numbers."""

OTHER = 1 << 63
"""Added to the hash of whatever is neither `Q…` nor `P…`."""

MOST_DIGITS = 17
"""Digits of the numbers of entities; Wikidata gives nine. Longer ones are no numbers."""

BUCKETS = 61
ROWS_IN_MEMORY = 100_000


def tag(property_number: int, kind: int) -> int:
    """Return the tag of an edge of that property to that kind of value."""
    return property_number << 3 | kind


def entity_id(number: int) -> str | None:
    """Return `Q…` or `P…` for the number of an entity, and None for that of anything else."""
    if number >= OTHER:
        return None
    return f"P{number - PROPERTY}" if number >= PROPERTY else f"Q{number}"


def entity_number(identifier: str) -> int | None:
    """Return the number of `Q…` or `P…`, and None if `identifier` is neither."""
    digits = identifier[1:]
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        return None
    match identifier[0]:
        case "Q":
            return int(digits)
        case "P":
            return PROPERTY + int(digits)
        case _:
            return None


class Spool:
    """Edges in the order they came, most of them on disk.

    Whoever adds extends `rows` by tag, subject, object, and calls `relieve` now and then.
    """

    def __init__(self, folder: Path, name: str) -> None:
        """Spool into files of `folder` that start with `name`."""
        self.rows = array("Q")
        self._is_on_disk = False
        self._paths = [folder / f"{name}-{bucket:02}" for bucket in range(BUCKETS)]

    def relieve(self, *, limit: int = ROWS_IN_MEMORY) -> None:
        """Move the edges in memory to disk if there are more than `limit`."""
        if len(self.rows) <= 3 * limit:
            return
        import numpy as np

        table = _table(self.rows)
        bucket = (table[:, 0] >> np.uint64(3)) % np.uint64(BUCKETS)
        order = np.argsort(bucket, kind="stable")
        ends = np.searchsorted(bucket[order], np.arange(BUCKETS + 1, dtype=np.uint64))
        table = table[order]
        for place, path in enumerate(self._paths):
            if ends[place] < ends[place + 1]:
                with path.open("ab") as file:
                    file.write(table[ends[place] : ends[place + 1]].tobytes())
        self.rows = array("Q")
        self._is_on_disk = True

    def tables(self) -> Iterator[Table]:
        """Yield tables of different edges, sorted by property, subject and object.

        All edges of one property are in one table.
        """
        import numpy as np

        if not self._is_on_disk:
            if self.rows:
                yield _in_order(_table(self.rows))
            return
        self.relieve(limit=0)
        for path in self._paths:
            if path.exists():
                yield _in_order(np.fromfile(path, dtype=np.uint64).reshape(-1, 3))

    def property(self, number: int) -> Table:
        """Return the edges of one property, sorted by subject and object."""
        import numpy as np

        if self._is_on_disk:
            self.relieve(limit=0)
            path = self._paths[number % BUCKETS]
            rows = path.read_bytes() if path.exists() else b""
            table = np.frombuffer(rows, dtype=np.uint64).reshape(-1, 3)
        else:
            table = _table(self.rows)
        return _in_order(table[table[:, 0] >> np.uint64(3) == number])

    def properties(self) -> Iterator[tuple[int, Table]]:
        """Yield the number of each property with its edges, sorted by subject and object."""
        import numpy as np

        for table in self.tables():
            numbers, starts = np.unique(table[:, 0] >> np.uint64(3), return_index=True)
            ends = [*starts[1:], len(table)]
            for number, start, end in zip(numbers, starts, ends, strict=True):
                yield int(number), table[start:end]


def _table(rows: array[int]) -> Table:
    """Return `rows` as a table of its own, so that they can grow again."""
    import numpy as np

    return np.array(rows, dtype=np.uint64).reshape(-1, 3)


def _in_order(table: Table) -> Table:
    """Return the different rows of `table`, sorted by property, subject and object."""
    import numpy as np

    table = table[np.lexsort((table[:, 2], table[:, 1], table[:, 0] >> np.uint64(3)))]
    fresh = np.ones(len(table), dtype=bool)
    fresh[1:] = (table[1:] != table[:-1]).any(axis=1)
    return table[fresh]


def columns(spool: Spool) -> tuple[Numbers, Numbers]:
    """Return subjects, in ascending order, and objects of a spool whose tags are all 0."""
    import numpy as np

    tables = list(spool.tables())
    table = tables[0] if tables else np.empty((0, 3), dtype=np.uint64)
    return table[:, 1].copy(), table[:, 2].copy()

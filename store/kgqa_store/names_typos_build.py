"""Writing the hashes of names with letters left out, sorted on disk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa_store.names_typos import (
    LONGEST_NAME,
    LONGEST_WORD,
    SHORTEST_WORD,
    chunk_bits,
    entries,
)

if TYPE_CHECKING:
    from kgqa_store.spool import Numbers

PARTITION_BITS = 6
PARTITIONS = 1 << PARTITION_BITS
ENTRIES_IN_MEMORY = 1_000_000
"""Far more than have chunks of fewer bits than a partition has."""

GROUP = 20_000
"""Texts of one length that are treated together."""


class TypoWriter:
    """Takes texts and gives the chunks of their entries."""

    def __init__(self, scratch: Path, name: str, *, edits: int) -> None:
        """Leave out up to `edits` letters; scratch files of `scratch` start with `name`."""
        self.count = 0
        self._edits = edits
        self._longest = LONGEST_NAME if edits == 1 else LONGEST_WORD
        self._paths = [scratch / f"{name}-typos-{place:02}" for place in range(PARTITIONS)]
        self._groups: defaultdict[int, tuple[list[str], list[int]]] = defaultdict(lambda: ([], []))
        self._held: list[Numbers] = []
        self._entries = 0

    def add(self, text: str) -> bytes:
        """Take a text; return its number as a key."""
        number = self.count
        self.count += 1
        if SHORTEST_WORD <= len(text) <= self._longest:
            texts, numbers = self._groups[len(text)]
            texts.append(text)
            numbers.append(number)
            if len(texts) >= GROUP:
                self._write(len(text))
        return number.to_bytes(4, "big")

    def _write(self, length: int) -> None:
        """Make the entries of the texts of one length."""
        import numpy as np

        texts, numbers = self._groups.pop(length)
        table = _different(np.concatenate(list(entries(texts, numbers, self._edits))))
        self._entries += len(table)
        self._held.append(table)
        if sum(map(len, self._held)) > ENTRIES_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        """Move the entries in memory to disk, divided by their first bits."""
        import numpy as np

        table = _different(np.concatenate(self._held))
        places = np.arange(1, PARTITIONS, dtype=np.uint64) << np.uint64(64 - PARTITION_BITS)
        for path, part in zip(
            self._paths, np.split(table, np.searchsorted(table, places)), strict=True
        ):
            with path.open("ab") as file:
                file.write(part.tobytes())
        self._held = []

    def bits(self) -> int:
        """Return how many bits of a hash choose its chunk."""
        for length in list(self._groups):
            self._write(length)
        return chunk_bits(self._entries)

    def chunks(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the number of each chunk that is not empty, as a key, and its entries."""
        import numpy as np

        shift = np.uint64(32 - self.bits())
        for table in self._partitions():
            numbers = table >> np.uint64(32) >> shift
            firsts, starts = np.unique(numbers, return_index=True)
            for first, start, end in zip(firsts, starts, [*starts[1:], len(table)], strict=True):
                yield int(first).to_bytes(4, "big"), table[start:end].tobytes()

    def _partitions(self) -> Iterator[Numbers]:
        """Yield all entries in order; a chunk is never divided."""
        import numpy as np

        if not self._paths[0].exists():  # all fit into memory
            if self._held:
                yield _different(np.concatenate(self._held))
            return
        if self._held:
            self._spill()
        for path in self._paths:
            yield _different(np.fromfile(path, dtype=np.uint64))
            path.unlink()


def _different(table: Numbers) -> Numbers:
    """Return the different entries of `table`, in order."""
    import numpy as np

    table = np.sort(table)
    return table[np.append(table[1:] != table[:-1], True)] if len(table) else table

"""Writing the hashes of names with letters left out, sorted on disk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from kgqa_store.names_typos import (
    LONGEST_NAME,
    LONGEST_WORD,
    SHORTEST_WORD,
    chunk_bits,
    entries,
)

PARTITIONS = 64
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
        import numpy as np

        texts, numbers = self._groups.pop(length)
        table = np.sort(np.concatenate(list(entries(texts, numbers, self._edits))))
        table = table[np.append(table[1:] != table[:-1], True)]
        places = np.arange(PARTITIONS + 1, dtype=np.uint64) << np.uint64(58)
        ends = np.searchsorted(table, places)
        ends[-1] = len(table)  # 64 << 58 is 0 in 64 bits
        for path, start, end in zip(self._paths, ends, ends[1:], strict=False):
            with path.open("ab") as file:
                file.write(table[start:end].tobytes())
        self._entries += len(table)

    def bits(self) -> int:
        """Return how many bits of a hash choose its chunk; at least those of a partition."""
        for length in list(self._groups):
            self._write(length)
        return chunk_bits(self._entries)

    def chunks(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the number of each chunk that is not empty, as a key, and its entries."""
        import numpy as np

        bits = self.bits()
        held = np.empty(0, dtype=np.uint64)
        for place, path in enumerate(self._paths):
            if path.exists():
                held = np.concatenate([held, np.fromfile(path, dtype=np.uint64)])
                path.unlink()
            # With few bits a chunk spans several partitions: it is cut when all of them are read.
            if bits >= 6 or (place + 1) % (PARTITIONS >> bits) == 0:
                held.sort()
                numbers = (held >> np.uint64(32)) >> np.uint64(32 - bits)
                firsts, starts = np.unique(numbers, return_index=True)
                for first, start, end in zip(firsts, starts, [*starts, len(held)][1:], strict=True):
                    yield int(first).to_bytes(4, "big"), held[start:end].tobytes()
                held = np.empty(0, dtype=np.uint64)

"""Beginnings that very many names share: their best names are found out when the index is built."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from kgqa_store.names_text import key_of

LONGEST = 10
"""Letters of a beginning; among the names of a longer one the first `MANY` are looked at."""

MANY = 256
"""From so many names on a beginning is common."""

KEPT = 32
"""Names that are kept for a common beginning."""


class CommonPrefixes:
    """Takes normal forms in ascending order and finds their common beginnings."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._last = ""
        self._taken = 0
        self._starts: list[int] = []
        self._best: list[list[tuple[int, str]]] = []
        self._found: list[tuple[bytes, bytes]] = []

    def add(self, normal: str, popularity: int) -> None:
        """Take the next normal form and the popularity of its best entity."""
        still, last = 0, self._last
        for one, other in zip(normal[:LONGEST], last, strict=False):
            if one != other:
                break
            still += 1
        self._close(still)
        for _ in range(still, min(LONGEST, len(normal))):
            self._starts.append(self._taken)
            self._best.append([])
        self._last = normal
        self._taken += 1
        for best in self._best:
            if len(best) < KEPT:
                heapq.heappush(best, (popularity, normal))
            elif best[0][0] < popularity:
                heapq.heapreplace(best, (popularity, normal))

    def _close(self, still: int) -> None:
        """End all beginnings that are longer than `still` letters."""
        while len(self._starts) > still:
            prefix = self._last[: len(self._starts)]
            start, best = self._starts.pop(), self._best.pop()
            if self._taken - start >= MANY:
                names = [name for _, name in sorted(best, key=lambda pair: (-pair[0], pair[1]))]
                self._found.append((key_of(prefix), b"\0".join(key_of(name) for name in names)))

    def records(self) -> Iterator[tuple[str, bytes, bytes]]:
        """Yield the common beginnings and their best normal forms, joined by zeros."""
        self._close(0)
        for key, names in sorted(self._found):
            yield "prefixes", key, names

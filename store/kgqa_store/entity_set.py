"""Sets of entities, one bit each: 16 MB for all items of Wikidata."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


class EntitySet:
    """Numbers of entities; those of one letter only, unless they are added by name."""

    def __init__(self, bits: bytes | bytearray = b"") -> None:
        self._bits = bytearray(bits)

    def add(self, number: int) -> bool:
        """Return whether `number` is new, and remember it."""
        place, bit = number >> 3, 1 << (number & 7)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 + min(place, 1 << 20) - len(self._bits)))
        if self._bits[place] & bit:
            return False
        self._bits[place] |= bit
        return True

    def __contains__(self, number: int) -> bool:
        place = number >> 3
        return place < len(self._bits) and bool(self._bits[place] & 1 << (number & 7))

    def __iter__(self) -> Iterator[int]:
        for place, byte in enumerate(self._bits):
            if byte:
                yield from (place * 8 + bit for bit in range(8) if byte & 1 << bit)

    def __len__(self) -> int:
        return int.from_bytes(self._bits, "little").bit_count()

    def copy(self) -> EntitySet:
        """Return a set of the same numbers that can grow by itself."""
        return EntitySet(self._bits)

    def save(self, path: Path) -> None:
        """Write the set to a file that `read` reads."""
        path.write_bytes(self._bits)

    @staticmethod
    def read(path: Path) -> EntitySet:
        """Return the set that was saved at `path`."""
        return EntitySet(path.read_bytes())

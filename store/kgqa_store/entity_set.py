"""Sets of entities, one bit each: 16 MB for all items of Wikidata."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Numbers: TypeAlias = npt.NDArray[np.uint64]
    Mask: TypeAlias = npt.NDArray[np.bool_]

NEAR = 1 << 31
"""Numbers from here on, far beyond those of Wikidata, are kept one by one: bits fill memory."""


class EntitySet:
    """Numbers of entities; those of one letter only, unless they are added by name."""

    def __init__(self, bits: bytes | bytearray = b"", far: set[int] | None = None) -> None:
        self._bits = bytearray(bits)
        self._far: set[int] = far or set()

    def add(self, number: int) -> bool:
        """Return whether `number` is new, and remember it."""
        if number >= NEAR:
            is_new = number not in self._far
            self._far.add(number)
            return is_new
        place, bit = number >> 3, 1 << (number & 7)
        self._reach(place)
        if self._bits[place] & bit:
            return False
        self._bits[place] |= bit
        return True

    def add_all(self, numbers: Numbers) -> None:
        """Remember all of `numbers`."""
        import numpy as np

        self._far.update(numbers[numbers >= NEAR].tolist())
        near = numbers[numbers < NEAR]
        if not len(near):
            return
        self._reach(int(near.max()) >> 3)
        bits = np.frombuffer(self._bits, dtype=np.uint8)
        for bit in range(8):
            # Where a place comes twice, the same byte is written twice.
            bits[near[(near & np.uint64(7)) == bit] >> np.uint64(3)] |= np.uint8(1 << bit)

    def has_all(self, numbers: Numbers) -> Mask:
        """Return for each of `numbers` whether it is in the set."""
        import numpy as np

        bits = np.frombuffer(self._bits, dtype=np.uint8)
        places = numbers >> np.uint64(3)
        found = np.zeros(len(numbers), dtype=bool)
        near = np.flatnonzero(places < len(bits))
        shifts = (numbers[near] & np.uint64(7)).astype(np.uint8)
        found[near] = (bits[places[near]] >> shifts & np.uint8(1)).astype(bool)
        if self._far:
            found |= np.isin(numbers, np.array(sorted(self._far), dtype=np.uint64))
        return found

    def _reach(self, place: int) -> None:
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 + min(place, 1 << 20) - len(self._bits)))

    def __contains__(self, number: int) -> bool:
        if number >= NEAR:
            return number in self._far
        place = number >> 3
        return place < len(self._bits) and bool(self._bits[place] & 1 << (number & 7))

    def __iter__(self) -> Iterator[int]:
        for place, byte in enumerate(self._bits):
            if byte:
                yield from (place * 8 + bit for bit in range(8) if byte & 1 << bit)
        yield from sorted(self._far)

    def __len__(self) -> int:
        return int.from_bytes(self._bits, "little").bit_count() + len(self._far)

    def copy(self) -> EntitySet:
        """Return a set of the same numbers that can grow by itself."""
        return EntitySet(self._bits, set(self._far))

    def save(self, path: Path) -> None:
        """Write the set to a file that `read` reads."""
        far = ",".join(map(str, sorted(self._far)))
        path.write_bytes(f"{far}\n".encode() + self._bits)

    @staticmethod
    def read(path: Path) -> EntitySet:
        """Return the set that was saved at `path`."""
        far, _, bits = path.read_bytes().partition(b"\n")
        return EntitySet(bits, {int(number) for number in far.split(b",") if number})

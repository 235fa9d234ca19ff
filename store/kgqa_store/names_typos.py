"""Names with mistakes in them, found by leaving letters out.

Two words that are one edit apart become equal when at most one letter of each is left out, and so
on for more edits. The index holds a hash of every name with up to one letter left out, and of every
word with up to two; a query is treated the same way and looked up, and what is found is measured.

The hash is a polynomial over code points, modulo 2**64, of which the upper 32 bits are kept: numpy
makes those of all names of one length together. An entry is such a hash and the number of a name,
in 64 bits; entries are sorted, and cut into chunks by their first bits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_store.spool import Numbers

BASE = 0x9E3779B97F4A7C15 | 1
MIX = 0xD6E8FEB86659FD93
MASK = (1 << 64) - 1

LONGEST_NAME = 60
"""Longer names are corrected word by word only."""
LONGEST_WORD = 20
SHORTEST_WORD = 4
"""In shorter words nothing is corrected: every other one is an edit away."""

CHUNK_ENTRIES = 200
"""Entries in a chunk, on average: such a chunk fits into a page of LMDB."""


def chunk_bits(entries: int) -> int:
    """Return how many bits of a hash choose the chunk when there are so many entries."""
    return max(0, min(32, (max(entries, 1) // CHUNK_ENTRIES).bit_length()))


_POWERS = [1]
for _ in range(LONGEST_NAME + 4):
    _POWERS.append(_POWERS[-1] * BASE & MASK)


def hashes(text: str, edits: int) -> set[int]:
    """Return the 32-bit hashes of `text` with up to `edits` (0 to 2) letters left out.

    There are none for a text that is longer than any indexed name. The hash of what is left
    follows from those of its pieces: H(ab) = H(a) * BASE**|b| + H(b).
    """
    length = len(text)
    if length >= len(_POWERS):
        return set()
    before = [0]  # the hash of what stands before each place
    for character in text:
        before.append((before[-1] * BASE + ord(character)) & MASK)
    power = _POWERS
    behind = [before[-1] - before[place] * power[length - place] for place in range(length + 1)]
    found = {_upper(before[-1])}
    for one in range(length) if edits > 0 else ():
        found.add(_upper(before[one] * power[length - one - 1] + behind[one + 1]))
    for one in range(length) if edits > 1 else ():
        start, left = before[one], before[one + 1]
        for other in range(one + 1, length):
            gap = other - one - 1
            value = start * power[gap] + before[other] - left * power[gap]
            found.add(_upper(value * power[length - other - 1] + behind[other + 1]))
    return found


def _upper(value: int) -> int:
    return (value * MIX & MASK) >> 32


def entries(texts: Sequence[str], numbers: Sequence[int], edits: int) -> Iterator[Numbers]:
    """Yield arrays of entries: the hashes of `texts` with letters left out, and their numbers.

    All texts have the same length, which is not 0.
    """
    import numpy as np

    length = len(texts[0])
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "replace"), dtype=np.uint32)
    columns = codes.reshape(-1, length).T.astype(np.uint64)
    low = np.asarray(numbers, dtype=np.uint64)
    for left_out in range(min(edits, length) + 1):
        for places in combinations(range(length), left_out):
            value = np.zeros(len(texts), dtype=np.uint64)
            for place in range(length):
                if place not in places:
                    value = value * np.uint64(BASE) + columns[place]
            yield (value * np.uint64(MIX) >> np.uint64(32)) << np.uint64(32) | low


def matches(
    wanted: set[int], chunk_of: Callable[[int], memoryview | None], bits: int
) -> Iterator[int]:
    """Yield the numbers of the entries with a hash in `wanted`; `chunk_of` gives a chunk."""
    for value in wanted:
        chunk = chunk_of(value >> (32 - bits))
        if chunk is None:
            continue
        place = bisect_left(chunk, value << 32)
        while place < len(chunk) and chunk[place] >> 32 == value:
            yield chunk[place] & 0xFFFFFFFF
            place += 1


def edits_between(one: str, other: str, limit: int) -> int | None:
    """Return how many edits lead from `one` to `other`, and None if more than `limit` do.

    An edit inserts, removes or replaces a letter, or swaps two neighbours; no part is edited twice.
    """
    return next((edits for edits in range(limit + 1) if _is_within(one, other, edits)), None)


def _is_within(one: str, other: str, edits: int) -> bool:
    """Return whether so many edits suffice; with one or two a tenth of the work of a full table."""
    if abs(len(one) - len(other)) > edits:
        return False
    if edits == 0:
        return one == other
    place = 0
    for letter, letter_there in zip(one, other, strict=False):
        if letter != letter_there:
            break
        place += 1
    else:
        return True  # one is the beginning of the other
    one, other = one[place:], other[place:]
    return (
        _is_within(one[1:], other[1:], edits - 1)
        or _is_within(one[1:], other, edits - 1)
        or _is_within(one, other[1:], edits - 1)
        or (one[:2] == other[1::-1] and _is_within(one[2:], other[2:], edits - 1))
    )

"""N-Triples as blocks of lines that are known to be sound."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kgqa_store.tally import Tally


def sound_lines(blocks: Iterable[bytes], name: str, tally: Tally) -> Iterator[bytes]:
    """Give `blocks` of whole lines without the broken lines, which are counted in `tally`.

    A block is parsed at once (1.5 µs a line); only where that fails, line by line.
    """
    first = 1
    for block in blocks:
        lines = block.count(b"\n") + (not block.endswith(b"\n"))
        tally.lines += lines
        if _is_sound(block):
            yield block if block.endswith(b"\n") else block + b"\n"
        else:
            yield b"".join(_sound(block, name, first, tally))
        first += lines


def _is_sound(block: bytes) -> bool:
    try:
        deque(ox.parse(block, ox.RdfFormat.N_TRIPLES), maxlen=0)
    except SyntaxError:
        return False
    return True


def _sound(block: bytes, name: str, first: int, tally: Tally) -> Iterator[bytes]:
    for number, line in enumerate(block.split(b"\n"), first):
        try:
            deque(ox.parse(line, ox.RdfFormat.N_TRIPLES), maxlen=0)
        except SyntaxError as error:
            tally.broken(f"{name}, line {number:,}", reason(error))
        else:
            yield line + b"\n"


def reason(error: SyntaxError) -> str:
    """Return what a parser's error says, without the place, which it counts from its own start."""
    text = str(error.args[0]) if error.args else str(error)
    _, found, what = text.partition(": ")
    return what if found else text

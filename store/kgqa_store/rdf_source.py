"""RDF as blocks of N-Triples that are known to be sound."""

from __future__ import annotations

import hashlib
import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

import pyoxigraph as ox

from kgqa_store.errors import SourceError
from kgqa_store.tally import Tally

GENID = "http://www.wikidata.org/.well-known/genid/"
_LABEL = rb'_:([^\s<>"]*[^\s<>".])'
_BLANK = re.compile(rb'\A(\s*(?:(?:<[^<>]*>|_:[^\s<>"]+)\s*<[^<>]*>\s*)?)' + _LABEL)
"""The beginning of a line up to a blank node, which is its object if that is one."""
TRIPLES = 2_000
"""How many triples of Turtle make a block."""


def sound_lines(
    blocks: Iterable[bytes], name: str, tally: Tally, *, first: int = 1
) -> Iterator[bytes]:
    """Give `blocks` of whole lines without the broken lines, which are counted in `tally`.

    A block is parsed at once (1.5 µs a line); only where that fails, line by line. The first line
    of the first block is line `first` of the file `name`.
    """
    for block in blocks:
        lines = count_lines(block)
        tally.lines += lines
        if is_sound(block):
            yield block if block.endswith(b"\n") else block + b"\n"
        else:
            yield b"".join(_sound(block, name, first, tally))
        first += lines


def count_lines(block: bytes) -> int:
    """Return how many lines `block` has, of which the last may lack a newline."""
    return block.count(b"\n") + (not block.endswith(b"\n"))


def is_sound(block: bytes) -> bool:
    """Whether all lines of `block` are N-Triples."""
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


def blank_lines(block: bytes) -> Iterator[tuple[int, int]]:
    """Give where the lines of `block` start and end whose subject or object is a blank node."""
    start = end = 0
    while (found := block.find(b"_:", end)) >= 0:
        start = block.rfind(b"\n", end, found) + 1 or end
        end = block.find(b"\n", found) + 1 or len(block)
        if _BLANK.match(block[start:end]):
            yield start, end


def named_blank_nodes(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Give `blocks` with IRIs for blank nodes, the same for the same node of the file `name`.

    This is how Wikidata itself writes the values that nobody knows (RDF 1.1 Concepts, 3.5). It
    also allows to load a file in parts: a blank node is known in one part only.
    """
    given = rb"\1<%b-\2>" % _genids(name).encode()
    for block in blocks:
        done, pieces = 0, list[bytes]()
        for start, end in blank_lines(block):
            # Twice, because object and subject of a line may both be blank.
            line = _BLANK.sub(given, _BLANK.sub(given, block[start:end]))
            pieces += block[done:start], line
            done = end
        yield b"".join((*pieces, block[done:])) if pieces else block


def _genids(name: str) -> str:
    """Return how the IRIs for blank nodes of the file `name` begin."""
    digest = hashlib.blake2b(name.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return GENID + digest


def genid(node: ox.BlankNode, name: str) -> ox.NamedNode:
    """Return the IRI for a blank node of the file `name`."""
    return ox.NamedNode(f"{_genids(name)}-{node.value}")


def storable_lines(lines: list[str], tally: Tally) -> bytes:
    """Return `lines` that were made from something else as N-Triples, without those that are none.

    Such a line is a value that RDF cannot hold, such as an address with a broken host.
    """
    block = "".join(lines).encode("utf-8", "replace")
    tally.counts["triples made"] += len(lines)
    if is_sound(block):
        return block
    sound = [line for line in block.splitlines(keepends=True) if is_sound(line)]
    tally.drop("values that RDF cannot hold", len(lines) - len(sound))
    return b"".join(sound)


class Readable(io.RawIOBase):
    """A stream of blocks as a file."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._held = b""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # always a memoryview
        """Fill `buffer` with what comes next; return how many bytes that are."""
        while not self._held:
            try:
                self._held = next(self._blocks)
            except StopIteration:
                return 0
        size = min(len(buffer), len(self._held))
        buffer[:size] = self._held[:size]
        self._held = self._held[size:]
        return size


def turtle_lines(blocks: Iterable[bytes], name: str, tally: Tally) -> Iterator[bytes]:
    """Give the triples of Turtle as blocks of N-Triples; a broken statement ends it."""
    with io.BufferedReader(Readable(blocks), 1 << 16) as file:
        triples = iter(ox.parse(file, ox.RdfFormat.TURTLE))
        while True:
            try:
                some = [quad.triple for quad in islice(triples, TRIPLES)]
            except SyntaxError as error:
                raise SourceError(
                    f"{name}, line {error.lineno or 0:,}: {reason(error)}.",
                    hint="Mend the statement; only N-Triples and JSON can skip broken lines.",
                ) from error
            except MemoryError as error:  # of the parser's buffer, not of the machine
                raise too_long(name, tally.lines) from error
            if not some:
                return
            tally.lines += len(some)
            yield ox.serialize(some, format=ox.RdfFormat.N_TRIPLES) or b""


def too_long(name: str, before: int) -> SourceError:
    """Return the error of a source with a term that the parser has no room for."""
    return SourceError(
        f"{name} has a term of more than 16 MB, after {before:,} triples; such terms are read "
        "from N-Triples only.",
        hint=f"Leave the term out, or convert the file to N-Triples: rapper {name}",
    )


def reason(error: SyntaxError) -> str:
    """Return what a parser's error says, without the place, which it counts from its own start."""
    text = str(error.args[0]) if error.args else str(error)
    _, found, what = text.partition(": ")
    return what if found else text

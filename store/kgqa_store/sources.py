"""Where triples come from: files, plain or compressed, and standard input, as streams of bytes.

The compression is read from the first bytes, the kind from the name. A stream that is cut off or
damaged raises `SourceError`; it never looks like a shorter one.
"""

from __future__ import annotations

import bz2
import hashlib
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Protocol, TypeAlias

from kgqa_store.errors import SourceError

Kind: TypeAlias = Literal["nt", "ttl", "nq", "trig", "json", "tsv"]
KINDS: dict[str, Kind] = {
    ".nt": "nt",
    ".ntriples": "nt",
    ".ttl": "ttl",
    ".turtle": "ttl",
    ".nq": "nq",
    ".nquads": "nq",
    ".trig": "trig",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".tsv": "tsv",
}
COMPRESSIONS = {".gz": "gzip", ".bz2": "bzip2", ".zst": "zstd"}
MAGIC = {"gzip": b"\x1f\x8b", "bzip2": b"BZh", "zstd": b"\x28\xb5\x2f\xfd"}
BLOCK = 1 << 18
"""How many bytes are read at once."""
LONGEST_LINE = 1 << 28
"""The largest entities of Wikidata are lines of some 10 MB."""
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or standard input, and what is in it."""

    name: str
    kind: Kind

    @property
    def is_stdin(self) -> bool:
        """Whether it can be read only once."""
        return self.name == STDIN

    @property
    def size(self) -> int | None:
        """How many bytes it has as it lies on disk; nothing for what is no regular file."""
        if self.is_stdin or not Path(self.name).is_file():
            return None
        return Path(self.name).stat().st_size

    @property
    def compression(self) -> str | None:
        """What its name says about its compression."""
        return COMPRESSIONS.get(Path(self.name).suffix.lower())


def source(name: str, *, kind: Kind | None = None) -> Source:
    """Return the source called `name`, if it is there and of a kind that can be read."""
    if name == STDIN:
        if kind is None:
            raise SourceError(
                "The kind of what comes from standard input is not known.",
                hint="Say it: --format nt, ttl, nq, trig, json or tsv",
            )
        return Source(name, kind)
    path = Path(name)
    if path.is_dir():
        raise SourceError(
            f"{name} is a folder, not a file.", hint=f"Name its files: {name}/*.nt.gz"
        )
    if not path.exists():
        raise SourceError(f"There is no file {name}.")
    return Source(name, kind or _kind_by_name(path))


def _kind_by_name(path: Path) -> Kind:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    kind = KINDS.get(suffixes[-1]) if suffixes else None
    if kind is None:
        raise SourceError(
            f"{path} is of no known kind.",
            hint="A source ends in .nt, .ttl, .nq, .trig, .json or .tsv, perhaps with .gz, .bz2 "
            "or .zst; otherwise say --format nt, ttl, nq, trig, json or tsv.",
        )
    return kind


class Decoder(Protocol):
    """What the decompressors of zlib, bz2 and zstandard have in common."""

    @property
    def eof(self) -> bool: ...  # noqa: D102
    @property
    def unused_data(self) -> bytes: ...  # noqa: D102
    def decompress(self, data: bytes, /) -> bytes: ...  # noqa: D102


class Decoded:
    """The bytes of a source without its compression; iterating reads it once, from start to end.

    `raw_bytes` and `sha256` speak of what was read so far, as it lies on disk.
    """

    def __init__(self, origin: Source) -> None:
        self.origin = origin
        self.raw_bytes = 0
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """The checksum of the raw bytes read so far."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        """Give the decoded bytes, in blocks of no particular size."""
        try:
            if self.origin.is_stdin:
                yield from self._decoded(sys.stdin.buffer)
            else:
                with Path(self.origin.name).open("rb") as file:
                    yield from self._decoded(file)
        except OSError as error:
            raise SourceError(
                f"{self.origin.name} cannot be read: {error.strerror or error}."
            ) from error

    def _decoded(self, file: IO[bytes]) -> Iterator[bytes]:
        block = self._read(file)
        compression = next((c for c, magic in MAGIC.items() if block.startswith(magic)), None)
        promised = self.origin.compression
        if promised is not None and compression != promised:
            what = f"no {promised} file, although its name says so" if block else "empty"
            raise SourceError(f"{self.origin.name} is {what}.")
        if compression is None:
            while block:
                yield block
                block = self._read(file)
        else:
            yield from self._inflated(file, block, compression)

    def _inflated(self, file: IO[bytes], block: bytes, compression: str) -> Iterator[bytes]:
        decoder = _decoder(compression)
        inside = False
        try:
            while block:
                data = block
                while data:
                    yield decoder.decompress(data)
                    inside = not decoder.eof
                    data = decoder.unused_data if decoder.eof else b""
                    if decoder.eof:
                        decoder = _decoder(compression)
                        data = data.lstrip(b"\0")  # padding, as tape and block writers leave it
                block = self._read(file)
        except (zlib.error, OSError, ValueError, EOFError, _zstd_error()) as error:
            raise SourceError(
                f"{self.origin.name} is damaged after {self.raw_bytes:,} bytes: {error}.",
                hint=f"Fetch it again, or test it: {TESTS[compression]} {self.origin.name}",
            ) from error
        if inside:
            raise SourceError(
                f"{self.origin.name} is cut off: its {compression} data ends too early, "
                f"after {self.raw_bytes:,} bytes.",
                hint=f"Fetch it again, or test it: {TESTS[compression]} {self.origin.name}",
            )

    def _read(self, file: IO[bytes]) -> bytes:
        block = file.read(BLOCK)
        self.raw_bytes += len(block)
        self._hash.update(block)
        return block


TESTS = {"gzip": "gzip -t", "bzip2": "bzip2 -t", "zstd": "zstd -t"}


def _decoder(compression: str) -> Decoder:
    match compression:
        case "gzip":
            return zlib.decompressobj(wbits=31)
        case "bzip2":
            return bz2.BZ2Decompressor()
        case _:
            import zstandard

            return zstandard.ZstdDecompressor().decompressobj()


def _zstd_error() -> type[Exception]:
    import zstandard

    return zstandard.ZstdError


def whole_lines(stream: Decoded, *, tell: Callable[[], None] = lambda: None) -> Iterator[bytes]:
    """Give `stream` in blocks that end where lines end; the last may lack a newline."""
    rest: list[bytes] = []
    length = 0
    for block in stream:
        tell()
        cut = block.rfind(b"\n") + 1
        if not cut:
            rest.append(block)
            length += len(block)
            if length > LONGEST_LINE:
                raise SourceError(f"{stream.origin.name} has a line of more than {length:,} bytes.")
            continue
        yield b"".join((*rest, block[:cut]))
        rest = [block[cut:]] if cut < len(block) else []
        length = len(block) - cut
    if rest:
        yield b"".join(rest)

"""Reads files of records: JSON, JSON lines or lines of text, packed by gzip or zip, or not.

What is wrong with a record is told with the file, the line or record, and what was expected.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kgqa.bench.errors import DataError
from kgqa.bench.question import Question

T = TypeVar("T")

LISTS = ("data", "questions", "Data", "Questions")
"""The keys under which a JSON object may hold its records."""
_LIST = re.compile(rf'\s*(?:\{{.*?"(?:{"|".join(LISTS)})"\s*:\s*)?\[', re.DOTALL)
"""How the records of a file begin."""
_BETWEEN = re.compile(r"[\s,]*")
LARGEST = 4 << 30
"""Bytes of the largest file that is unpacked."""
DENSEST = 200
"""How many times its packed size a file may have; JSON of questions has less than 50 times."""
SPARSE = 1 << 26
"""Bytes that any file may have, however small it was packed."""


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one record, and where it stands."""

    fields: dict[str, Any]
    where: str

    def wrong(self, what: str) -> DataError:
        """Return the error that says what is wrong with this record."""
        return DataError(f"{self.where}: {what}.", hint="docs/benchmarks.md shows each format")

    def get(self, name: str, kind: type[T] | tuple[type[T], ...], *others: str) -> T:
        """Return the field `name`, or the first of `others` that is there, of the kind `kind`."""
        key = next((key for key in (name, *others) if key in self.fields), None)
        if key is None:
            raise self.wrong(f"the field {name!r} is missing")
        value = self.fields[key]
        if not isinstance(value, kind):
            names = kind.__name__ if isinstance(kind, type) else "/".join(k.__name__ for k in kind)
            raise self.wrong(f"the field {key!r} should be {names}, and is {_shown(value)}")
        return value

    def text(self, name: str, *others: str) -> str:
        """Return a field of text that is not empty; a number becomes text."""
        value = str(self.get(name, (str, int), *others)).strip()
        if not value:
            raise self.wrong(f"the field {name!r} is empty")
        return value

    def records(self, name: str) -> list[Record]:
        """Return the objects in the list `name`."""
        found = self.get(name, list)
        for place, one in enumerate(found, 1):
            if not isinstance(one, dict):
                raise self.wrong(f"{name!r} should hold objects, and number {place} is no object")
        return [Record(one, f"{self.where}, {name} {i}") for i, one in enumerate(found, 1)]


def _shown(value: object) -> str:
    return repr(value)[:60]


def read_records(path: Path, split: str | None = None) -> Iterator[Record]:
    """Yield the records of a file; of several files in a zip, those of the one named `split`."""
    name, text = read_text(path, split)
    start = text.lstrip()[:1]
    if start == "[" or (start == "{" and not _is_lines(text)):
        yield from _of_json(name, text)
    else:
        yield from _of_lines(name, text)


def read_lines(path: Path, split: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield each line that is not empty, with where it stands."""
    name, text = read_text(path, split)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{name}, line {number}", line.rstrip("\r")


def read_text(path: Path, split: str | None = None) -> tuple[str, str]:
    """Return the name and the content of a file, unpacked."""
    try:
        if zipfile.is_zipfile(path):
            return _of_zip(path, split)
        content = path.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = _unpacked(content, path.name, _most(path))
        return path.name, content.decode("utf-8-sig")
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise DataError(f"{path.name} is damaged: {error}.", hint="fetch it again") from error
    except UnicodeDecodeError as error:
        raise DataError(
            f"{path.name} is no UTF-8: byte {error.start} cannot be read.",
            hint="convert it with iconv -t utf-8",
        ) from error


def _of_zip(path: Path, split: str | None) -> tuple[str, str]:
    endings = (".json", ".jsonl", ".txt", ".json.gz", ".jsonl.gz")
    with zipfile.ZipFile(path) as archive:
        files = [n for n in archive.namelist() if n.endswith(endings) and "__MACOSX" not in n]
        named = [n for n in files if split and split in n.rsplit("/", 1)[-1]] if split else files
        if len(named) != 1:
            listed = ", ".join(files) or "none"
            raise DataError(
                f"{path.name} has {len(named)} files of questions to choose from ({listed}).",
                hint="name one with --split, by a part of its name such as dev",
            )
        if archive.getinfo(named[0]).file_size > (most := _most(path)):
            raise _too_large(f"{named[0]} in {path.name}", most)
        content = archive.read(named[0])
    if named[0].endswith(".gz"):
        content = _unpacked(content, f"{named[0]} in {path.name}", most)
    return f"{path.name}:{named[0]}", content.decode("utf-8-sig")


def _most(path: Path) -> int:
    """Return how many bytes a file may have when it is unpacked, once or twice."""
    return min(LARGEST, max(SPARSE, DENSEST * path.stat().st_size))


def _unpacked(content: bytes, name: str, most: int) -> bytes:
    """Return what gzip has packed, if it is not without measure."""
    unpacked = gzip.GzipFile(fileobj=io.BytesIO(content)).read(most + 1)
    if len(unpacked) > most:
        raise _too_large(name, most)
    return unpacked


def _too_large(name: str, most: int) -> DataError:
    return DataError(
        f"{name} is larger than {most / (1 << 20):,.0f} MB, the most for a file of its size.",
        hint="unpack it yourself if you trust it, or cut it into parts",
    )


def _is_lines(text: str) -> bool:
    """Whether a text that begins with an object is one object a line."""
    first = next(line for line in text.split("\n") if line.strip())
    try:
        json.loads(first)
    except ValueError:
        return False
    return not any(f'"{key}"' in first[:40] for key in LISTS)


def _of_json(name: str, text: str) -> Iterator[Record]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise _broken(f"{name}, record {_whole_records(text) + 1}", error) from error
    if isinstance(found, dict):
        found = next((found[key] for key in LISTS if key in found), [found])
    if not isinstance(found, list):
        raise DataError(f"{name} should hold a list of records, and holds {_shown(found)}.")
    for number, one in enumerate(found, 1):
        yield _record(one, f"{name}, record {number}")


def _whole_records(text: str) -> int:
    """Return how many records a JSON list has before the one that is broken."""
    start = _LIST.match(text)
    decoder, place, count = json.JSONDecoder(), start.end() if start else len(text), 0
    while True:
        between = _BETWEEN.match(text, place)
        try:
            place = decoder.raw_decode(text, between.end() if between else place)[1]
        except ValueError:
            return count
        count += 1


def _broken(where: str, error: json.JSONDecodeError) -> DataError:
    """Return the error that says where JSON breaks off, or what stands where it cannot stand."""
    is_cut = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
    place = f"column {error.colno}"
    if "\n" in error.doc.strip():
        place = f"line {error.lineno}, {place}"
    what = "it ends in the middle" if is_cut else f"{error.msg} at {place}"
    return DataError(
        f"{where} is no JSON: {what}; a whole object in braces was expected.",
        hint="is the file complete?",
    )


def _of_lines(name: str, text: str) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{name}, line {number}"
        try:
            found = json.loads(line)
        except json.JSONDecodeError as error:
            raise _broken(where, error) from None
        yield _record(found, where)


def _record(value: object, where: str) -> Record:
    if not isinstance(value, dict):
        raise DataError(f"{where} should be an object, and is {_shown(value)}.")
    return Record(value, where)


def checked(questions: Sequence[Question], path: Path) -> list[Question]:
    """Return the questions; refuse none at all, and two with one id."""
    if not questions:
        raise DataError(f"{path.name} has no questions.", hint="is it the right file or --split?")
    seen: dict[str, int] = {}
    for number, question in enumerate(questions, 1):
        if question.id in seen:
            raise DataError(
                f"{path.name}, record {number}: the id {question.id!r} is that of record "
                f"{seen[question.id]}, too.",
                hint="each question needs an id of its own",
            )
        seen[question.id] = number
    return list(questions)

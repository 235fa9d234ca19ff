"""Sorting more bytes than memory should hold."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

RECORDS_IN_MEMORY = 150_000


class Sorter:
    """Takes records and gives them back in order; at most `limit` of them are in memory."""

    def __init__(self, folder: Path, name: str, *, limit: int = RECORDS_IN_MEMORY) -> None:
        """Keep sorted runs in files of `folder` that start with `name`."""
        self._folder, self._name, self._limit = folder, name, limit
        self._records: list[bytes] = []
        self._runs: list[Path] = []

    def add(self, record: bytes) -> None:
        """Take a record of less than 64 KiB."""
        self._records.append(record)
        if len(self._records) >= self._limit:
            self._write_run()

    def _write_run(self) -> None:
        self._records.sort()
        path = self._folder / f"{self._name}-run-{len(self._runs)}"
        with path.open("wb", buffering=1 << 20) as file:
            for record in self._records:
                file.write(len(record).to_bytes(2, "big"))
                file.write(record)
        self._runs.append(path)
        self._records = []

    def sorted(self) -> Iterator[bytes]:
        """Yield all records in ascending order, and remove the files."""
        self._records.sort()
        with ExitStack() as files:
            runs = [_run(files.enter_context(path.open("rb"))) for path in self._runs]
            yield from heapq.merge(*runs, self._records) if runs else self._records
        for path in self._runs:
            path.unlink()
        self._records, self._runs = [], []


def _run(file: BinaryIO) -> Iterator[bytes]:
    while size := file.read(2):
        yield file.read(int.from_bytes(size, "big"))

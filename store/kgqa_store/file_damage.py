"""Whether a file is the one that was built, as far as that is cheap to see.

The size of a file is always compared, which costs some microseconds, and the checksum of a small
one. A large one is read only if it was written to since it was built, as its time of change says:
if it is sound it gets its time back, so that a copy is read once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

SMALL = 1 << 17
"""A file of at most so many bytes is always read; that takes 0.2 ms."""


class Recorded(Protocol):
    """What a manifest says of a file."""

    @property
    def bytes(self) -> int:
        """Its size."""

    @property
    def modified(self) -> int | None:
        """When it was last written to, in nanoseconds, if that is known."""


def file_damage(
    path: Path,
    record: Recorded,
    expected: str,
    checksum: Callable[[Path], str] | None,
    *,
    every_byte: bool = False,
) -> str:
    """Return what is wrong with a file, and nothing where all is well.

    `checksum` gives what should be `expected`; without it, contents are not compared. With
    `every_byte` they are compared however large the file is.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return "is no plain file"
        if found.st_size != record.bytes:
            return f"has {found.st_size:,} bytes instead of {record.bytes:,}"
        is_touched = record.modified is not None and found.st_mtime_ns != record.modified
        is_read = every_byte or is_touched or record.bytes <= SMALL
        if checksum is None or not is_read:
            return ""
        if checksum(path) != expected:
            return "has another content than when it was built"
    except FileNotFoundError:
        return "is missing"
    except PermissionError:
        raise  # which is no damage
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    if is_touched and record.modified is not None:
        with suppress(OSError):  # what belongs to somebody else is read again next time
            os.utime(path, ns=(found.st_atime_ns, record.modified))
    return ""

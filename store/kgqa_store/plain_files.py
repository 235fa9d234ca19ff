"""Files that are read or locked only if they are plain, whatever somebody put in their place."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO


def open_plain(path: Path, *, to_append: bool = False) -> IO[bytes]:
    """Return the file at `path`, made if it is `to_append`; `OSError` if it is no plain file.

    To open a named pipe as a file would wait for its other end, perhaps for ever.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if to_append else os.O_RDONLY
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"{path.name} is no plain file", str(path))
    return os.fdopen(descriptor, "ab" if to_append else "rb")


def read_plain(path: Path) -> bytes:
    """Return what is in the file at `path`; `OSError` if it is no plain file."""
    with open_plain(path) as file:
        return file.read()

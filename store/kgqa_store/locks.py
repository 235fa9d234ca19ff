"""Files that are locked: plain ones, whatever somebody has put in their place."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO


def open_lock(path: Path, *, create: bool = False) -> IO[bytes]:
    """Return the file at `path` to be locked; `OSError` if it is no plain file.

    To open a named pipe as a file would wait for its other end, perhaps for ever.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT if create else os.O_RDONLY
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, f"{path.name} is no plain file", str(path))
    return os.fdopen(descriptor, "ab" if create else "rb")

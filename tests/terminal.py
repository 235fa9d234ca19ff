"""A command on a terminal of its own: what is typed goes in, what is shown comes out."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from interruptible import interruptible

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")
PATIENCE = 60.0


class Terminal:
    """The other side of a terminal."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self._descriptor, self.process = descriptor, process
        self._seen = ""

    def type(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def until(self, text: str) -> str:
        """Return what is shown up to `text`, which must come."""
        end = time.monotonic() + PATIENCE
        while text not in self._seen:
            if time.monotonic() > end or not self._read(1.0):
                raise AssertionError(f"{text!r} never came: {self._seen!r}")
        found, _, self._seen = self._seen.partition(text)
        return found

    def everything(self) -> str:
        """Return all that is shown until the command ends, as it comes."""
        shown = bytearray()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                data = os.read(self._descriptor, 65536)
            except OSError:  # Linux's way to say that the other side is closed
                break
            if not data:
                break
            shown += data
        return shown.decode(errors="replace")

    def status(self) -> int:
        """Return how the command ends."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._read(0.5) and self.process.poll() is None:
            pass
        return self.process.wait(1.0)

    def _read(self, seconds: float) -> bool:
        """Read what is shown; return whether the command may show more."""
        ready, _, _ = select.select([self._descriptor], [], [], seconds)
        if not ready:
            return self.process.poll() is None
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:  # Linux's way to say that the other side is closed
            return False
        self._seen += _ESCAPES.sub("", data.decode(errors="replace"))
        return bool(data)


@contextmanager
def on_terminal(command: Sequence[str], environment: dict[str, str]) -> Iterator[Terminal]:
    """Run a command on a terminal; end it with the block."""
    ours, theirs = pty.openpty()
    with interruptible():
        process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_control,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment},
        )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _control() -> None:
    """Make the terminal the one whose Ctrl-C the command hears."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

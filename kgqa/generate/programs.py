"""A program of the user's that reads lines of JSON and writes one for each."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from kgqa.generate.errors import GenerateError

LONGEST = 1 << 20
"""Characters of a line that are read."""
PATIENCE = 10.0
"""Seconds in which a program must end once nothing more is asked."""


class Program:
    """A process that runs as long as it is asked."""

    def __init__(self, line: str) -> None:
        """Start the command."""
        self.line = line
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                shlex.split(line), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as error:
            raise GenerateError(
                f"The command {line!r} cannot be started: {error}.",
                hint="try it in a shell first; quote it as one argument",
            ) from error

    def reply(self, asked: Mapping[str, Any]) -> str:
        """Return the line that the program writes for what it is asked."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - both are pipes
        assert stdout is not None  # noqa: S101
        try:
            stdin.write(json.dumps(asked) + "\n")
            stdin.flush()
            return stdout.readline(LONGEST)
        except OSError as error:
            raise GenerateError(f"The command {self.line!r} has ended: {error}.") from error

    def close(self) -> None:
        """End the program, and do not wait for one that does not."""
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what it was not told before it ended
                if pipe is not None:
                    pipe.close()
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

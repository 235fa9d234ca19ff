"""A command that reads a question a line, as JSON, and writes a reply a line, as JSON."""

from __future__ import annotations

import json
import select
import shlex
import subprocess
import time
from contextlib import suppress

from kgqa.bench.errors import SystemFailed
from kgqa.bench.question import Prediction, Question
from kgqa.bench.systems.replies import prediction_from

PIECE = 1 << 16


class Command:
    """Answers by a process that runs as long as the run does."""

    def __init__(self, line: str, *, timeout: float) -> None:
        """Start the command."""
        self._line, self._timeout, self._rest = line, timeout, b""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user's own command
                shlex.split(line), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            raise SystemFailed(
                f"The command {line!r} cannot be started: {error}.",
                hint="try it in a shell first; quote it as one argument",
            ) from error

    def answer(self, question: Question) -> Prediction:
        """Return what the command says to a question."""
        asked = {"id": question.id, "question": question.text, "language": question.language}
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - opened as a pipe
        try:
            stdin.write(json.dumps(asked, ensure_ascii=False).encode() + b"\n")
            stdin.flush()
        except OSError as error:
            raise SystemFailed(
                f"The command {self._line!r} ended before question {question.id}.",
                hint="it should read questions until its input ends",
            ) from error
        line = self._reply(question)
        try:
            reply = json.loads(line)
        except ValueError:
            raise SystemFailed(
                f"The command's reply to question {question.id} is no JSON: {line[:80]!r}.",
                hint='expected a line such as {"answers": ["Q25191"]}',
            ) from None
        return prediction_from(reply, f"the reply to question {question.id}")

    def _reply(self, question: Question) -> bytes:
        """Return the next line that the command writes."""
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - opened as a pipe
        end = time.monotonic() + self._timeout
        while b"\n" not in self._rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([stdout], [], [], left)[0]:
                raise SystemFailed(
                    f"The command said nothing to question {question.id} for {self._timeout:g} s.",
                    hint="allow it more with --timeout; its output must be flushed after each line",
                )
            piece = stdout.read1(PIECE)  # type: ignore[attr-defined]
            if not piece:
                raise SystemFailed(f"The command ended at question {question.id}.")
            self._rest += piece
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def close(self) -> None:
        """End the command."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # the last question, which nobody reads any more
                    stream.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

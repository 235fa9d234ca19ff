"""A worker process of the server: it reads tasks, does one at a time, and writes outcomes."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable
from typing import BinaryIO

import orjson

from kgqa.serve.desk import Desk, Served
from kgqa.serve.frames import HEADER, READY, STAGE, Outcome, Task, frame, unpacked_task
from kgqa.serve.problems import problem, status_of

YOUNG = 200_000
"""New objects between two collections of garbage: opening a store makes many, and no garbage."""
ASKED = 20_000
"""The same while serving: a question leaves some hundred objects that hold each other."""


def main() -> None:
    """Serve tasks from standard input until it ends; what is opened first is said by arguments."""
    gc.set_threshold(YOUNG)
    served = Served.unpacked(orjson.loads(sys.argv[1]))
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is talk, and no frame

    def send(content: bytes) -> None:
        sink.write(content)
        sink.flush()

    desk = Desk(served)
    _warm(desk, sys.argv[2:])
    settle()
    send(frame(READY))
    try:
        serve(desk, source, send)
    finally:
        desk.close()


def settle() -> None:
    """Leave what was opened alone, so that garbage among the rest is found soon and quickly."""
    gc.freeze()
    gc.set_threshold(ASKED)


def _warm(desk: Desk, parts: list[str]) -> None:
    """Open what will be needed before anybody waits for it; errors are for those who ask."""
    try:
        for part in parts:
            getattr(desk, part)
    except Exception as error:
        _log(error)


def serve(desk: Desk, source: BinaryIO, send: Callable[[bytes], None]) -> None:
    """Do what `source` asks for, task by task, until it ends."""
    while header := source.read(HEADER.size):
        if len(header) < HEADER.size:
            return
        _, length = HEADER.unpack(header)
        task = unpacked_task(source.read(length))
        send(done(desk, task, lambda stage: send(frame(STAGE, stage.encode()))).packed())


def done(desk: Desk, task: Task, tell: Callable[[str], None]) -> Outcome:
    """Return the outcome of a task; an error is one, too."""
    from kgqa.serve.tasks import TASKS

    try:
        return TASKS[task.name](desk, task, tell)
    except Exception as error:  # the worker lives on, and the client learns what it may know
        if status_of(error) == 500:
            _log(error)
        return problem(error)


def _log(error: Exception) -> None:
    traceback.print_exception(error, file=sys.stderr)


if __name__ == "__main__":
    main()

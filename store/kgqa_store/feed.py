"""Sources decoded and checked in a process of their own, so that both cores work during a load.

The child (`python -m kgqa_store.feed`) writes clean RDF to a pipe, which the loader of the graph
reads, and speaks on its standard output: one JSON object a line, how far it is, and at last what it
counted or why it stopped. A child whose parent is gone finds its pipe closed and ends.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import orjson

from kgqa_store.errors import SourceError
from kgqa_store.manifest import SourceRecord
from kgqa_store.produce import Job, Tell, job_from_fields, produce
from kgqa_store.sources import Source

SMALL = 1 << 24
"""Below so many bytes a thread does it: children take a second to start and to hand over."""

PACKED = 8
"""A compressed file counts like a plain one of so many times its size."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was read, when a source has come to its end."""

    sources: tuple[SourceRecord, ...]
    lines: int
    counts: dict[str, int]
    dropped: dict[str, int]
    problems: tuple[str, ...]


Outcome: TypeAlias = dict[str, Any]


@contextmanager
def feed(job: Job, *, also: int | None, tell: Tell) -> Iterator[tuple[int, Callable[[], Report]]]:
    """Give the end of a pipe with the N-Triples of `job`, and a function for the final report.

    What comes through the pipe is also written to the descriptor `also`.
    """
    with (_thread if is_small(job.sources) else _child)(job, also, tell) as (pipe, outcome):
        yield pipe, lambda: _report(outcome())


def is_small(sources: Sequence[Source]) -> bool:
    """Whether a thread is faster at it than a process that has to be started."""
    sizes = ((source.size or SMALL) * (PACKED if source.compression else 1) for source in sources)
    return sum(sizes) < SMALL


def wide_pipe() -> tuple[int, int]:
    """Return both ends of a pipe that holds a megabyte, where the system allows it."""
    reader, writer = os.pipe()
    with suppress(OSError, AttributeError):
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 1 << 20)
    return reader, writer


def _report(outcome: Outcome) -> Report:
    if "error" in outcome:
        raise SourceError(outcome["error"], hint=outcome.get("hint", ""))
    return Report(
        sources=tuple(SourceRecord(**record) for record in outcome["sources"]),
        lines=outcome["lines"],
        counts=outcome["counts"],
        dropped=outcome["dropped"],
        problems=tuple(outcome["problems"]),
    )


# --- In a thread ------------------------------------------------------------------------------


@contextmanager
def _thread(job: Job, also: int | None, tell: Tell) -> Iterator[tuple[int, Callable[[], Outcome]]]:
    reader, writer = wide_pipe()
    result: Outcome = {}

    def work() -> None:
        try:
            result.update(outcome_of(job, writer, also, tell))
        except BaseException as error:
            result["raised"] = error

    thread = threading.Thread(target=work, name="kgqa-feed", daemon=True)
    thread.start()

    def outcome() -> Outcome:
        thread.join()
        if "raised" in result:
            raise result["raised"]
        return result

    try:
        yield reader, outcome
    finally:
        os.close(reader)
        thread.join()


def outcome_of(job: Job, pipe: int, also: int | None, tell: Tell) -> Outcome:
    """Write the N-Triples of `job` to `pipe`, close it, and return the counts or the error."""

    def write(block: bytes) -> None:
        _write(pipe, block)
        if also is not None:
            _write(also, block)

    try:
        return produce(job, write, tell)
    except SourceError as error:
        return {"error": str(error), "hint": error.hint}
    finally:
        os.close(pipe)


def _write(descriptor: int, block: bytes) -> None:
    rest = memoryview(block)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


# --- In a child -------------------------------------------------------------------------------


@contextmanager
def _child(job: Job, also: int | None, tell: Tell) -> Iterator[tuple[int, Callable[[], Outcome]]]:
    reader, writer = wide_pipe()
    command = [sys.executable, "-m", "kgqa_store.feed", str(writer), str(also or "")]
    child = subprocess.Popen(  # noqa: S603  our own module
        [*command, orjson.dumps(asdict(job), default=sorted).decode()],
        stdin=None if any(source.is_stdin for source in job.sources) else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        pass_fds=(writer,) if also is None else (writer, also),
    )
    os.close(writer)
    result: Outcome = {}
    listener = threading.Thread(target=_listen, args=(child, tell, result), daemon=True)
    listener.start()

    def outcome() -> Outcome:
        listener.join()
        child.wait()
        return result or {
            "error": f"The reading of the sources ended with code {child.returncode}."
        }

    try:
        yield reader, outcome
    finally:
        os.close(reader)
        if child.poll() is None:
            child.terminate()
        listener.join()
        child.wait()
        if child.stdout is not None:
            child.stdout.close()


def _listen(child: subprocess.Popen[bytes], tell: Tell, result: Outcome) -> None:
    for line in child.stdout or ():
        message = orjson.loads(line)
        if "done" in message:
            tell(message["done"], message["triples"], message["entities"])
        else:
            result.update(message)


def main(arguments: list[str]) -> None:
    """Do the work of the child."""
    pipe, also, fields = arguments
    job = job_from_fields(orjson.loads(fields))
    told = 0.0

    def say(message: dict[str, Any]) -> None:
        os.write(1, orjson.dumps(message) + b"\n")

    def tell(done: int, triples: int, entities: int) -> None:
        nonlocal told
        if time.monotonic() - told > 0.2:
            told = time.monotonic()
            say({"done": done, "triples": triples, "entities": entities})

    with suppress(BrokenPipeError, KeyboardInterrupt):
        say(outcome_of(job, int(pipe), int(also) if also else None, tell))


if __name__ == "__main__":
    main(sys.argv[1:])

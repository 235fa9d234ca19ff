"""Lanes of worker processes: who waits for whom, and who is ended when the time is up.

Questions, queries of the graph and look-ups have a lane each, so that one kind of work never waits
for another. In a lane, a task waits for a free worker; where too many wait, it is refused at once.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import orjson

from kgqa.serve.desk import Served
from kgqa.serve.frames import HEADER, READY, RESULT, STAGE, Outcome, Task, unpacked_outcome
from kgqa.serve.problems import Refused

GRACE = 2.0
"""Seconds after its deadline in which a worker may say itself that the time is up."""
LEAVING = 1.0
"""Seconds in which a task that nobody waits for any more may end by itself."""
STARTING = 60.0
"""Seconds that a worker may take to get ready; to build the sample takes some."""
AGAIN = 1
"""How often a task whose worker ended is given to another one: all of them only read."""

ONE_THREAD = {"OMP_NUM_THREADS": "1"}
"""Each worker computes in one thread, unless the environment says otherwise: with more, one worker
takes the processors from the others, and all of them are slower."""

Tell = Callable[[str], None]


class WorkerEnded(Exception):
    """A worker ended in the middle of a task, or before."""


class Worker:
    """A process that does one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.is_ready = False
        self._starting = asyncio.Lock()

    @classmethod
    async def started(cls, served: Served, parts: Sequence[str]) -> Worker:
        """Return a new worker, which gets ready while the caller does something else."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "kgqa.serve.worker"),
            *(orjson.dumps(served.packed()).decode(), *parts),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**ONE_THREAD, **os.environ},
            start_new_session=True,  # Ctrl-C is for the server, which then lets workers finish
        )
        return cls(process)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process can still be asked."""
        return self._process.returncode is None

    async def get_ready(self) -> None:
        """Return once the worker has opened what it needs."""
        async with self._starting:
            if not self.is_ready:
                async with asyncio.timeout(STARTING):
                    kind, _ = await self._frame()
                self.is_ready = kind == READY

    async def run(self, task: Task, tell: Tell) -> Outcome:
        """Return the outcome of a task; `tell` is called with each of its stages."""
        await self.get_ready()
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101 - it was asked for above
        try:
            stdin.write(task.packed())
            await stdin.drain()
        except ConnectionError as error:
            raise WorkerEnded from error
        while True:
            kind, content = await self._frame()
            if kind == RESULT:
                return unpacked_outcome(content)
            if kind == STAGE:
                tell(content.decode())

    async def _frame(self) -> tuple[bytes, bytes]:
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101 - it was asked for above
        try:
            kind, length = HEADER.unpack(await stdout.readexactly(HEADER.size))
            return kind, await stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise WorkerEnded from error

    async def end(self, *, at_once: bool = False) -> None:
        """End the process: by the end of its input, or at once."""
        with suppress(ProcessLookupError):
            if at_once:
                self._process.kill()
            elif self._process.stdin is not None:
                self._process.stdin.close()
        try:
            async with asyncio.timeout(GRACE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


@dataclass(slots=True)
class Lane:
    """Some workers for one kind of work, and who waits for them."""

    name: str
    served: Served
    size: int
    most_waiting: int
    parts: tuple[str, ...] = ()
    """What its workers open before anybody asks."""
    waiting: int = 0
    busy: int = 0
    replaced: int = 0
    _idle: asyncio.LifoQueue[Worker] = field(default_factory=asyncio.LifoQueue)
    """The last that was busy is the first to be so again: what it has looked up is at hand."""
    _workers: set[Worker] = field(default_factory=set)
    _leaving: set[asyncio.Task[None]] = field(default_factory=set)
    _is_closed: bool = False

    async def open(self) -> None:
        """Start the workers that are not there yet, one after the other is ready."""
        while len(self._workers) < self.size and not self._is_closed:
            worker = await self._start()
            with suppress(WorkerEnded, TimeoutError):
                await worker.get_ready()

    async def _start(self) -> Worker:
        worker = await Worker.started(self.served, self.parts)
        self._workers.add(worker)
        self._idle.put_nowait(worker)
        return worker

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        for task in self._leaving:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._workers))

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return sorted(worker.pid for worker in self._workers)

    async def run(self, task: Task, tell: Tell = lambda stage: None) -> Outcome:
        """Return the outcome of a task, at its deadline at the latest.

        Who stops waiting for it ends it: unless it is nearly done, its worker is replaced.
        """
        for attempt in range(AGAIN + 1):
            try:
                return await self._once(task, tell)
            except WorkerEnded:
                if attempt == AGAIN:
                    break
        raise Refused(
            500, "The process that worked on this ended.", hint="try it again", kind="WorkerEnded"
        )

    async def _once(self, task: Task, tell: Tell) -> Outcome:
        start = time.monotonic()
        worker = await self._taken(task.seconds)
        self.busy += 1
        running = asyncio.ensure_future(worker.run(task, tell))
        try:
            left = max(0.0, task.seconds - (time.monotonic() - start)) + GRACE
            async with asyncio.timeout(left if worker.is_ready else left + STARTING):
                outcome = await asyncio.shield(running)
        except BaseException as error:
            self._leave(worker, running, at_once=isinstance(error, WorkerEnded | TimeoutError))
            if isinstance(error, TimeoutError):
                raise too_slow(task.seconds) from error
            raise
        self.busy -= 1
        self._idle.put_nowait(worker)
        return outcome

    async def _taken(self, seconds: float) -> Worker:
        """Return a free worker, or refuse where too many wait already or none gets free."""
        if self._is_closed:
            raise Refused(503, "The server stops.", kind="Stopping")
        if self._idle.empty() and self.waiting >= self.most_waiting:
            raise too_many()
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                worker = await self._idle.get()
        except TimeoutError as error:
            raise too_many() from error
        finally:
            self.waiting -= 1
        if worker.is_alive:
            return worker
        await self._replace(worker)
        return await self._taken(seconds)

    def _leave(self, worker: Worker, running: asyncio.Future[Outcome], *, at_once: bool) -> None:
        """Give a worker back whose task nobody waits for, once it is done or replaced."""

        async def left() -> None:
            try:
                async with asyncio.timeout(0 if at_once else LEAVING):
                    await running
                self._idle.put_nowait(worker)
            except (TimeoutError, WorkerEnded):
                running.cancel()
                await self._replace(worker)
            finally:
                self.busy -= 1

        task = asyncio.ensure_future(left())
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    async def _replace(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.end(at_once=True)
        self.replaced += 1
        if not self._is_closed:
            await self._start()


def too_many() -> Refused:
    """Return the refusal where all workers are busy and enough wait already."""
    return Refused(
        429,
        "All workers are busy, and others wait already.",
        hint="try again in a few seconds, or serve with more --workers",
        kind="Busy",
        headers={"Retry-After": "2"},
    )


def too_slow(seconds: float) -> Refused:
    """Return the refusal of what was not done at its deadline."""
    return Refused(
        504,
        f"It was stopped after {seconds:g} s, its time limit.",
        hint="ask for something more selective, or serve with a longer --timeout",
        kind="TimeLimit",
    )

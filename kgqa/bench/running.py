"""Runs many questions: in this process, in several, or on a Ray cluster, with the same rows."""

from __future__ import annotations

import os
import random
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from kgqa_store.errors import StoreError

from kgqa.bench.answering import Examiner
from kgqa.bench.errors import BenchError
from kgqa.bench.question import Question
from kgqa.bench.row import Row
from kgqa.bench.systems.system import Spec
from kgqa.errors import KgqaError

CHUNK = 4
"""Questions that a process takes at once."""
REACHED_WITHIN = 10.0
"""Seconds in which the head of a cluster must answer."""


def chosen(questions: Sequence[Question], limit: int | None, seed: int) -> list[Question]:
    """Return `limit` of the questions, drawn by `seed`; all where there is no limit."""
    if limit is None or limit >= len(questions):
        return list(questions)
    return random.Random(seed).sample(list(questions), limit)


def rows_of(
    spec: Spec, questions: Sequence[Question], *, jobs: int = 1, ray: str | None = None
) -> Iterator[Row]:
    """Yield a row for each question, in order; `jobs` processes or workers share the work."""
    if not questions:
        return
    if ray is not None:
        yield from _on_ray(spec, questions, jobs, ray)
    elif jobs <= 1:
        with Examiner(spec) as examiner:
            yield from (examiner.examine(question) for question in questions)
    else:
        yield from _in_processes(spec, questions, jobs)


# --- Processes ---------------------------------------------------------------------------------

_examiner: Examiner | None = None


def _start(spec: Spec, parent: int) -> None:
    global _examiner
    threading.Thread(target=_end_after, args=(parent,), daemon=True).start()
    _examiner = Examiner(spec)


def _end_after(parent: int) -> None:
    """End this process once the one that started it is gone: nobody would take its rows."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _examine(question: Question) -> Row:
    assert _examiner is not None  # noqa: S101 - set when the process starts
    return _examiner.examine(question)


def _in_processes(spec: Spec, questions: Sequence[Question], jobs: int) -> Iterator[Row]:
    # A mistake in what was asked for is told once and as it is, not as a broken pool.
    with Examiner(spec):
        pass
    # Not forked: the parent may have threads, of Arrow or of the progress bar.
    context = get_context("spawn")
    with ProcessPoolExecutor(
        jobs, context, initializer=_start, initargs=(spec, os.getpid())
    ) as pool:
        try:
            yield from pool.map(_examine, questions, chunksize=CHUNK)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


# --- Ray ---------------------------------------------------------------------------------------


def _on_ray(spec: Spec, questions: Sequence[Question], jobs: int, address: str) -> Iterator[Row]:
    ray = _connected(address, jobs)
    from ray.util import ActorPool

    try:
        _refuse_more_workers_than_cores(jobs, int(ray.cluster_resources().get("CPU", 0)))
        remote = ray.remote(num_cpus=1)(Examiner)
        actors = [remote.remote(spec) for _ in range(jobs)]
        yield from ActorPool(actors).map(lambda actor, one: actor.examine.remote(one), questions)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, KgqaError | StoreError):
            raise error.cause from None  # told as it is, and not as what Ray makes of it
        raise
    except ray.exceptions.RayError as error:
        raise BenchError(
            f"The Ray cluster at {address!r} was lost: {str(error).splitlines()[0]}",
            hint="the rows so far are kept: start the cluster again, and add --resume",
        ) from error
    finally:
        ray.shutdown()


def _connected(address: str, jobs: int) -> Any:  # noqa: ANN401 - Ray is not always installed
    """Return the module of Ray, connected to a cluster."""
    try:
        import ray
    except ImportError:
        raise BenchError(
            "Ray is not installed.", hint="pip install 'kgqa[ray]', or use --jobs instead"
        ) from None
    cores = {"num_cpus": jobs} if address == "local" else {}
    try:
        _reach(address)
        ray.init(
            address, ignore_reinit_error=True, include_dashboard=False, log_to_driver=False, **cores
        )
    except Exception as error:  # Ray has no class of its own for a cluster that does not start
        raise BenchError(
            f"There is no Ray cluster at {address!r}: {error}.",
            hint="start one with ray start --head, or say --ray local",
        ) from error
    return ray


def _reach(address: str) -> None:
    """Refuse an address that nobody listens at; Ray itself tries for minutes."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=REACHED_WITHIN).close()


def _refuse_more_workers_than_cores(jobs: int, cores: int) -> None:
    """Refuse workers that no core is left for: Ray would wait for one without an end."""
    if jobs > cores:
        raise BenchError(
            f"The Ray cluster has {cores} cores, and --jobs asks for {jobs} workers.",
            hint=f"say --jobs {max(1, cores)}, or join further nodes with ray start --address",
        )

"""Runs many questions: in this process, in several, or on a Ray cluster, with the same rows."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from kgqa.bench.answering import Examiner
from kgqa.bench.errors import BenchError
from kgqa.bench.question import Question
from kgqa.bench.row import Row
from kgqa.bench.systems.system import Spec
from kgqa.cluster import Cluster

CHUNK = 4
"""Questions that a process takes at once."""


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
    hint = "the rows so far are kept: start the cluster again, and add --resume"
    cluster = Cluster(address, jobs, BenchError, hint)
    yield from cluster.map(Examiner, spec, "examine", questions)

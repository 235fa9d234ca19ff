"""The processes that run queries: they cost little, end when they should, and disturb nobody."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyoxigraph as ox
import pytest
from interruptible import interruptible
from kgqa_store.errors import StoreError
from kgqa_store.local import LocalStore
from kgqa_store.turns import Turns
from kgqa_store.vocabulary import PREFIXES
from small_store import ENDLESS, is_gone, lay_out


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("worker") / "store")


@pytest.fixture(scope="module")
def store(directory: Path) -> Iterator[LocalStore]:
    with LocalStore(directory, workers=2) as opened:
        yield opened


def test_a_small_query_costs_at_most_two_milliseconds_more_than_in_process(
    store: LocalStore, directory: Path
) -> None:
    inside = ox.Store.read_only(str(directory / "generation-1" / "graph"))
    query = "SELECT ?p ?o { wd:Q1 ?p ?o }"

    def direct() -> list[object]:
        return [tuple(row) for row in inside.query(query, prefixes=dict(PREFIXES))]  # type: ignore[union-attr]

    def seconds(ask: object) -> float:
        start = time.perf_counter()
        ask()  # type: ignore[operator]
        return time.perf_counter() - start

    pairs = [(seconds(direct), seconds(lambda: store.run(query, seconds=5))) for _ in range(60)]

    assert statistics.median(worker - plain for plain, worker in pairs) < 0.002


def test_threads_may_share_a_store(store: LocalStore) -> None:
    def label(number: int) -> str:
        rows = store.select(f"SELECT ?l {{ wd:Q{number} rdfs:label ?l }}", seconds=20).rows
        return rows[0][0].value  # type: ignore[union-attr]

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(label, range(1, 101)))

    assert found == [f"thing {number}" for number in range(1, 101)]


def test_places_are_given_in_the_order_of_asking() -> None:
    turns, order = Turns(1), list[int]()
    assert turns.acquire(1)

    def wait(number: int) -> None:
        assert turns.acquire(5)
        order.append(number)
        turns.release()

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    assert not turns.acquire(0.01)
    turns.release()
    assert turns.acquire(5)
    for thread in threads:
        thread.join()

    assert order == [0, 1, 2, 3, 4]


def test_a_closed_store_says_so_and_has_no_process(directory: Path) -> None:
    store = LocalStore(directory)
    assert store.ask("ASK {}", seconds=10)
    (worker,) = store._pool._idle
    store.close()
    store.close()

    assert is_gone(worker.pid, within=2)
    with pytest.raises(StoreError, match="closed"):
        store.ask("ASK {}", seconds=1)


def test_closing_ends_a_query_that_runs(directory: Path) -> None:
    store = LocalStore(directory)
    assert store.ask("ASK {}", seconds=10)
    threading.Timer(0.2, store.close).start()
    start = time.monotonic()

    with pytest.raises(StoreError, match="closed"):
        store.run(ENDLESS, seconds=10)

    assert time.monotonic() - start < 2


def test_a_reader_holds_the_generation_until_it_is_closed(directory: Path) -> None:
    import fcntl

    lock_file = directory / "generation-1" / "lock"
    with lock_file.open("rb") as lock, LocalStore(directory), pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


CHILD = """
    import os, sys, time
    from pathlib import Path
    from kgqa_store.local import LocalStore
    store = LocalStore(Path(sys.argv[1]), workers=1)
    store.ask("ASK {}", seconds=10)
    print(store._pool._idle[0].pid, flush=True)
"""


def child(code: str, directory: Path) -> subprocess.Popen[str]:
    script = textwrap.dedent(CHILD) + textwrap.dedent(code)
    with interruptible():
        return subprocess.Popen(
            [sys.executable, "-c", script, str(directory)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def pid_from(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def test_when_the_parent_is_killed_its_worker_ends_in_the_middle_of_a_query(
    directory: Path,
) -> None:
    with child(f"store.run({ENDLESS!r}, seconds=60)", directory) as parent:
        worker = pid_from(parent)
        time.sleep(0.3)
        parent.kill()

        assert is_gone(worker, within=2)


def test_ctrl_c_ends_parent_and_worker_at_once(directory: Path) -> None:
    with child(f"store.run({ENDLESS!r}, seconds=60)", directory) as parent:
        worker = pid_from(parent)
        time.sleep(0.3)
        start = time.monotonic()
        parent.send_signal(signal.SIGINT)
        _, errors = parent.communicate(timeout=5)

        assert time.monotonic() - start < 1
        assert "KeyboardInterrupt" in errors
        assert is_gone(worker, within=2)


def test_a_store_nobody_closed_ends_with_its_program(directory: Path) -> None:
    with child("", directory) as parent:
        worker = pid_from(parent)
        _, errors = parent.communicate(timeout=5)

        assert (parent.returncode, errors) == (0, "")
        assert is_gone(worker, within=2)


def test_after_a_fork_each_process_has_its_own_worker(directory: Path) -> None:
    code = """
    sys.stdout.flush()
    other = os.fork()
    for _ in range(200):
        assert store.ask("ASK { wd:Q1 wdt:P31 wd:Q2 }", seconds=10)
        assert not store.ask("ASK { wd:Q1 wdt:P31 wd:Q3 }", seconds=10)
    if other:
        assert os.waitpid(other, 0)[1] == 0
    """
    with child(code, directory) as parent:
        _, errors = parent.communicate(timeout=20)

        assert (parent.returncode, errors) == (0, "")


def test_a_file_beside_the_user_is_not_taken_for_a_library(directory: Path, tmp_path: Path) -> None:
    (tmp_path / "struct.py").write_text("raise SystemExit('wrong struct')")
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        with LocalStore(directory) as store:
            assert store.ask("ASK {}", seconds=10)
    finally:
        os.chdir(before)

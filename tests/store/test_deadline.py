import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import kgqa_store.local
import kgqa_store.supervise
import kgqa_store.worker
import pytest
from kgqa_store.errors import MemoryLimit, TimeLimit
from kgqa_store.local import LocalStore
from kgqa_store.worker import HEAVY, LIMITS, OUT_OF_MEMORY, frame
from small_store import ENDLESS, ENDLESS_ROWS, GREEDY, is_gone, lay_out


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("deadline") / "store")


@pytest.fixture
def store(directory: Path) -> Iterator[LocalStore]:
    with LocalStore(directory, workers=1) as opened:
        yield opened


def works(store: LocalStore) -> bool:
    return store.ask("ASK { wd:Q1 wdt:P31 wd:Q2 }", seconds=10)


@pytest.mark.parametrize("query", [ENDLESS, ENDLESS_ROWS], ids=["silent", "streaming"])
def test_a_query_is_stopped_within_three_tenths_of_its_deadline(
    store: LocalStore, query: str
) -> None:
    assert works(store)
    start = time.monotonic()

    with pytest.raises(TimeLimit, match=r"0\.3 s"):
        store.run(query, seconds=0.3, rows=10**12)

    assert 0.3 <= time.monotonic() - start < 0.6


def test_after_a_stopped_query_the_next_one_works(store: LocalStore) -> None:
    for _ in range(3):
        with pytest.raises(TimeLimit):
            store.run(ENDLESS, seconds=0.1)
        assert works(store)


def test_a_deadline_holds_while_the_worker_still_starts(directory: Path) -> None:
    with LocalStore(directory) as store, pytest.raises(TimeLimit):
        store.run("ASK {}", seconds=0.0)


def test_however_short_the_deadlines_a_worker_gets_ready(directory: Path) -> None:
    with LocalStore(directory, workers=1) as store:
        for _ in range(1000):
            try:
                assert store.ask("ASK {}", seconds=0.01)
                break
            except TimeLimit:
                continue
        else:
            raise AssertionError("never")


def test_a_query_may_have_all_the_time_there_is(store: LocalStore) -> None:
    assert store.ask("ASK { ?s ?p ?o }", seconds=float("inf"))


def test_many_stopped_queries_leave_nothing_open(store: LocalStore) -> None:
    def things() -> tuple[int, int]:
        return len(list(Path("/dev/fd").iterdir())), threading.active_count()

    assert works(store)
    before = things()
    for _ in range(10):
        with pytest.raises(TimeLimit):
            store.run(ENDLESS, seconds=0.1)
    assert works(store)
    time.sleep(0.1)

    assert things() == before


def test_a_stopped_query_leaves_no_process_behind(store: LocalStore) -> None:
    assert works(store)
    (worker,) = store._pool._idle

    with pytest.raises(TimeLimit):
        store.run(ENDLESS, seconds=0.1)

    assert is_gone(worker.pid, within=2)


def test_a_worker_that_takes_long_to_die_is_not_asked_again(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if timeout is None:
            return patient(process)
        raise subprocess.TimeoutExpired(process.args, timeout)

    patient = subprocess.Popen.wait
    assert works(store)
    with monkeypatch.context() as slow:
        slow.setattr(subprocess.Popen, "wait", wait)
        slow.setattr(subprocess.Popen, "poll", lambda _: None)
        with pytest.raises(TimeLimit):
            store.run(ENDLESS, seconds=0.1)

    assert works(store)


def test_a_worker_that_keeps_much_memory_is_replaced(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert works(store)
    (light,) = store._pool._idle
    assert works(store)
    assert store._pool._idle == [light]

    monkeypatch.setattr(kgqa_store.supervise, "HEAVY", b"")  # as if every worker said so
    assert works(store)
    assert store._pool._idle != [light]
    assert is_gone(light.pid, within=2)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a worker knows what it has")
def test_a_worker_knows_when_it_keeps_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = kgqa_store.worker.Bounds()

    assert bounds.end() == b""
    monkeypatch.setattr(kgqa_store.worker, "KEPT", -(1 << 40))
    assert bounds.end() == HEAVY


def test_waiting_for_a_busy_worker_counts(store: LocalStore) -> None:
    assert works(store)

    def occupy() -> None:
        with pytest.raises(TimeLimit):
            store.run(ENDLESS, seconds=1.0)

    other = threading.Thread(target=occupy)
    other.start()
    time.sleep(0.1)
    start = time.monotonic()

    with pytest.raises(TimeLimit):
        store.run("ASK {}", seconds=0.2)

    assert time.monotonic() - start < 0.5
    other.join()


def test_a_query_that_wants_too_much_memory_is_stopped(store: LocalStore) -> None:
    with pytest.raises(MemoryLimit) as caught:
        store.run(GREEDY, seconds=20, memory=50 << 20)

    assert "LIMIT" in caught.value.hint
    assert works(store)


def test_a_result_may_have_as_many_rows_as_allowed_and_no_more(store: LocalStore) -> None:
    query = "SELECT ?x { ?x wdt:P31 ?y } LIMIT 20"
    graph = "CONSTRUCT { ?x wdt:P31 ?y } WHERE { ?x wdt:P31 ?y } LIMIT 20"

    assert len(store.run(query, seconds=10, rows=20).rows) == 20  # type: ignore[union-attr]
    assert len(store.run(graph, seconds=10, rows=20).triples) == 20  # type: ignore[union-attr]
    for text in (query, graph):
        with pytest.raises(MemoryLimit, match="rows") as caught:
            store.run(text, seconds=10, rows=19)
        assert "LIMIT" in caught.value.hint


def test_a_result_may_not_have_too_many_bytes(
    store: LocalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kgqa_store.local, "SIZE", 100_000)

    with pytest.raises(MemoryLimit, match="bytes"):
        store.run(ENDLESS_ROWS, seconds=10, rows=10**12)
    assert works(store)


def test_a_worker_that_was_killed_from_outside_is_replaced(store: LocalStore) -> None:
    assert works(store)
    (worker,) = store._pool._idle
    worker._process.kill()
    worker._process.wait()

    assert works(store)


def test_a_worker_killed_in_the_middle_of_a_query_is_reported(store: LocalStore) -> None:
    assert works(store)
    (worker,) = store._pool._idle
    threading.Timer(0.2, worker._process.kill).start()

    with pytest.raises(MemoryLimit, match="system ended"):
        store.run(ENDLESS, seconds=10)
    assert works(store)


def test_a_worker_nobody_watches_ends_by_itself_soon_after_the_deadline(directory: Path) -> None:
    graph = directory / "generation-1" / "graph"
    command = [sys.executable, "-m", "kgqa_store.worker", str(graph)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        worker.stdin.write(frame(b"Q", LIMITS.pack(0.1, 1 << 30, 10, 10) + ENDLESS.encode()))
        worker.stdin.flush()

        assert worker.wait(timeout=5) == -signal.SIGALRM


def test_where_no_system_bounds_memory_a_worker_watches_itself(directory: Path) -> None:
    graph = directory / "generation-1" / "graph"
    code = f"""if True:
        import sys
        from kgqa_store import worker
        sys.platform = "elsewhere"
        worker.main({str(graph)!r})"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
        assert worker.stdin is not None
        worker.stdin.write(frame(b"Q", LIMITS.pack(20, 50 << 20, 10, 10) + GREEDY.encode()))
        worker.stdin.flush()

        assert worker.wait(timeout=20) == OUT_OF_MEMORY

"""Slow work is ended at its deadline, never holds up other work, and dead workers are replaced."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from served import Served, serving

import sparql_templates as templates

QUESTION = "Who directed Inception?"
ENDLESS = templates.read("lookup/endless")


@pytest.fixture(scope="module")
def small() -> Iterator[Served]:
    """Return a server with one worker a lane and a short limit of time."""
    with serving("--workers", "1", "--timeout", "8") as found:
        found.json("/ask", question=QUESTION)  # until its worker is ready
        found.json("/sparql", query="ASK {}")
        yield found


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(one) for one in listed.split()]


def processor(pid: int) -> float:
    """Return the seconds of a processor that a process has taken, which others do not lengthen."""
    told = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.usefixtures("sample_store")  # at the very first start, the sample is built besides
def test_the_server_is_up_in_two_seconds() -> None:
    with serving("--workers", "1") as server:
        assert processor(server.process.pid) <= 2


def test_a_request_takes_the_server_five_milliseconds_at_most(server: Served) -> None:
    """Beside what a worker does for it."""
    server.json("/link", text="Berlin")
    before = processor(server.process.pid)
    for _ in range(100):
        server.json("/link", text="Berlin")

    assert (processor(server.process.pid) - before) / 100 <= 0.005


def test_a_slow_query_is_ended_and_others_do_not_wait_for_it(small: Served) -> None:
    with ThreadPoolExecutor() as pool:
        start = time.monotonic()
        slow = pool.submit(small.send, "/sparql", query=ENDLESS, timeout=4)
        time.sleep(0.5)
        for path, fields in (
            ("/ask", {"question": QUESTION}),
            ("/link", {"text": "Berlin"}),
            ("/health", {}),
        ):
            assert small.send(path, **fields).status == 200
        assert not slow.done() or time.monotonic() - start > 4
        said = slow.result()

    assert said.status == 504 and said.json()["error"]["kind"] == "TimeLimit"
    assert small.json("/sparql", query="ASK {}")["boolean"] is True


def test_too_many_who_wait_are_told_to_come_again(small: Served) -> None:
    with ThreadPoolExecutor(24) as pool:
        sent = [pool.submit(small.send, "/sparql", query=ENDLESS, timeout=2) for _ in range(24)]
        said = [one.result() for one in sent]

    refused = [one for one in said if one.status == 429]
    assert refused and all(one.headers["retry-after"] == "2" for one in refused)
    assert {one.status for one in said} <= {429, 504}
    assert small.json("/sparql", query="ASK {}")["boolean"] is True


def test_a_worker_that_dies_is_replaced_and_its_task_done_again(small: Served) -> None:
    before = children(small.process.pid)
    for pid in before:
        os.kill(pid, signal.SIGKILL)

    assert small.json("/ask", question=QUESTION)["answers"][0]["label"] == "Christopher Nolan"
    assert small.json("/link", text="Berlin")["candidates"]
    assert not set(children(small.process.pid)) & set(before)


def test_a_client_that_leaves_frees_its_worker(small: Served) -> None:
    address = urlsplit(small.url)
    with socket.create_connection((address.hostname or "", address.port or 0), 60) as client:
        head = "POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query"
        body = f"Content-Length: {len(ENDLESS)}\r\n\r\n{ENDLESS}"
        client.sendall(f"{head}\r\n{body}".encode())
        time.sleep(1)
    start = time.monotonic()

    assert small.json("/sparql", query="ASK {}", timeout=60)["boolean"] is True
    assert "busy" in small.send("/metrics").text
    assert time.monotonic() - start < 7.5  # less than the limit that the other would have had


def test_many_at_once_get_each_their_own_answer(server: Served) -> None:
    asked = ["Q25188", "Q25191", "Q64", "Q183", "Q513", "Q42"]
    alone = {id_: server.json("/entity/" + id_) for id_ in asked}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda id_: server.json("/entity/" + id_), asked * 5))

    assert found == [alone[id_] for id_ in asked * 5]


def test_a_stop_lets_what_runs_be_finished() -> None:
    with serving("--workers", "1") as server, ThreadPoolExecutor() as pool:
        server.json("/ask", question=QUESTION)
        workers = children(server.process.pid)
        running = pool.submit(server.json, "/ask", question="Which cities are in Germany?")
        time.sleep(0.2)
        server.process.send_signal(signal.SIGTERM)

        assert running.result()["question"] == "Which cities are in Germany?"
        assert server.process.wait(timeout=60) == 0
        assert workers and not any(Path(f"/proc/{pid}").exists() for pid in workers)


GARBAGE = """
import gc, weakref
from kgqa.serve.worker import YOUNG, settle

class Knot:
    def __init__(self): self.me = self

gc.set_threshold(YOUNG)
settle()
knots = [weakref.ref(Knot()) for _ in range(100_000)]
print(sum(knot() is not None for knot in knots))
"""


def test_what_questions_leave_behind_is_cleared_away_soon() -> None:
    said = subprocess.run(
        [sys.executable, "-c", GARBAGE], capture_output=True, text=True, check=True
    )

    assert int(said.stdout) <= 20_000


def test_a_port_that_is_taken_is_said(server: Served) -> None:
    port = str(urlsplit(server.url).port)
    done = subprocess.run(
        [sys.executable, "-m", "kgqa_cli", "serve", "--port", port], capture_output=True, text=True
    )

    assert done.returncode == 2
    assert f"port {port}" in done.stderr and "Hint" in done.stderr


def test_a_store_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kgqa_cli", "serve", "--store", str(tmp_path / "none")],
        capture_output=True, text=True,
    )  # fmt: skip

    assert done.returncode == 4 and "Hint" in done.stderr


def test_the_threads_of_a_client_do_not_matter(server: Served) -> None:
    """Connections that say nothing hold nobody up."""
    address = urlsplit(server.url)
    silent = [
        socket.create_connection((address.hostname or "", address.port or 0)) for _ in range(20)
    ]
    threading.Event().wait(0.1)
    try:
        assert server.json("/link", text="Berlin")["candidates"]
    finally:
        for client in silent:
            client.close()

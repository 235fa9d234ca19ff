"""Runs on a Ray cluster of two nodes, whose head is killed; they need Ray and half a minute."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from bench.sample_files import FILES
from click.testing import CliRunner
from kgqa_cli import main

from kgqa.bench.errors import BenchError
from kgqa.bench.running import rows_of
from kgqa.bench.systems.system import Spec

COMMAND = f"{sys.executable} {Path(__file__).parent / 'answering_command.py'}"
COPIES = 60
"""Each question of the sample is asked so often, under ids of its own."""
ENOUGH = 40
"""Rows that are there when the head is killed."""
RAY = (sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1",
       "--object-store-memory=80000000", "--disable-usage-stats")  # fmt: skip


BOTH = """
import sys, time, ray
ray.init(sys.argv[1], log_to_driver=False)
while ray.cluster_resources().get("CPU", 0) < 2:
    time.sleep(0.2)
"""
"""Waits until both nodes have joined."""


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    records = json.loads(FILES["mintaka"].read_text(encoding="utf-8"))
    copies = [{**one, "id": f"{one['id']}-{n}"} for n in range(COPIES) for one in records]
    path = tmp_path / "data.json"
    path.write_text(json.dumps(copies), encoding="utf-8")
    return path


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def node(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a node, and kill it with everything it started."""
    process = subprocess.Popen(
        [*RAY, *options], start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and those of its session."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


@contextmanager
def cluster(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a head and a second node of one core each; yield the address and the head."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    folder = tmp_path / str(port)  # the paths of sockets may not be long
    with ExitStack() as nodes:
        head = nodes.enter_context(
            node("--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}")
        )
        wait_for(lambda: listens(port))
        nodes.enter_context(node(f"--address={address}"))
        subprocess.run([sys.executable, "-c", BOTH, address], check=True, timeout=120)
        yield address, head


def listens(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def wait_for(is_there: object, seconds: float = 120) -> None:
    """Wait until something is there; fail where it does not come."""
    assert callable(is_there)
    end = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < end, "it did not come in time"
        time.sleep(0.2)


def command(data: Path, out: Path, address: str, *more: str) -> list[str]:
    run = ["mintaka", "--data", str(data), "--command", f"{COMMAND} slow", "--jobs", "2"]
    ray = ["--ray", address, "--out", str(out), *more]
    return [sys.executable, "-m", "kgqa_cli", "bench", *run, *ray]


def results(out: Path) -> list[bytes]:
    return [(out / name).read_bytes() for name in ("scores.json", "predictions.json")]


@pytest.mark.slow
def test_a_run_whose_head_was_killed_is_resumed_to_the_same_bytes(
    questions: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kgqa[ray]'")
    home = tmp_path_factory.mktemp("r")
    here = ["bench", "mintaka", "--data", str(questions), "--command", COMMAND]
    assert CliRunner().invoke(main, [*here, "--out", str(home / "here")]).exit_code == 0
    with cluster(home) as (address, head):
        run = subprocess.Popen(command(questions, home / "ray", address), stderr=subprocess.PIPE)
        rows = home / "ray" / "rows.jsonl"
        wait_for(lambda: rows.exists() and rows.read_bytes().count(b"\n") >= ENOUGH)
        kill(head)
        told = run.communicate(timeout=120)[1].decode()
    written = rows.read_bytes().count(b"\n")
    with cluster(home) as (address, _):
        again = command(questions, home / "ray", address, "--resume")
        subprocess.run(again, check=True, capture_output=True, timeout=200)
        more = [*command(questions, home / "more", address), "--jobs", "3"]
        refused = subprocess.run(more, capture_output=True, timeout=120, check=False, text=True)

    assert run.returncode == 2 and "was lost" in told and "--resume" in told
    assert ENOUGH <= written < COPIES * 7
    assert results(home / "ray") == results(home / "here")
    # Ray would wait without an end for a core that the third worker can have.
    assert "has 2 cores, and --jobs asks for 3" in refused.stderr


def test_an_address_where_nobody_listens_is_refused_at_once(questions: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'kgqa[ray]'")
    from kgqa.bench.benchmarks import BENCHMARKS

    asked = BENCHMARKS["mintaka"].read(questions)[:1]
    start = time.monotonic()
    with pytest.raises(BenchError, match="There is no Ray cluster at"):
        list(rows_of(Spec("mintaka"), asked, ray=f"127.0.0.1:{free_port()}"))

    assert time.monotonic() - start < 30

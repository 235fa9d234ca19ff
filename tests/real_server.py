"""A real SPARQL server on this machine: `oxigraph serve-read-only`, from the package oxigraph."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def serving(graph: Path) -> Iterator[str]:
    """Serve the Oxigraph database in the folder `graph`; give the address to send queries to."""
    binary = shutil.which("oxigraph", path=sysconfig.get_path("scripts"))
    if binary is None:
        pytest.skip("the package oxigraph, which has the server, is not installed")
    port = free_port()
    command = [binary, "serve-read-only", "--location", str(graph), "--bind", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        wait_for(port)
        yield f"http://127.0.0.1:{port}/query"
        process.kill()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("the server does not start")

"""The guard of conftest.py guards."""

from __future__ import annotations

import socket

import pytest


def test_a_connection_that_leaves_the_machine_is_refused() -> None:
    with (
        socket.socket() as far,
        pytest.raises(BaseException, match="a test reached for 192"),
    ):
        far.connect(("192.0.2.1", 80))


def test_a_connection_to_this_machine_is_allowed() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as near,
    ):
        assert near.getpeername() == server.getsockname()

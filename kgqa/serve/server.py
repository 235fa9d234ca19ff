"""The server: a socket, the application on it, and an orderly end."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from kgqa.errors import PortTaken

CONNECTIONS = 512
"""Connections beyond it are refused with 503."""

LONGEST = 1 << 18
"""Bytes of the longest address with its headers; a letter of a query may take twelve of them."""


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port`; 0 is any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except OSError as error:
        raise PortTaken(
            f"The server cannot listen at {host}, port {port}: {error.strerror or error}.",
            hint="choose another --port, or --port 0 for any that is free",
        ) from error


def address_of(listener: socket.socket) -> str:
    """Return the URL of what listens."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Says that it is up, and serves until it is told to stop; what is being done is finished."""

    def __init__(self, config: uvicorn.Config, is_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._is_up = is_up

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; at the second Ctrl-C at once. Both are an ordinary end."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._is_up()


def serve(
    app: FastAPI, listener: socket.socket, *, seconds: float, is_up: Callable[[], None]
) -> None:
    """Serve until interrupted; requests that run may take `seconds` more."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=15,
        http="h11",  # the limit below is its own
        h11_max_incomplete_event_size=LONGEST,
        timeout_graceful_shutdown=int(seconds) + 3,
    )
    Server(config, is_up).run(sockets=[listener])

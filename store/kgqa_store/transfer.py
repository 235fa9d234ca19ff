"""One HTTP exchange that ends at a deadline, whatever the other side does.

A time-out of a socket starts anew with every byte, so a server that sends one byte a second keeps
its reader for ever. Here the exchange runs in a thread of its own; at the deadline its socket is
shut down, and nobody waits for it.
"""

from __future__ import annotations

import http.client
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import Message
from typing import IO, Any
from urllib.parse import urlsplit

PIECE = 1 << 16
ERROR_BYTES = 1 << 14
"""As much of the body of an error is read: enough to find the reason in it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server sent: the body is complete unless `is_cut` or `is_too_long`."""

    status: int
    headers: Message
    body: bytes
    is_cut: bool = False
    """The connection ended before all that was announced had come."""
    is_too_long: bool = False
    """There was more than the caller wanted."""

    @property
    def media_type(self) -> str:
        """The type of the body, without parameters."""
        return self.headers.get_content_type() if "Content-Type" in self.headers else ""


def whole_number(text: str) -> int | None:
    """Return the number that a header spells in figures; None for anything else, such as `²`."""
    return int(text[:18]) if text.isascii() and text.isdigit() else None


def fetch(request: urllib.request.Request, *, deadline: float, size: int) -> Reply:
    """Return the reply to `request`, whatever its status.

    Raises `TimeoutError` at `deadline` (on the monotonic clock), and `OSError` where there is no
    HTTP reply.
    """
    exchange = _Exchange(request, size, deadline)
    thread = threading.Thread(target=exchange.run, daemon=True)
    thread.start()
    try:
        thread.join(max(0.0, deadline - time.monotonic()))
    finally:
        exchange.abandon()
    match exchange.outcome:
        case None:
            raise TimeoutError
        case Reply():
            return exchange.outcome
        case error:
            if time.monotonic() >= deadline:
                raise TimeoutError from error
            raise error


@dataclass(slots=True)
class _Exchange:
    request: urllib.request.Request
    size: int
    deadline: float
    outcome: Reply | OSError | None = None
    connections: list[http.client.HTTPConnection] = field(default_factory=list)

    def run(self) -> None:
        try:
            self.outcome = self._reply()
        except OSError as error:
            self.outcome = error
        except (http.client.HTTPException, ValueError) as error:
            self.outcome = OSError(f"{type(error).__name__}: {error}")

    def _reply(self) -> Reply:
        left = max(0.01, self.deadline - time.monotonic())
        try:
            with _opener(self.connections).open(self.request, timeout=left) as response:
                return _read(response, response.status, response.headers, self.size)
        except urllib.error.HTTPError as error:
            with error:
                return _read(error, error.code, error.headers, ERROR_BYTES)

    def abandon(self) -> None:
        for connection in self.connections:
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(2)


def _read(source: IO[bytes], status: int, headers: Message, size: int) -> Reply:
    pieces: list[bytes] = []
    received = 0
    try:
        while piece := source.read(PIECE):
            pieces.append(piece)
            received += len(piece)
            if received > size:
                return Reply(status, headers, b"".join(pieces)[:size], is_too_long=True)
        announced = whole_number(headers.get("Content-Length", ""))
        is_cut = announced is not None and received < announced
    except (http.client.IncompleteRead, ConnectionError) as error:
        pieces.append(getattr(error, "partial", b""))
        is_cut = True
    return Reply(status, headers, b"".join(pieces), is_cut=is_cut)


class LeadsElsewhere(OSError):
    """A server wants the query to be sent to `url`, which is another server."""

    def __init__(self, url: str) -> None:
        """Remember where it leads."""
        super().__init__(f"it redirects to {url}")
        self.url = url


def is_same_server(url: str, other: str) -> bool:
    """Whether two addresses have one host and port; from http to https is no other server."""
    one, two = urlsplit(url), urlsplit(other)
    ports = {"http": 80, "https": 443}
    if one.hostname != two.hostname or (one.scheme, two.scheme) == ("https", "http"):
        return False
    is_default = one.port is None and two.port is None
    return is_default or (one.port or ports.get(one.scheme)) == (two.port or ports.get(two.scheme))


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirections of the same server, with the body where the method is POST."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Any,  # noqa: ANN401 - as the library types it
        newurl: str,
    ) -> urllib.request.Request | None:
        if urlsplit(newurl).scheme in ("http", "https") and not is_same_server(
            req.full_url, newurl
        ):
            fp.close()
            raise LeadsElsewhere(newurl.partition("?")[0])
        if req.get_method() == "POST" and code != 303:
            # The library drops the body, and with it the query.
            return urllib.request.Request(  # noqa: S310 - the opener knows only http and https
                newurl, data=req.data, headers=dict(req.header_items())
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(connections: list[http.client.HTTPConnection]) -> urllib.request.OpenerDirector:
    """Return an opener for http and https alone, which notes its connections."""

    def noted(
        connect: Callable[..., http.client.HTTPConnection],
    ) -> Callable[..., http.client.HTTPConnection]:
        def connection(*arguments: Any, **options: Any) -> http.client.HTTPConnection:  # noqa: ANN401
            connections.append(connect(*arguments, **options))
            return connections[-1]

        return connection

    class Http(urllib.request.HTTPHandler):
        def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            return self.do_open(noted(http.client.HTTPConnection), req)

    class Https(urllib.request.HTTPSHandler):
        def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
            secure = noted(http.client.HTTPSConnection)
            return self.do_open(secure, req, context=ssl.create_default_context())

    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        Http(),
        Https(),
        _Redirects(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener

"""What every request passes before anything is done for it, and what every response carries.

* Host: names of this server only. A page of another site that points its own name at this address
  (DNS rebinding) says that name as its host, and is refused. Addresses cannot be rebound.
* Token: where one was set, a request says it as `Authorization: Bearer TOKEN`, or a browser by the
  cookie that it gets for it.
* Size: bodies beyond a limit are not read, and slow ones not for ever.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Collection, MutableMapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kgqa.serve.frames import Outcome
from kgqa.serve.problems import Refused, problem

LARGEST = 1 << 20
"""Bytes of the largest body."""
SLOWEST = 15.0
"""Seconds within which a body must have arrived."""
COOKIE = "kgqa_token"
OPEN = frozenset({"/health", "/token", "/static/kgqa.css", "/static/icon.svg"})
"""What is given without a token: that the server lives, and how to log in."""
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@dataclass(slots=True)
class Guard:
    """Middleware that refuses what must not get in."""

    app: ASGIApp
    hosts: Collection[str] = ()
    """Names of this server beside localhost, in lower case."""
    token: str | None = None
    _encoded: list[tuple[bytes, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._encoded = [(name.lower().encode(), said.encode()) for name, said in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def said(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self._encoded]
            await send(message)

        try:
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            self._check_host(headers)
            self._check_token(scope, headers)
            _check_length(headers)
        except Refused as error:
            await respond(refusal(error, scope, headers), said)
            return
        await self.app(scope, _limited(receive), said)

    def _check_host(self, headers: MutableMapping[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not is_ours(host, self.hosts):
            raise Refused(
                421,
                f"This server is not called {host[:100]!r}.",
                hint="call it by its address or localhost, or serve with --allow-host NAME",
                kind="ForeignHost",
            )

    def _check_token(self, scope: Scope, headers: MutableMapping[bytes, str]) -> None:
        if self.token is None or scope["path"] in OPEN:
            return
        if not any(is_token(given, self.token) for given in _tokens(headers)):
            raise Refused(
                401,
                "This server asks for a token.",
                hint="send the header Authorization: Bearer TOKEN",
                kind="Unauthorized",
                headers={"WWW-Authenticate": "Bearer"},
            )


def is_ours(host: str, names: Collection[str]) -> bool:
    """Whether a Host header is an address, localhost, or one of `names`."""
    name, _, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name or not port.isdigit():
        name = host
    name = name.strip().lower()
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def is_token(given: str, token: str) -> bool:
    """Whether a token is the right one; how long the comparison takes does not tell."""
    return hmac.compare_digest(given.encode(), token.encode())


def _tokens(headers: MutableMapping[bytes, str]) -> list[str]:
    """Return the tokens that a request gives: by header, by cookie."""
    found = []
    scheme, _, given = headers.get(b"authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        found.append(given.strip())
    try:
        cookie = SimpleCookie(headers.get(b"cookie", "")).get(COOKIE)
    except CookieError:
        cookie = None
    return [*found, cookie.value] if cookie else found


def _check_length(headers: MutableMapping[bytes, str]) -> None:
    length = headers.get(b"content-length", "")
    if length.isdigit() and int(length) > LARGEST:
        raise too_large()


def too_large() -> Refused:
    """Return the refusal of a body beyond the limit."""
    return Refused(413, f"A body has at most {LARGEST:,} bytes here.", kind="TooLarge")


def _limited(receive: Receive) -> Receive:
    """Return `receive` for a body that is neither too large nor too slow."""
    size, is_complete = 0, False
    deadline = asyncio.get_running_loop().time() + SLOWEST

    async def limited() -> Message:
        nonlocal size, is_complete
        if is_complete:
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError as error:
            raise Refused(408, "The body did not arrive in time.", kind="TooSlow") from error
        size += len(message.get("body", b""))
        is_complete = not message.get("more_body", False)
        if size > LARGEST:
            raise too_large()
        return message

    return limited


def refusal(error: Refused, scope: Scope, headers: MutableMapping[bytes, str]) -> Outcome:
    """Return what a client is told that is refused; a browser is asked for the token."""
    is_browser = scope["method"] == "GET" and "text/html" in headers.get(b"accept", "")
    if error.status == 401 and is_browser:
        from kgqa.serve.page.rendering import rendered

        page = rendered("token.html", is_wrong=False)
        return Outcome(401, "text/html; charset=utf-8", page, error.headers)
    return problem(error)


async def respond(outcome: Outcome, send: Send) -> None:
    """Send an outcome as a response."""
    headers: list[Any] = [(b"content-type", outcome.type.encode())]
    headers.append((b"content-length", str(len(outcome.body)).encode()))
    headers += [(name.lower().encode(), said.encode()) for name, said in outcome.headers.items()]
    await send({"type": "http.response.start", "status": outcome.status, "headers": headers})
    await send({"type": "http.response.body", "body": outcome.body})

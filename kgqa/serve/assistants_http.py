"""The Model Context Protocol at `/mcp`, over streamable HTTP, opened by its first request.

To import the SDK takes as long as all else of the server, and most servers are never asked by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from kgqa.serve.house import House
from kgqa.serve.problems import Refused


class Assistants:
    """An application that begins to live when it is first asked."""

    def __init__(self, house: House, origins: Sequence[str] = ()) -> None:
        """Serve what `house` does to programs, and to pages of some origins."""
        self._house, self._origins = house, origins
        self._app: ASGIApp | None = None
        self._opening = asyncio.Lock()
        self._living: asyncio.Task[None] | None = None
        self._end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of the protocol."""
        self._check_origin(Headers(scope=scope))
        async with self._opening:
            if self._app is None:
                await self._open()
        assert self._app is not None  # noqa: S101 - for the type checker
        await self._app(scope, receive, send)

    def _check_origin(self, headers: Headers) -> None:
        """Refuse pages of other sites, as the protocol demands."""
        origin = headers.get("origin")
        is_ours = origin is None or urlsplit(origin).netloc == headers.get("host")
        if not is_ours and origin not in self._origins:
            raise Refused(403, "Pages of this origin may not ask here.", kind="ForeignOrigin")

    async def _open(self) -> None:
        from mcp.server.transport_security import TransportSecuritySettings

        from kgqa.serve.assistants import assistant_server

        server = assistant_server(self._house)
        checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the guard does
        app = server.streamable_http_app(
            json_response=True, stateless_http=True, transport_security=checked
        )
        ready = asyncio.Event()
        self._living = asyncio.ensure_future(self._live(server.session_manager, ready))
        await ready.wait()
        self._app = app

    async def _live(self, manager: Any, ready: asyncio.Event) -> None:  # noqa: ANN401 - imported late
        async with manager.run():
            ready.set()
            await self._end.wait()

    async def close(self) -> None:
        """End what was begun."""
        self._end.set()
        if self._living is not None:
            await self._living

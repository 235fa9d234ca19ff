"""Work for a client as long as it is there: who leaves ends what was done for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kgqa.serve.frames import Outcome
from kgqa.serve.house import House

T = TypeVar("T")


async def attended(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns; it is cancelled when the client disconnects."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def _left(request: Request) -> None:
    """Return when the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def response(outcome: Outcome) -> Response:
    """Return an outcome as a response of HTTP."""
    return Response(outcome.body, outcome.status, dict(outcome.headers), outcome.type)


async def answered(
    request: Request, name: str, given: dict[str, Any], *, seconds: float | None = None
) -> Response:
    """Return the response of a task, for as long as the client waits."""
    house: House = request.app.state.house
    return response(await attended(request, house.run(name, given, seconds=seconds)))


async def events(
    house: House, name: str, given: dict[str, Any]
) -> AsyncIterator[tuple[str, str | Outcome]]:
    """Yield the stages of a task as they come, and at last its outcome."""
    queue: asyncio.Queue[str] = asyncio.Queue()
    working = asyncio.ensure_future(house.run(name, given, tell=queue.put_nowait))
    try:
        while not working.done():
            hearing = asyncio.ensure_future(queue.get())
            await asyncio.wait({working, hearing}, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                yield "stage", hearing.result()
            else:
                hearing.cancel()
        while not queue.empty():
            yield "stage", queue.get_nowait()
        yield "done", working.result()
    finally:
        working.cancel()

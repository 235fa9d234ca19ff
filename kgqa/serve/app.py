"""The application: its routes, its middleware, and what becomes of errors."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kgqa.serve import api, pages, protocol
from kgqa.serve.assistants_http import Assistants
from kgqa.serve.attending import response
from kgqa.serve.guard import Guard
from kgqa.serve.house import House
from kgqa.serve.problems import Refused, problem

DESCRIPTION = "Questions over a knowledge graph, every answer with its proof. All of it only reads."


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask: names of this server, a token, and the origins of other pages."""

    hosts: Sequence[str] = ()
    token: str | None = None
    origins: Sequence[str] = ()


def application(house: House, access: Access) -> FastAPI:
    """Return the application that serves what `house` does."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        house.open()
        try:
            yield
        finally:
            await assistants.close()
            await house.close()

    assistants = Assistants(house, access.origins)

    app = FastAPI(
        title="kgqa",
        version=version("kgqa"),
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # they fetch scripts from elsewhere
        redoc_url=None,
    )
    app.state.house, app.state.access = house, access
    app.include_router(api.router)
    app.include_router(protocol.router)
    app.include_router(pages.router)
    app.router.routes.append(Route("/mcp", assistants))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)
    app.add_exception_handler(ClientDisconnect, _gone)
    if access.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(access.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["authorization", "content-type"],
        )
    app.add_middleware(Guard, hosts=frozenset(map(str.lower, access.hosts)), token=access.token)
    app.add_middleware(Counting, house=house)
    _with_problems(app)
    return app


@dataclass(slots=True)
class Counting:
    """Middleware that counts responses and their time."""

    app: ASGIApp
    house: House

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count its response."""
        start = time.monotonic()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                path = getattr(scope.get("route"), "path", "other")
                self.house.done[path, message["status"]] += 1
                self.house.seconds[path] += time.monotonic() - start
            await send(message)

        await self.app(scope, receive, counted if scope["type"] == "http" else send)


async def _refused(_: Request, error: Exception) -> Response:
    return response(problem(error))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - it is registered for these
    said = "; ".join(
        f"{'.'.join(map(str, one['loc'][1:])) or 'the body'}: {one['msg']}"
        for one in error.errors()
    )
    return response(problem(Refused(422, said, hint="see /openapi.json", kind="WrongParameter")))


async def _plain(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these
    headers = dict(error.headers or {})
    hint = "see /openapi.json for what there is" if error.status_code == 404 else ""
    refused = Refused(error.status_code, str(error.detail), hint=hint, headers=headers, kind="Http")
    return response(problem(refused))


async def _gone(_: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody reads it; nginx's number for it


def _with_problems(app: FastAPI) -> None:
    """Describe in OpenAPI what errors look like."""
    plain = app.openapi
    text = {"type": "string"}
    error = {
        "type": "object",
        "required": ["kind", "message", "hint"],
        "properties": {"kind": text, "message": text, "hint": text},
    }

    def described() -> dict[str, object]:
        schema = plain()
        schemas = schema.setdefault("components", {}).setdefault("schemas", {})
        schemas["Problem"] = {
            "type": "object",
            "required": ["error"],
            "properties": {"error": error},
        }
        return schema

    app.openapi = described  # type: ignore[method-assign]  # as FastAPI's documentation has it

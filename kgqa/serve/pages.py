"""The routes of the page: itself, whole or as a stream of events, its files, and the token."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal
from urllib.parse import parse_qs

import orjson
from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from kgqa.formats import WRITTEN, Written
from kgqa.serve.attending import answered, events
from kgqa.serve.frames import Outcome
from kgqa.serve.guard import COOKIE, is_token
from kgqa.serve.house import House
from kgqa.serve.page.rendering import GIVEN, rendered
from kgqa.serve.problems import Refused

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

router = APIRouter(include_in_schema=False)

FIELDS = {
    "question": 1000,
    "algebra": 10_000,
    "sparql": 100_000,
    "about": 1000,
    "pick": 220,
    "reading": 4,
    "read": 6,
    "page": 6,
    "sort": 10,
    "view": 6,
    "lang": 30,
}
"""What the page is asked with, and how many characters each may have."""
_PATTERNS = {
    "pick": r"Q[1-9]\d*|[A-Za-z][\w-]*:[^\s<>]{1,200}",
    "reading": r"[1-9]\d*",
    "page": r"[1-9]\d*",
    "read": "auto|always|never",
    "lang": "[A-Za-z-]+",
}


def wanted(request: Request) -> tuple[str, dict[str, Any]]:
    """Return the task that shows what an address of the page means, and what it is given.

    Whatever makes no sense is left out: an address may be old, or mistyped.
    """
    given: dict[str, Any] = {}
    for name, most in FIELDS.items():
        value = request.query_params.get(name, "").strip()
        if value and len(value) <= most and re.fullmatch(_PATTERNS.get(name, r"(?s:.*)"), value):
            given[name] = int(value) if name in ("reading", "page") else value
    for name, task in (("question", "ask"), ("algebra", "query"), ("sparql", "sparql")):
        if name in given:
            return f"page_{task}", given
    return "page_home", given


@router.get("/")
async def page(request: Request) -> Response:
    """Give the page: empty, or with what its address asks for."""
    return await answered(request, *wanted(request))


@router.get("/stream")
async def stream(request: Request) -> Response:
    """Give what changes in the page, after the stages of its making, as server-sent events."""
    name, given = wanted(request)
    house: House = request.app.state.house

    async def told() -> AsyncIterator[bytes]:
        try:
            async for kind, said in events(house, name, given | {"fragment": True}):
                if isinstance(said, Outcome):
                    fields = {"status": said.status, "html": said.body.decode()}
                    yield _event(kind, orjson.dumps(fields).decode())
                else:
                    yield _event(kind, said)
        except Refused as error:
            body = rendered(
                "problem.html",
                is_fragment=True,
                title="kgqa",
                store="",
                given=dict.fromkeys(GIVEN) | given,
                problem={"message": str(error), "hint": error.hint},
                wrong=None,
            )
            fields = {"status": error.status, "html": body.decode()}
            yield _event("done", orjson.dumps(fields).decode())

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(told(), media_type="text/event-stream", headers=headers)


def _event(kind: str, said: str) -> bytes:
    return f"event: {kind}\ndata: {said}\n\n".encode()


@router.get("/download")
async def download(request: Request, format: Written | Literal["json", "xml"] = "csv") -> Response:
    """Give the answers to a question or an expression, or the results of a query, as a file."""
    name, given = wanted(request)
    task = DOWNLOADS.get(name)
    if task is None:
        raise Refused(400, "There is nothing to download.", hint="give a question or an algebra")
    if format not in FORMS[task]:
        hint = f"take one of {', '.join(FORMS[task])}"
        raise Refused(400, f"There is no such file in the format {format}.", hint=hint)
    return await answered(request, task, given | {"format": format})


DOWNLOADS = {
    "page_ask": "download_reply",
    "page_query": "download_answers",
    "page_sparql": "download_results",
}
"""The tasks that give what a page shows as a file."""
FORMS: Mapping[str, tuple[str, ...]] = {
    "download_reply": WRITTEN,
    "download_answers": WRITTEN,
    "download_results": ("csv", "tsv", "json", "xml", "turtle", "jsonld"),
}


@router.get("/store")
async def store(request: Request) -> Response:
    """Give the page about the store."""
    return await answered(request, "page_store", {})


@cache
def statics() -> dict[str, tuple[str, bytes]]:
    """Return the files of the page, by name, each with its type: there are no others to ask for."""
    return {
        file.name: (TYPES[file.name.rpartition(".")[2]], file.read_bytes())
        for file in (files("kgqa.serve") / "static").iterdir()
    }


@router.get("/static/{name}")
async def static(name: str) -> Response:
    """Give a file of the page."""
    found = statics().get(name)
    if found is None:
        raise Refused(404, f"There is no file {name[:100]}.", kind="Http")
    return Response(found[1], media_type=found[0], headers={"Cache-Control": "max-age=300"})


@router.post("/token")
async def token(request: Request) -> Response:
    """Give a browser the cookie for the token that it knows."""
    given = parse_qs((await request.body()).decode("latin-1")).get("token", [""])[0]
    expected: str | None = request.app.state.access.token
    if expected is None or not is_token(given, expected):
        page = rendered("token.html", is_wrong=True)
        return Response(page, 401, media_type="text/html; charset=utf-8")
    response = RedirectResponse("/", 303)
    response.set_cookie(COOKIE, given, httponly=True, samesite="strict", max_age=30 * 86_400)
    return response

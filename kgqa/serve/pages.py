"""The routes of the page: its files, and the token of a browser."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kgqa.serve.guard import COOKIE, is_token
from kgqa.serve.page.rendering import rendered
from kgqa.serve.problems import Refused

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}

router = APIRouter(include_in_schema=False)


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

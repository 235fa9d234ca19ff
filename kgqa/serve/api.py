"""The HTTP interface: the JSON of the command line, by GET and POST."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from kgqa.serve import metrics
from kgqa.serve.attending import answered
from kgqa.serve.negotiation import preferred

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": said,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for status, said in {
        400: "What was sent cannot be understood.",
        401: "The server asks for a token.",
        403: "The query is refused: it would change something, or ask another server.",
        404: "There is no such thing.",
        413: "The body is too large.",
        421: "The server is not called so.",
        422: "A parameter is missing or wrong, or the result is larger than it may be.",
        429: "All workers are busy; try again.",
        500: "A bug in kgqa.",
        503: "The store or the index of texts cannot be used.",
        504: "The limit of time was reached.",
    }.items()
}
LONGEST_QUESTION = 1000
"""Characters of the longest question, as the engine has it; to import that takes a while."""
LONGEST = 10_000
"""Characters of the longest expression, query or text that is looked at."""

Words = Annotated[str, Query(min_length=1, max_length=LONGEST)]
Asked = Annotated[str, Query(min_length=1, max_length=LONGEST_QUESTION)]
Top = Annotated[int, Query(ge=1, le=1000)]
Language = Annotated[str | None, Query(pattern=r"^[A-Za-z]{2,12}(-[A-Za-z0-9]{1,12})*$")]
ITEM = r"^(Q[1-9][0-9]{0,17}|[A-Za-z][A-Za-z0-9_-]*:[^\s<>\"{}|^`\\]{1,200})$"
"""An item of Wikidata, or the prefixed name of a thing of another graph."""
Item = Annotated[str | None, Query(pattern=ITEM)]
Seconds = Annotated[float | None, Query(gt=0, le=86_400)]
Mode = Literal["auto", "always", "never"]

router = APIRouter(responses=ERRORS)


class Question(BaseModel):
    """A question, and how it is to be answered."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=LONGEST_QUESTION)
    read: Mode | None = None
    """Whether texts are read."""
    pick: str | None = Field(None, pattern=ITEM)
    """An entity that a name in the question means, where it can mean it."""
    reading: int | None = Field(None, ge=1, le=1000)
    """Which reading is answered, as numbered from 1; otherwise the best one is."""
    top: int | None = Field(None, ge=1, le=100_000)
    """At most so many answers are given."""
    lang: str | None = Field(None, pattern=r"^[A-Za-z]{2,12}(-[A-Za-z0-9]{1,12})*$")
    """The language of labels."""
    timeout: float | None = Field(None, gt=0, le=86_400)
    """Seconds after which it is stopped, if the server does not stop it earlier."""


@router.get("/ask")
async def ask(
    request: Request,
    question: Asked,
    read: Mode | None = None,
    pick: Item = None,
    reading: Annotated[int | None, Query(ge=1, le=1000)] = None,
    top: Annotated[int | None, Query(ge=1, le=100_000)] = None,
    lang: Language = None,
    timeout: Seconds = None,
) -> Response:
    """Answer a question, as `kgqa ask --json` does."""
    given = {"question": question, "read": read, "pick": pick, "reading": reading, "top": top}
    return await answered(request, "ask", given | {"lang": lang}, seconds=timeout)


@router.post("/ask")
async def ask_posted(request: Request, asked: Question) -> Response:
    """Answer a question, as `kgqa ask --json` does."""
    given = asked.model_dump(exclude={"timeout"})
    return await answered(request, "ask", given, seconds=asked.timeout)


@router.get("/query")
async def query(
    request: Request,
    algebra: Words,
    top: Annotated[int | None, Query(ge=1, le=100_000)] = None,
    lang: Language = None,
    timeout: Seconds = None,
) -> Response:
    """Give the answers to an expression of the algebra, as `kgqa query --json` does."""
    given = {"algebra": algebra, "top": top, "lang": lang}
    return await answered(request, "query", given, seconds=timeout)


@router.get("/explain")
async def explain(request: Request, sparql: Words, lang: Language = None) -> Response:
    """Say in the algebra and in English what a SPARQL query asks for."""
    return await answered(request, "explain", {"sparql": sparql, "lang": lang})


@router.get("/link")
async def link(request: Request, text: Words, top: Top = 10, lang: Language = None) -> Response:
    """Give the entities that a text may be the name of, as `kgqa link --json` does."""
    return await answered(request, "link", {"text": text, "top": top, "lang": lang})


@router.get("/properties")
async def properties(
    request: Request, text: Words, top: Top = 10, lang: Language = None
) -> Response:
    """Give the properties whose names say what a text says, best first."""
    return await answered(request, "properties", {"text": text, "top": top, "lang": lang})


@router.get("/complete")
async def complete(
    request: Request,
    text: Words,
    kind: Literal["entity", "property", "both"] = "both",
    top: Annotated[int, Query(ge=1, le=50)] = 8,
    lang: Language = None,
) -> Response:
    """Give names that begin as a text does, for completion while typing."""
    given = {"text": text, "kind": kind, "top": top, "lang": lang}
    return await answered(request, "complete", given)


ENTITY = (
    r"^(?:[QP][1-9][0-9]{0,17}|[A-Za-z][A-Za-z0-9_-]{0,60}:[^\s<>\"{}|^`\\/]{1,500}"
    r"|<[^\s<>\"{}|^`\\]{1,1000}>)$"
)
"""Ids: of Wikidata, prefixed names, and whole IRIs in angle brackets."""


@router.get("/entity/{id:path}")
async def entity(
    request: Request,
    id: Annotated[str, Path(pattern=ENTITY)],
    lang: Language = None,
) -> Response:
    """Give what the store says of an entity or a property; a browser gets a page."""
    is_page = preferred(request.headers.get("accept", ""), ("application/json", "text/html"))
    name = "page_entity" if is_page == "text/html" else "entity"
    return await answered(request, name, {"id": id, "lang": lang})


@router.get("/text/search")
async def text_search(
    request: Request,
    text: Words,
    top: Top = 10,
    about: Annotated[list[str], Query(max_length=50)] = [],  # noqa: B006 - as FastAPI has it
) -> Response:
    """Give the passages that say most about a text, as `kgqa text search --json` does."""
    return await answered(request, "text_search", {"text": text, "top": top, "about": about})


@router.get("/text2sparql")
async def text2sparql(request: Request, question: Asked, dataset: str = "") -> Response:
    """Give the query that a question means: the protocol of the TEXT2SPARQL challenge."""
    return await answered(request, "text2sparql", {"question": question, "dataset": dataset})


@router.get("/health")
async def health(request: Request) -> dict[str, Any]:
    """Say that the server lives, and how many workers it has."""
    house = request.app.state.house
    return {
        "status": "ok",
        "version": request.app.version,
        "workers": {name: len(lane.pids) for name, lane in house.lanes.items()},
    }


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics_(request: Request) -> PlainTextResponse:
    """Give what was done so far, as Prometheus reads it."""
    said = metrics.exposition(request.app.state.house)
    return PlainTextResponse(said, media_type="text/plain; version=0.0.4; charset=utf-8")

"""The SPARQL 1.1 protocol at `/sparql`: queries by GET and by both kinds of POST.

* https://www.w3.org/TR/sparql11-protocol/
* https://www.w3.org/TR/sparql11-service-description/
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs

import pyoxigraph as ox
from fastapi import APIRouter, Request
from kgqa_store.results import Triples
from kgqa_store.vocabulary import RDF
from starlette.responses import Response

from kgqa.serve.api import ERRORS
from kgqa.serve.attending import answered, response
from kgqa.serve.frames import Outcome
from kgqa.serve.problems import Refused
from kgqa.serve.sparql_results import GRAPHS, RESULTS, chosen, graph

SD = "http://www.w3.org/ns/sparql-service-description#"
FORMATS = "http://www.w3.org/ns/formats/"
DATASETS = frozenset({"default-graph-uri", "named-graph-uri"})
FORM, PLAIN = "application/x-www-form-urlencoded", "application/sparql-query"
MOST_FIELDS = 100

_CONTENT = {type_: {"schema": {"type": "string"}} for type_ in {**RESULTS, **GRAPHS}}
_QUERY = {
    "name": "query",
    "in": "query",
    "required": False,
    "schema": {"type": "string"},
    "description": "The query; without it, the service is described.",
}
_BODY = {
    "required": True,
    "content": {
        FORM: {
            "schema": {
                "type": "object",
                "required": ["query"],
                "properties": {"query": {"type": "string"}},
            }
        },
        PLAIN: {"schema": {"type": "string"}},
    },
}
_RESPONSES = {
    **ERRORS,
    200: {"description": "The results, in the format of the Accept header.", "content": _CONTENT},
    406: {**ERRORS[400], "description": "No format that is accepted can be given."},
    415: {**ERRORS[400], "description": "The body is of a type that the protocol does not have."},
}

router = APIRouter()


@router.get("/sparql", responses=_RESPONSES, openapi_extra={"parameters": [_QUERY]})
async def sparql(request: Request) -> Response:
    """Run a SPARQL query by GET; without one, describe the service."""
    fields = _fields(request.url.query)
    if not fields:
        return response(described(str(request.url_for("sparql")), _accept(request)))
    return await _run(request, fields)


@router.post("/sparql", responses=_RESPONSES, openapi_extra={"requestBody": _BODY})
async def sparql_posted(request: Request) -> Response:
    """Run a SPARQL query that is a field of a form, or the body itself."""
    type_ = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    fields = _fields(request.url.query)
    body = _decoded(await request.body())
    match type_:
        case "application/x-www-form-urlencoded":
            fields = {**fields, **_fields(body)}
        case "application/sparql-query":
            fields = {**fields, "query": [body]}
        case "application/sparql-update":
            fields = {"update": [body]}
        case _:
            raise Refused(
                415,
                f"A body of the type {type_[:100] or 'that is not said'} is no query.",
                hint=f"send {FORM} with the field query, or {PLAIN}",
                kind="WrongType",
            )
    return await _run(request, fields)


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(400, "The body is no UTF-8 text.", kind="WrongType") from error


def _fields(encoded: str) -> dict[str, list[str]]:
    try:
        return parse_qs(encoded, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Refused(400, f"There are more than {MOST_FIELDS} fields.", kind="Wrong") from error


async def _run(request: Request, fields: Mapping[str, list[str]]) -> Response:
    """Run the query of a request, which must have just one."""
    if "update" in fields:
        raise Refused(
            403,
            "The store is only read here: there are no updates.",
            hint="ask with SELECT, ASK, CONSTRUCT or DESCRIBE",
            kind="QueryRefused",
        )
    if len(fields.get("query", ())) != 1:
        raise Refused(
            400,
            "A request has just one query.",
            hint="send it as the field query",
            kind="Malformed",
        )
    if DATASETS & fields.keys():
        raise Refused(
            400,
            "There is one graph here, and no other dataset can be asked.",
            hint="leave default-graph-uri and named-graph-uri out",
            kind="NoDataset",
        )
    given = {"query": fields["query"][0], "accept": _accept(request)}
    return await answered(request, "sparql", given, seconds=_seconds(fields))


def _seconds(fields: Mapping[str, list[str]]) -> float | None:
    try:
        return float(fields["timeout"][0]) if "timeout" in fields else None
    except ValueError as error:
        raise Refused(400, "The timeout is no number of seconds.", kind="Malformed") from error


def _accept(request: Request) -> str:
    return ",".join(request.headers.getlist("accept"))


def described(address: str, accept: str) -> Outcome:
    """Return what the service can do, as the SPARQL 1.1 service description has it."""
    type_ = chosen(accept.replace("text/html", "text/turtle"), tuple(GRAPHS))
    service, dataset, default = ox.BlankNode("service"), ox.BlankNode("dataset"), ox.BlankNode()
    a = ox.NamedNode(f"{RDF}type")
    triples = [
        ox.Triple(service, a, _term("Service")),
        ox.Triple(service, _term("endpoint"), ox.NamedNode(address)),
        ox.Triple(service, _term("supportedLanguage"), _term("SPARQL11Query")),
        ox.Triple(service, _term("defaultDataset"), dataset),
        ox.Triple(dataset, a, _term("Dataset")),
        ox.Triple(dataset, _term("defaultGraph"), default),
        ox.Triple(default, a, _term("Graph")),
    ]
    names = (
        "SPARQL_Results_JSON",
        "SPARQL_Results_XML",
        "SPARQL_Results_CSV",
        "SPARQL_Results_TSV",
        "Turtle",
        "N-Triples",
        "JSON-LD",
        "RDF_XML",
    )
    triples += [
        ox.Triple(service, _term("resultFormat"), ox.NamedNode(FORMATS + name)) for name in names
    ]
    return Outcome(200, f"{type_}; charset=utf-8", graph(Triples(tuple(triples)), GRAPHS[type_]))


def _term(name: str) -> ox.NamedNode:
    return ox.NamedNode(SD + name)

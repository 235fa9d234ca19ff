"""Tools for assistants: the Model Context Protocol over the same workers.

Every tool gives JSON with its proofs; what an assistant cannot use all of is cut, and says so.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Annotated, Any, Literal

import orjson
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from kgqa.algebra import operators
from kgqa.serve.frames import Outcome
from kgqa.serve.house import House
from kgqa.serve.problems import Refused

INSTRUCTIONS = """Questions over a knowledge graph in Wikidata's vocabulary, answered with proofs.
Ask in English with `ask`; every answer says how sure it is and which facts or passages it rests on.
Where the reading is wrong, find ids with `search_entities` and `search_properties`, look at
`get_statements`, and run an expression with `run_algebra` (its reference is the resource
kgqa://algebra) or a query with `run_sparql`. Everything only reads."""
MOST = 100
"""So many answers, rows or statements are given at most."""

Object = dict[str, Any]
Top = Annotated[int, Field(ge=1, le=MOST, description="At most so many are given.")]
Item = Annotated[str, Field(pattern=r"^Q[1-9][0-9]{0,17}$")]


class Tools:
    """What assistants can do; each method is a tool, and its docstring says what it is for."""

    def __init__(self, house: House) -> None:
        """Do it by the workers of `house`."""
        self._house = house

    async def ask(
        self,
        question: Annotated[str, Field(max_length=1000, description="A question in English.")],
        pick: Annotated[Item | None, Field(description="What a name in it means.")] = None,
        reading: Annotated[int | None, Field(ge=1, description="Which reading to answer.")] = None,
        read: Literal["auto", "always", "never"] = "auto",
        top: Top = 10,
    ) -> Object:
        """Answer a question, with how it was understood, how sure that is, and the proofs."""
        given = {"question": question, "pick": pick, "reading": reading, "read": read, "top": top}
        return await self._done("ask", given)

    async def explain(self, sparql: Annotated[str, Field(max_length=20_000)]) -> Object:
        """Say in the algebra and in English what a SPARQL query asks for."""
        return await self._done("explain", {"sparql": sparql})

    async def search_entities(self, text: str, top: Top = 10) -> Object:
        """Find entities by name or alias, best first, with what each is."""
        return await self._done("link", {"text": text, "top": top})

    async def search_properties(self, text: str, top: Top = 10) -> Object:
        """Find properties by name, such as "date of birth", best first."""
        return await self._done("properties", {"text": text, "top": top})

    async def get_statements(
        self, id: Annotated[str, Field(pattern=r"^[QP][1-9][0-9]{0,17}$")]
    ) -> Object:
        """Give all statements about an entity or a property, with qualifiers, by property."""
        found = await self._done("entity", {"id": id})
        for group in found["incoming"]:
            _cut(group, "subjects", 20)
        return found

    async def run_algebra(
        self,
        algebra: Annotated[str, Field(max_length=10_000, description="As kgqa://algebra has it.")],
        top: Top = 50,
    ) -> Object:
        """Run an expression of the algebra; gives its English, its SPARQL, answers and proofs."""
        return await self._done("query", {"algebra": algebra, "top": top})

    async def run_sparql(
        self, query: Annotated[str, Field(max_length=20_000)], top: Top = 50
    ) -> Object:
        """Run a read-only SPARQL 1.1 query; the prefixes of Wikidata need no declaration."""
        accept = "application/sparql-results+json, application/ld+json"
        found = await self._done("sparql", {"query": query, "accept": accept})
        if "graph" in found:
            return _cut(found, "graph", top)
        _cut(found.get("results", {}), "bindings", top)
        return found

    async def read_passages(
        self,
        text: str,
        about: Annotated[list[Item], Field(max_length=20)] = [],  # noqa: B006 - as pydantic has it
        top: Annotated[int, Field(ge=1, le=20)] = 5,
    ) -> Object:
        """Find the passages that say most about a text, those about some entities first."""
        return await self._done("text_search", {"text": text, "top": top, "about": about})

    async def _done(self, name: str, given: Object) -> Object:
        try:
            outcome = await self._house.run(name, given)
        except Refused as error:
            raise ToolError(f"{error} {error.hint}".strip()) from error
        return _json(outcome)


def _json(outcome: Outcome) -> Object:
    found = orjson.loads(outcome.body)
    if outcome.status >= 400:
        error = found["error"]
        raise ToolError(f"{error['message']} {error['hint']}".strip())
    return found if isinstance(found, dict) else {"graph": found}


def _cut(found: Object, name: str, most: int) -> Object:
    """Leave the first of many, and say how many there are."""
    many = found.get(name, [])
    if len(many) > most:
        found |= {name: many[:most], "total": len(many), "cut": True}
    return found


def assistant_server(house: House) -> MCPServer[Any]:
    """Return the server of the protocol, with all tools and resources."""
    server: MCPServer[Any] = MCPServer(
        "kgqa", instructions=INSTRUCTIONS, version=version("kgqa"), log_level="ERROR"
    )
    reading = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for name, tool in inspect.getmembers(Tools(house), inspect.iscoroutinefunction):
        if not name.startswith("_"):
            server.add_tool(tool, annotations=reading)
    server.resource(
        "kgqa://algebra", title="The algebra", mime_type="text/markdown",
        description="Every operator with its notation and its meaning.",
    )(algebra_reference)  # fmt: skip
    server.resource(
        "kgqa://schema", title="The schema of the store", mime_type="application/json",
        description="The most frequent properties and the largest classes.",
    )(_schema(house))  # fmt: skip
    return server


def algebra_reference() -> str:
    """Return every operator of the algebra with its definition."""
    kinds = [
        kind
        for _, kind in inspect.getmembers(operators, inspect.isclass)
        if kind.__module__ == operators.__name__
    ]
    lines = [f"## {kind.__name__}\n\n{inspect.getdoc(kind)}\n" for kind in kinds]
    return f"# The algebra\n\n{inspect.getdoc(operators)}\n\n" + "\n".join(lines)


def _schema(house: House) -> Callable[[], Coroutine[Any, Any, str]]:
    async def schema() -> str:
        """Return the most frequent properties and the largest classes of the store."""
        return (await house.run("schema", {"top": MOST})).body.decode()

    return schema

"""Tools for assistants, asked by the SDK's own client: on standard streams and over HTTP."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from served import Served

TOOLS = {
    *("ask", "explain", "search_entities", "search_properties", "get_statements"),
    *("run_algebra", "run_sparql", "read_passages"),
}
Session = Callable[[Client], Coroutine[Any, Any, None]]


def over_http(server: Served, session: Session) -> None:
    async def run() -> None:
        async with Client(f"{server.url}mcp") as client:
            await session(client)

    asyncio.run(run())


async def called(client: Client, name: str, **given: object) -> Any:  # noqa: ANN401 - JSON
    result = await client.call_tool(name, given)
    assert not result.is_error, result
    return result.structured_content


async def conversation(client: Client) -> None:
    """Do with every tool what an assistant would."""
    assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
    reply = await called(client, "ask", question="Who directed Inception?")
    assert reply["answers"][0]["label"] == "Christopher Nolan"
    assert reply["answers"][0]["proofs"][0]["facts"][0]["property"]["id"] == "P57"
    found = await called(client, "search_entities", text="Nolan")
    assert found["candidates"][0]["id"] == "Q25191"
    found = await called(client, "search_properties", text="director")
    assert found["candidates"][0]["id"] == "P57"
    entity = await called(client, "get_statements", id="Q25188")
    assert entity["label"] == "Inception"
    result = await called(client, "run_algebra", algebra="count(type(Q515))")
    assert result["answers"][0]["value"]["value"] > 100
    query = "SELECT ?x WHERE { ?x wdt:P31 wd:Q515 }"
    table = await called(client, "run_sparql", query=query, top=5)
    assert len(table["results"]["bindings"]) == 5 and table["results"]["total"] > 100
    query = "CONSTRUCT WHERE { ?x wdt:P57 wd:Q25191 }"
    assert (await called(client, "run_sparql", query=query))["graph"]
    passages = await called(client, "read_passages", text="Who directed Whiplash?")
    assert "Whiplash" in passages["hits"][0]["title"]
    explained = await called(client, "explain", sparql="SELECT ?x { wd:Q25188 wdt:P57 ?x }")
    assert "P57" in json.dumps(explained)


def test_an_assistant_uses_all_tools_over_http(server: Served) -> None:
    over_http(server, conversation)


@pytest.mark.slow
def test_an_assistant_uses_all_tools_on_standard_streams() -> None:
    async def run() -> None:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "kgqa_cli", "mcp"], env=None
        )
        async with Client(stdio_client(command)) as client:
            await conversation(client)

    asyncio.run(run())


def test_an_assistant_reads_the_algebra_and_the_schema(server: Served) -> None:
    async def session(client: Client) -> None:
        listed = {str(one.uri) for one in (await client.list_resources()).resources}
        assert listed == {"kgqa://algebra", "kgqa://schema"}
        algebra = (await client.read_resource("kgqa://algebra")).contents[0]
        assert "## Superlative" in algebra.text and "⟦argmax(X, k)⟧" in algebra.text
        schema = (await client.read_resource("kgqa://schema")).contents[0]
        assert json.loads(schema.text)["properties"][0]["id"] == "P31"

    over_http(server, session)


def test_what_a_tool_cannot_do_is_said_to_the_assistant(server: Served) -> None:
    async def session(client: Client) -> None:
        for name, given, said in (
            ("run_algebra", {"algebra": "P57("}, "ends too early"),
            ("run_sparql", {"query": "DROP ALL"}, "only read"),
            ("get_statements", {"id": "Q999999999999"}, "nothing about"),
            ("get_statements", {"id": "../etc/passwd"}, "pattern"),
        ):
            result = await client.call_tool(name, given)
            assert result.is_error and said in str(result.content)

    over_http(server, session)


def test_pages_of_other_sites_may_not_use_the_tools(server: Served) -> None:
    headers = {"Origin": "https://evil.example", "Content-Type": "application/json"}
    said = server.send("/mcp", body=b"{}", headers=headers)

    assert said.status == 403 and said.json()["error"]["kind"] == "ForeignOrigin"

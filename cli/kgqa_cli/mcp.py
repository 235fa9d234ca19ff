"""`kgqa mcp`: tools for assistants, on standard input and output."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import HELP, language_option, store_option, timeout_option, today_option

if TYPE_CHECKING:
    from kgqa.serve.desk import Served

EXAMPLES = """\b
Examples:
  kgqa mcp                                  the embedded sample
  kgqa mcp --store wikidata --text texts
  claude mcp add kgqa -- kgqa mcp --store /data/wikidata

\b
An assistant starts it by itself: docs/serving.md shows how. `kgqa serve` speaks the
same protocol at /mcp.

\b
Exit status: 0 the assistant has gone, 2 usage, 4 the store cannot be used.
"""


@click.command("mcp", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option("--text", "text_index", metavar="TEXT", help="The text index: a folder, or `sample`.")
@click.option("--no-text", is_flag=True, help="Read no texts.")
@language_option
@timeout_option
@today_option
def mcp(location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Serve tools for assistants by the Model Context Protocol.

    The tools ask, explain, search and look up; nothing can be changed through them. The protocol
    is spoken on standard input and output.
    """
    from kgqa_cli.serve import check_packages, check_store, served_of, sourced_for

    found = sourced_for(location, lang, given)
    check_packages()
    check_store(found)
    asyncio.run(_serve(served_of(found)))


async def _serve(served: Served) -> None:
    """Serve until the input ends."""
    from kgqa.serve.assistants import assistant_server
    from kgqa.serve.house import House

    house = House(served, 1)
    house.open()
    try:
        await assistant_server(house).run_stdio_async()
    finally:
        await house.close()

"""`kgqa serve`: a page to ask in, an HTTP interface, a SPARQL endpoint, tools for assistants."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import HELP, language_option, store_option, timeout_option, today_option

if TYPE_CHECKING:
    from kgqa.serve.desk import Served
    from kgqa.settings import Sourced

EXAMPLES = """\b
Examples:
  kgqa serve                                the embedded sample, at http://127.0.0.1:8765/
  kgqa serve --store wikidata --text texts --workers 4
  kgqa serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"
  curl 'http://127.0.0.1:8765/ask?question=Who+directed+Inception%3F'

\b
The first line on standard error is the URL. Ctrl-C ends the server; what is being
answered then is finished first.

\b
Exit status: 0 stopped, 2 usage, or the port is taken, 4 the store cannot be used.
"""
LOOPBACK = ("127.", "::1", "localhost")


@click.command("serve", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option(
    "--text", "text_index", metavar="TEXT", help="The text index to read: a folder, or `sample`."
)
@click.option("--no-text", is_flag=True, help="Read no texts.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="The port to listen at; 0 for any that is free.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Questions answered at once.  [default: one a processor, up to 4]",
)
@click.option(
    "--token",
    envvar="KGQA_TOKEN",
    metavar="TOKEN",
    help="Answer only those who send this token.  [default: KGQA_TOKEN, else none]",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name of this server beside localhost; may be given several times.",
)
@click.option(
    "--cors",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Let pages of this origin ask; may be given several times.",
)
@language_option
@timeout_option
@today_option
def serve(location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Serve a page to ask in, an HTTP interface and a SPARQL endpoint.

    It listens on this machine only, unless --host says otherwise. Nothing can be changed through
    it: no updates, no SERVICE, no files.
    """
    found = sourced_for(location, lang, given)
    served = served_of(found)
    check_packages()
    check_store(found)
    from kgqa.serve.app import Access, application
    from kgqa.serve.house import House
    from kgqa.serve.server import address_of, listening, serve

    listener = listening(given["host"], given["port"])
    hosts = (*given["hosts"], given["host"])
    house = House(served, given["workers"] or min(4, os.cpu_count() or 1))
    app = application(house, Access(hosts, given["token"], given["origins"]))

    def is_up() -> None:
        click.echo(address_of(listener), err=True)
        if not given["host"].startswith(LOOPBACK) and not given["token"]:
            click.echo("Everybody who can reach this machine can ask: no --token is set.", err=True)

    serve(app, listener, seconds=found.settings.timeout, is_up=is_up)


def sourced_for(location: str | None, lang: str | None, given: dict[str, Any]) -> Sourced:
    """Return the settings of a server."""
    from kgqa_cli.environment import sourced

    return sourced(
        store=location,
        text=given["text_index"],
        read="never" if given["no_text"] else None,
        language=lang,
        timeout=given["timeout"],
        today=given["today"],
    )


def served_of(found: Sourced) -> Served:
    """Return what is served by these settings."""
    from kgqa.serve.desk import Served

    return Served(found.settings, found.text)


def check_packages() -> None:
    """Refuse to go on where what the server is made of is not installed."""
    from importlib.util import find_spec

    from kgqa.errors import ServerMissing

    missing = [name for name in ("fastapi", "uvicorn", "jinja2", "mcp") if not find_spec(name)]
    if missing:
        raise ServerMissing(
            f"The server needs packages that are not installed: {', '.join(missing)}.",
            hint="pip install 'kgqa[serve]'",
        )


def check_store(found: Sourced) -> None:
    """Refuse a store that cannot be used before anybody asks it."""
    from kgqa_cli.stores import opened

    opened(found.settings.store).close()

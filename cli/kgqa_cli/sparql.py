"""`kgqa sparql`: any read-only SPARQL query, with limits."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, store_option, timeout_option
from kgqa_cli.visible import KEPT, echo, visible

if TYPE_CHECKING:
    from kgqa_store.results import Result

FORMATS = ("table", "json", "csv", "tsv")
EXAMPLES = """\b
Examples:
  kgqa sparql 'SELECT ?x WHERE { ?x wdt:P31 wd:Q8502 } LIMIT 5'
  kgqa sparql -f mountains.rq --store wikidata --format csv > mountains.csv
  echo 'ASK { wd:Q64 wdt:P1376 wd:Q183 }' | kgqa sparql -
  kgqa sparql 'DESCRIBE wd:Q42' --store https://query.wikidata.org/sparql

\b
The prefixes wd, wdt, p, ps, pq, rdfs, schema, xsd and the others of Wikidata's
query page need no declaration.

\b
Exit status: 0 there are results (an ASK query always has one), 1 there are none,
2 usage, or an update, 3 malformed query, 4 the store cannot be used,
5 the limit of time or memory was reached.
"""


@click.command("sparql", epilog=EXAMPLES, context_settings=HELP)
@click.argument("query", required=False)
@click.option(
    "-f",
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Read the query from a file.",
)
@store_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="How to show the results.  [default: table on a terminal, tsv in a pipe]",
)
@timeout_option
def sparql(
    query: str | None,
    file: Path | None,
    location: str | None,
    form: str | None,
    timeout: float | None,
) -> None:
    """Run a SPARQL QUERY: SELECT, ASK, CONSTRUCT or DESCRIBE.

    QUERY is the text of the query; `-` reads it from standard input. The format `json` is that
    of SPARQL 1.1 for SELECT and ASK, and a list of triples for CONSTRUCT and DESCRIBE. A graph is
    shown as Turtle on a terminal and as N-Triples in a pipe.
    """
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    text = text_of(query, file)
    chosen = settings(store=location, timeout=timeout)
    start = time.monotonic()
    with opened(chosen.store) as store:
        result = store.run(text, seconds=chosen.timeout)
    is_terminal = sys.stdout.isatty()
    try:
        write(result, form or ("table" if is_terminal else "tsv"))
    except BrokenPipeError:  # as in `kgqa sparql ... | head -1`
        silence()
    if is_terminal:
        echo(f"{summary(result)} in {time.monotonic() - start:.2f} s", err=True)
    if size(result) == 0:
        raise SystemExit(1)


def text_of(query: str | None, file: Path | None) -> str:
    """Return the text of the query, wherever it is."""
    if (query is None) == (file is None):
        raise click.UsageError("Give either a QUERY, or `-` to read it from stdin, or -f FILE.")
    if query == "-" or str(file) == "-":
        return decoded(sys.stdin.buffer.read(), "standard input")
    if file is not None:
        try:
            return decoded(file.read_bytes(), str(file))
        except OSError as error:
            raise click.UsageError(f"{file} cannot be read: {error.strerror}.") from error
    text = str(query)
    if not text.isascii():
        decoded(os.fsencode(text), "The query")  # in which bytes that are no text are kept
    if not any(sign.isspace() for sign in text) and text.endswith((".rq", ".sparql")):
        raise click.UsageError(f"{text} is no query. To read it from a file: -f {text}")
    return text


def decoded(content: bytes, name: str) -> str:
    """Return `content` as text, without a byte order mark."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise click.UsageError(f"{name} is no UTF-8 text (line {line}).") from error


def write(result: Result, form: str) -> None:
    """Write `result` to standard output in the format `form`."""
    from kgqa_store.result_formats import pieces

    from kgqa_cli import sparql_output

    if form == "table":
        sparql_output.show(result)
        return
    is_terminal = sys.stdout.isatty()
    for piece in pieces(result, form):
        if is_terminal:
            sys.stdout.write(visible(piece.decode(), KEPT))
        else:
            sys.stdout.buffer.write(piece)
    sys.stdout.flush()


def silence() -> None:
    """Let what is still buffered for standard output go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def size(result: Result) -> int:
    """Return how many rows or triples there are; a truth counts as one."""
    from kgqa_store.results import Table, Triples

    match result:
        case Table(_, rows):
            return len(rows)
        case Triples(triples):
            return len(triples)
        case _:
            return 1


def summary(result: Result) -> str:
    """Return how much there is, in words."""
    from kgqa_store.results import Table, Triples

    number = size(result)
    match result:
        case Table():
            return f"{number:,} row{'' if number == 1 else 's'}"
        case Triples():
            return f"{number:,} triple{'' if number == 1 else 's'}"
        case _:
            return "answered"

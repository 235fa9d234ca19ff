"""What `kgqa sparql` draws for people: tables, and graphs as Turtle."""

from __future__ import annotations

import sys
from typing import Any, assert_never

import pyoxigraph as ox
from kgqa_store.result_formats import abbreviated, used_prefixes
from kgqa_store.results import Node, Result, Table, Triples
from kgqa_store.vocabulary import XSD

from kgqa_cli.visible import KEPT, visible

SHOWN = 1000
"""A table on a terminal ends after so many rows; nobody reads on, and drawing takes a while."""


def show(result: Result) -> None:
    """Draw `result` on standard output."""
    from rich.console import Console
    from rich.text import Text

    # Where nobody knows how wide the reader's screen is, no line is broken.
    console = Console(width=None if sys.stdout.isatty() else 10_000, highlight=False)
    match result:
        case bool():
            console.print("yes" if result else "no")
        case Table(variables, rows):
            _draw(console, variables, rows)
        case Triples(triples):
            turtle = ox.serialize(
                triples, format=ox.RdfFormat.TURTLE, prefixes=used_prefixes(triples)
            )
            console.print(Text(visible((turtle or b"").decode(), KEPT)), end="")
        case _:
            assert_never(result)


def _draw(console: Any, variables: tuple[str, ...], rows: tuple[Any, ...]) -> None:  # noqa: ANN401 - rich is imported late
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    drawn = Drawn(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(variables):
        is_number = bool(rows) and all(_is_number(row[place]) for row in rows[:SHOWN])
        drawn.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    for row in rows[:SHOWN]:
        drawn.add_row(*(Text(visible(readable(node))) for node in row))
    console.print(drawn)
    if len(rows) > SHOWN:
        more = len(rows) - SHOWN
        console.print(f"... and {more:,} more rows; to have them all: --format tsv")


def readable(node: Node | None) -> str:
    """Return a term as people read it: `wd:Q42`, a text with its language, a number, a date."""
    match node:
        case None:
            return ""
        case ox.NamedNode():
            return abbreviated(node.value)
        case ox.Literal() if node.language:
            return f"{node.value}@{node.language}"
        case ox.Literal():
            return node.value
        case _:
            return str(node)


def _is_number(node: Node | None) -> bool:
    numbers = (f"{XSD}integer", f"{XSD}decimal", f"{XSD}double", f"{XSD}float")
    return node is None or (isinstance(node, ox.Literal) and node.datatype.value in numbers)

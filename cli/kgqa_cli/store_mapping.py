"""Tables among the sources of a store, as a file of RDF that can be built from."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from kgqa_cli.visible import echo


@contextmanager
def tables_as_rdf(
    sources: Sequence[str], mapping: Path | None, *, quiet: bool
) -> Iterator[list[str]]:
    """Give the sources with one file of Turtle in the place of all tables."""
    from kgqa_store.tables import is_table, read_tables

    names = [name for name in sources if is_table(name)]
    if mapping is not None and not names:
        raise click.UsageError("--mapping goes with tables: .csv files or .sqlite databases.")
    if not names:
        yield list(sources)
        return
    from kgqa_store.table_mapping import guessed, read_mapping
    from kgqa_store.table_triples import turtle

    tables = read_tables(names)
    said = guessed(tables) if mapping is None else read_mapping(mapping, tables)
    if mapping is None and not quiet:
        echo("What columns say is guessed: kgqa store map shows it, --mapping decides.", err=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.ttl"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(turtle(tables, said))
        yield [*(name for name in sources if name not in names), str(path)]

"""`kgqa bench stats`: the tables in which papers describe their sets, of any file of questions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.bench import BENCHMARKS
from kgqa_cli.options import HELP, store_option

if TYPE_CHECKING:
    from kgqa.bench.report.tables import Table

EXAMPLES = """\b
Examples:
  kgqa bench stats qampari_dev.jsonl.gz
  kgqa bench stats mintaka_dev.json --against nq_open_dev.jsonl --store wikidata
  kgqa bench stats dev_light.json --csv tables.csv --html tables.html

\b
Nothing is asked. QAMPARI gets its tables 2 and 3 and the figure of answers per
question, AmbigQA its table 2 and what rewriting edits, Mintaka its table 2,
naturalness against other files, and hops in a store.
"""
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
WRITTEN = click.Path(dir_okay=False, path_type=Path)


@click.command("stats", epilog=EXAMPLES, context_settings=HELP)
@click.argument("data", type=FILE)
@click.option(
    "--benchmark",
    type=click.Choice(tuple(BENCHMARKS)),
    metavar="NAME",
    help="Whose format.  [default: told by its fields]",
)
@click.option("--split", metavar="PART", help="Of several files in a zip, the one so named.")
@click.option("--against", multiple=True, type=FILE, help="Compare lengths with this file, too.")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
@click.option("--csv", "csv_path", type=WRITTEN, help="Also write the tables as CSV.")
@click.option("--html", "html_path", type=WRITTEN, help="Also write a page with charts.")
def stats(
    data: Path,
    benchmark: str | None,
    split: str | None,
    against: tuple[Path, ...],
    location: str | None,
    as_json: bool,
    csv_path: Path | None,
    html_path: Path | None,
) -> None:
    """Describe the questions of DATA as the papers describe theirs."""
    from kgqa.bench.benchmarks import BENCHMARKS as KNOWN
    from kgqa.bench.recognised import recognised
    from kgqa.bench.report.described import page
    from kgqa.bench.stats import figure, naturalness, tables_of

    name = benchmark or recognised(data, split)
    questions = KNOWN[name].read(data, split=split)
    tables = tables_of(name, questions)
    others = {path.name: KNOWN[recognised(path)].read(path) for path in against}
    if (compared := naturalness(questions, others)) is not None:
        tables.append(compared)
    if location is not None:
        tables.append(_hops(name, data, split, location))
    if csv_path is not None:
        csv_path.write_text(as_csv(tables), encoding="utf-8")
    if html_path is not None:
        title = f"{KNOWN[name].title}: {data.name}"
        html_path.write_text(page(title, tables, figure(questions)), encoding="utf-8")
    if as_json:
        click.echo(json.dumps({table.title: _records(table) for table in tables}, indent=1))
        return
    click.echo(f"{KNOWN[name].title}, {data.name}")
    for table in tables:
        click.echo("\n" + as_text(table))


def _hops(name: str, data: Path, split: str | None, location: str) -> Table:
    from kgqa.bench.benchmarks import BENCHMARKS as KNOWN
    from kgqa.bench.coverage import looked_up
    from kgqa.bench.stats import hops_table
    from kgqa.bench.store_view import StoreView
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    with opened(settings(store=location).store) as store:
        rows = looked_up(KNOWN[name], KNOWN[name].read(data, split=split), StoreView(store))
        return hops_table(list(rows))


def _records(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table.columns, line.cells, strict=True)) for line in table.lines]


def as_text(table: Table) -> str:
    """Return a table with columns one below the other."""
    rows = [table.columns, *(line.cells for line in table.lines)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(table.columns))]
    lines = [table.title]
    for row in rows:
        first, *others = (
            cell.ljust(width) if not place else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join([f"  {first}", *others]).rstrip())
    return "\n".join([*lines, *(f"  {note}" for note in table.notes)])


def as_csv(tables: Sequence[Table]) -> str:
    """Return all cells, a line each: table, row, column and value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "row", "column", "value"])
    for table in tables:
        for line in table.lines:
            for column, cell in zip(table.columns[1:], line.cells[1:], strict=True):
                writer.writerow([table.title, line.cells[0], column, cell])
    return out.getvalue()

"""`kgqa generate tables`: make questions from tables."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kgqa_cli.options import HELP

EXAMPLES = """\b
Examples:
  kgqa generate tables tables.jsonl --out questions.jsonl
  kgqa generate tables tables.jsonl --text passages.jsonl.gz --out questions.jsonl

\b
A table is a line of JSON: {"title": "List of ...", "header": ["City", "Country"],
"rows": [[{"text": "Rome", "page": "Rome"}, "Italy"], ...]}. The column with most
pages is what is asked for. With --text a question stays where the pages of four
answers of five have a word of the title and the value that is asked for.
"""
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("tables", epilog=EXAMPLES, context_settings=HELP)
@click.argument("tables", nargs=-1, required=True, type=FILE)
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path),
              help="The file for the questions.")  # fmt: skip
@click.option("--text", "texts", multiple=True, metavar="PASSAGES", help="Pages of the answers.")
@click.option("--proved", type=click.FloatRange(0, 1), default=0.8, show_default=True,
              help="The share of the answers whose pages must say it.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="How they are said.")
def tables(
    tables: tuple[Path, ...], out: Path, texts: tuple[str, ...], proved: float, seed: int
) -> None:
    """Make questions from TABLES whose cells are linked to pages."""
    import random

    from kgqa.generate.errors import NothingToAsk
    from kgqa.generate.grammar import shipped
    from kgqa.generate.pages import read_pages
    from kgqa.generate.tables import TableProver, read_tables, records_of

    given = [table for path in tables for table in read_tables(path)]
    prover = TableProver(read_pages(texts)) if texts else None
    made, removed = records_of(given, shipped(), random.Random(seed), prover, proved)
    for why, count in removed.items():
        click.echo(f"{why}\t{count}")
    if not made:
        raise NothingToAsk("The tables give no question.", hint="a table needs five linked rows")
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in made)
    out.write_text("".join(lines), encoding="utf-8")
    click.echo(f"{out} has {len(made):,} questions.", err=True)

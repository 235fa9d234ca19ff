"""`kgqa store`: build a store from dumps, see what is in it, check it, change it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

EXAMPLES = """\b
Examples:
  kgqa store build latest-truthy.nt.gz --out wikidata
  zcat dump.nt.gz | kgqa store build - --format nt --out wikidata
"""


@click.group("store")
def store() -> None:
    """Build a store from dumps, see what is in it, check it, change it."""


@store.command("build", epilog=EXAMPLES)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Where it goes."
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["nt", "ttl", "json"]),
    help="What the sources are, where their names do not tell (standard input).",
)
@click.option(
    "--max-errors",
    type=click.IntRange(min=0),
    help="Broken lines to pass over.  [default: 0.1 % of the lines, at least 5]",
)
@click.option("--no-check", is_flag=True, help="Build even if disk or memory look too small.")
@click.option("--quiet", "-q", is_flag=True, help="Say nothing but errors.")
def build_command(sources: tuple[str, ...], out: Path, **given: Any) -> None:  # noqa: ANN401
    """Build a store from SOURCEs and make it the one at --out, all at once.

    A SOURCE is a Wikidata dump or a part of one: N-Triples (.nt), Turtle (.ttl) or Wikidata's
    JSON (.json), plain or with .gz, .bz2 or .zst, or `-` for standard input.

    Until the build is finished the store that was at --out stays usable; if the build is
    interrupted or killed, nothing changes.
    """
    from kgqa_store.build import Options, build

    from kgqa_cli.store_progress import shown

    options = Options(
        kind=given["kind"], max_errors=given["max_errors"], check_room=not given["no_check"]
    )
    with shown(quiet=given["quiet"]) as progress:
        manifest = build(sources, out, options=options, progress=progress)
    if not given["quiet"]:
        click.echo(
            f"{manifest.counts['triples']:,} triples in {manifest.seconds:,.1f} s: {out}", err=True
        )

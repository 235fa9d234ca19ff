"""`kgqa generate relations`: what questions a store offers."""

from __future__ import annotations

import json
from typing import Any

import click

from kgqa_cli.options import HELP, store_option
from kgqa_cli.visible import echo_json, visible

EXAMPLES = """\b
Examples:
  kgqa generate relations --store sample
  kgqa generate relations --store wikidata --json

\b
For each relation: its id, how many things have at least five and at most two hundred
subjects by it, and how many so many objects, whether its words were written for it or
made from its label, and a sentence in which it is said.
"""


@click.command("relations", epilog=EXAMPLES, context_settings=HELP)
@store_option
@click.option("--relations", multiple=True, type=click.Path(exists=True, dir_okay=False),
              help="How more relations are said.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def relations(location: str | None, as_json: bool, **given: Any) -> None:  # noqa: ANN401
    """List what a store offers: how many simple queries each relation has."""
    from kgqa.generate.offering import offered
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    with opened(settings(store=location).store) as store:
        found = offered(store, tuple(given["relations"]))
    if as_json:
        echo_json(json.dumps(found, indent=1, ensure_ascii=False))
        return
    # Before the list, of which whoever reads it may take the beginning and close the pipe.
    total = sum(one["subjects"] + one["objects"] for one in found)
    click.echo(f"{len(found):,} relations offer {total:,} simple queries.", err=True)
    for one in found:
        words = "written" if one["written"] else "by its label"
        cells = (one["id"], one["label"], one["subjects"], one["objects"], words, one["hypothesis"])
        click.echo("\t".join(visible(str(cell)) for cell in cells))

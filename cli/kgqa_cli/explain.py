"""`kgqa explain`: what a SPARQL query asks for, in the algebra and in English."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kgqa_cli.options import HELP, language_option, store_option
from kgqa_cli.sparql import text_of

if TYPE_CHECKING:
    from kgqa.explanations import Explanation

EXAMPLES = """\b
Examples:
  kgqa explain 'SELECT ?x WHERE { ?x wdt:P57 wd:Q25191 ; wdt:P577 ?d
                FILTER(YEAR(?d) >= 2010) }'
  kgqa explain -f mountains.rq --json | jq -r .english
  kgqa explain -f table.rq --column city
  kgqa query "$(kgqa explain -f mountains.rq --json | jq -r .algebra)"

\b
The query is a SELECT or ASK in the vocabulary of Wikidata; it is read, and not
run. What the algebra cannot say is refused, and the place is shown. Where rows
may differ from the answers, as by a LIMIT, a remark says so. docs/explain.md
tells what is taken for the same.

\b
Exit status: 0 explained, 2 usage, 3 no SPARQL, or nothing that the algebra says,
4 the store cannot be used.
"""


@click.command("explain", epilog=EXAMPLES, context_settings=HELP)
@click.argument("sparql", required=False)
@click.option(
    "-f",
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Read the query from a file.",
)
@click.option("--column", metavar="NAME", help="Explain this column of several.")
@store_option
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: docs/json.md.")
def explain(
    sparql: str | None,
    file: Path | None,
    column: str | None,
    location: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Say what a SPARQL query asks for, in the algebra and in English.

    SPARQL is the text of the query; `-` reads it from standard input.
    """
    from kgqa.explanations import explained
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    text = text_of(sparql, file)
    chosen = settings(store=location, language=lang)
    with opened(chosen.store) as store:
        found = explained(text, store, column=column, language=chosen.language)
    if as_json:
        import orjson

        click.echo(orjson.dumps(found.to_dict(), option=orjson.OPT_INDENT_2))
        return
    write(found)


def write(found: Explanation) -> None:
    """Print the English, below it the expression, and what may differ."""
    from kgqa_cli.visible import visible

    click.echo(visible(found.english))
    click.echo(found.algebra)
    for remark in found.remarks:
        click.echo(f"Remark: {remark}.", err=True)

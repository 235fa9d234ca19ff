"""`kgqa link`: the items and the properties that a name may mean."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import HELP, language_option, store_option
from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

EXAMPLES = """\b
Examples:
  kgqa link Mercury
  kgqa link "Micheal Jackson" --store wikidata --top 3
  kgqa link Obama --json | jq -r '.candidates[0].id'
  kgqa link --properties "date of birth"
  kgqa link P57                             what an id is called
  kgqa link --question "Who directed the second Twilight movie?"

\b
WHY says what matched: a label, an alias, the title of a Wikipedia page, or only a
word of a longer name; and how: as it stands, without an article or the s of a
plural, as the beginning of a name, or with one or two typing mistakes. Of a
property it is its label or an alias, or only words of one. Of a question, WHY
also names the clues that count most, with what each adds.

\b
Exit status: 0 there are candidates, 1 there are none, 2 usage,
4 the store cannot be used.
"""

COLUMNS = ("id", "label", "description", "score", "why")


@click.command("link", epilog=EXAMPLES, context_settings=HELP)
@click.argument("text")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--top",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    metavar="N",
    help="Print at most N candidates.",
)
@click.option("--properties", is_flag=True, help="Find properties instead of items.")
@click.option("--question", "is_question", is_flag=True, help="Link the names in a question.")
@language_option
def link(
    text: str,
    location: str | None,
    as_json: bool,
    top: int,
    properties: bool,
    is_question: bool,
    lang: str | None,
) -> None:
    """Print the entities that TEXT may be the name of, best first, and why.

    The score is that of the match times how well known the item is, from the edges of the graph
    and the pages in Wikipedias; it compares candidates of one TEXT with each other. TEXT may also
    be an id, of a property, too. With --question the names in TEXT are linked as `kgqa ask` does
    it, by what the whole question says.
    """
    if is_question and properties:
        raise click.UsageError("Give --question or --properties, not both.")
    if is_question:
        from kgqa_cli.link_question import link_names

        link_names(text, location, as_json=as_json, top=top, lang=lang)
        return
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import place

    chosen = settings(store=location, language=lang)
    found = rows(place(chosen.store), text, top, chosen.language.lower(), properties)
    if as_json:
        import orjson

        document = {"text": text, "language": chosen.language, "candidates": found}
        echo_json(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode())
    elif sys.stdout.isatty():
        show(found)
    else:
        for row in found:
            echo("\t".join(visible(str(row[column])) for column in COLUMNS))
    if not found:
        if not as_json:
            what = "property" if properties else "entity"
            echo(f"No {what} of {chosen.store} is called {text!r}, or nearly so.", err=True)
        raise SystemExit(1)


def rows(
    location: str, text: str, top: int, language: str, properties: bool
) -> list[dict[str, Any]]:
    """Return the best candidates for `text`; the id of a property finds it among items, too."""
    from kgqa_store.names_opening import open_names

    if properties:
        return property_rows(location, text, top, language)
    by_id: list[dict[str, Any]] = []
    if re.fullmatch(r"\s*[Pp][1-9][0-9]*\s*", text):
        by_id = [row for row in property_rows(location, text, 1, language) if row["why"] == "id"]
    with open_names(location) as index:
        return (by_id + item_rows(index, text, top, language))[:top]


def item_rows(index: NameIndex, text: str, top: int, language: str) -> list[dict[str, Any]]:
    """Return the best items for `text`, as they are printed."""
    from kgqa_store.item_names import find_items

    found = find_items(index, text, limit=top, language=language)
    return [_rounded(candidate._asdict()) for candidate in found]


def property_rows(location: str, text: str, top: int, language: str) -> list[dict[str, Any]]:
    """Return the best properties for `text`, as they are printed."""
    from kgqa_store.names_opening import open_schema
    from kgqa_store.property_names import find_properties

    with open_schema(location) as schema:
        found = find_properties(schema, text, limit=top, language=language)
    return [_rounded(candidate._asdict()) for candidate in found]


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without digits that mean nothing."""
    return {key: round(one, 4) if isinstance(one, float) else one for key, one in row.items()}


def show(found: list[dict[str, Any]]) -> None:
    """Print candidates as a table for a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("id", style="cyan", no_wrap=True)
    table.add_column("label", style="bold")
    table.add_column("description", max_width=50)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("why")
    for row in found:
        score = f"{row['score']:.2f}"
        cells = (row["id"], row["label"], row["description"], score, row["why"])
        table.add_row(*(Text(visible(cell)) for cell in cells))
    if found:
        Console().print(table)

"""`kgqa path`: how two things hang together."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from kgqa.formats import WRITTEN
from kgqa_cli.formatted import echo_text
from kgqa_cli.options import (
    HELP,
    chosen_format,
    format_options,
    language_option,
    store_option,
    timeout_option,
)
from kgqa_cli.visible import visible

if TYPE_CHECKING:
    from kgqa.paths.finding import Paths

EXAMPLES = """\b
Examples:
  kgqa path "Christopher Nolan" "Leonardo DiCaprio"
  kgqa path Q64 Q90 --top 3
  kgqa path "Albert Einstein" "Marie Curie" --format graphml > both.graphml

\b
A path follows edges in either direction. The best come first: a step costs 1, and
to pass through something the logarithm of how many edges it has, so that ways
through what everything is joined to, such as a country, come late.

\b
Exit status: 0 there is a path, 1 there is none, 2 usage, 3 a name is not known or
not clear, 4 the store cannot be used, 5 the limit of time was reached.
"""


@click.command("path", epilog=EXAMPLES, context_settings=HELP)
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@store_option
@format_options
@click.option(
    "--top", type=click.IntRange(1, 100), default=5, show_default=True, metavar="N",
    help="Print at most N paths.",
)  # fmt: skip
@click.option(
    "--longest", type=click.IntRange(1, 10), default=6, show_default=True, metavar="N",
    help="Look for paths of at most N steps.",
)  # fmt: skip
@language_option
@timeout_option
def path(start: str, end: str, location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Print how two things hang together: the best paths between them.

    FROM and TO are ids such as Q42, or names.
    """
    from kgqa.paths.finding import find_paths
    from kgqa_cli.environment import settings
    from kgqa_cli.query import say_links
    from kgqa_cli.stores import opened

    form = chosen_format(given)
    chosen = settings(store=location, language=lang, timeout=given["timeout"])
    with opened(chosen.store) as store:
        limits = {"top": given["top"], "longest": given["longest"]}
        found = find_paths(start, end, store, settings=chosen, **limits)
    say_links(found.links)
    write(found, form)
    if not found.is_complete:
        seen = f"{found.looked_at:,} things were looked at"
        click.echo(f"The search was ended: {seen}, and there may be better paths.", err=True)
    if not found.paths:
        ends = " and ".join(visible(found.labels.get(id_, id_)) for id_ in (found.start, found.end))
        click.echo(f"No path of at most {given['longest']} steps joins {ends}.", err=True)
        raise SystemExit(1)


def write(found: Paths, form: str | None) -> None:
    """Print paths: in a format, for a person on a terminal, or as lines in a pipe."""
    from kgqa.paths.sentences import line
    from kgqa.paths.writing import document, written

    if form == "json":
        import orjson

        click.echo(orjson.dumps(document(found), option=orjson.OPT_INDENT_2))
    elif form in WRITTEN:
        echo_text(written(found, form).rstrip("\n") + "\n")
    elif sys.stdout.isatty() or form == "table":
        draw(found)
    else:
        for one in found.paths:
            click.echo(visible(line(one, found.labels)))


def draw(found: Paths) -> None:
    """Print each path with what it says in English below it."""
    from rich.text import Text

    from kgqa.paths.sentences import line, sentence
    from kgqa_cli import show

    for one in found.paths:
        lines = (visible(line(one, found.labels)), visible(sentence(one, found)))
        show.write([Text(lines[0], "bold"), Text(f"  {lines[1]}", "dim")])

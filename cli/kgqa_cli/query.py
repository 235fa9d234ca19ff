"""`kgqa query`: the answers to an expression of the algebra, each with its proof."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from kgqa.formats import WRITTEN
from kgqa_cli.formatted import write_formatted
from kgqa_cli.options import (
    HELP,
    chosen_format,
    format_options,
    language_option,
    store_option,
    timeout_option,
)
from kgqa_cli.visible import echo, echo_json, visible

if TYPE_CHECKING:
    from kgqa_store.errors import TimeLimit
    from kgqa_store.store import Store

    from kgqa.answers import LinkedName, Result

BATCH = 1000
"""So many lines are written at a time."""
EXAMPLES = """\b
Examples:
  kgqa query 'P57(Q25191)'                       films directed by Christopher Nolan
  kgqa query '^P57(Q25188)'                      who directed Inception
  kgqa query 'argmax(type(Q8502) & P17(Q39), P2044)' --explain
  kgqa query 'P57(Q25191)[P577 >= 2010]' --json | jq -r '.answers[].label'
  kgqa query 'count(type(Q515) - P17(Q183))'
  kgqa query 'Q243 in P17(Q142)'
  kgqa query 'years(^P569(Q7259), ^P570(Q7259))'
  kgqa query 'director("Christopher Nolan")[publication date >= 2010]'
  kgqa query '^"place of birth"(Ada Lovelace)'
  echo 'nth(2, P57(Q25191), P577)' | kgqa query -

\b
The notation: r(X) is what has relation r to X, ^r(X) what X has as its r;
type(C) the members of a class; & | - the and, or and but not of sets;
X[P577 > 2010] a filter; argmax, argmin, nth, count, exists, years; = < > and in
compare. Names may stand for ids where it is clear what they mean; `kgqa link NAME`
finds ids. The page docs/algebra.md defines all of it.

\b
In a pipe every answer is a line: its label, a tab, its id or value. --format turtle,
jsonld and graphml carry the proofs, too.

\b
Exit status: 0 there is an answer (a count of 0 and a "no" are answers),
1 there is none, 2 usage, 3 no expression, 4 the store cannot be used,
5 the limit of time or memory was reached.
"""


@click.command("query", epilog=EXAMPLES, context_settings=HELP)
@click.argument("expression", metavar="ALGEBRA")
@store_option
@format_options
@click.option("--sparql", "only_sparql", is_flag=True, help="Print the SPARQL; do not run it.")
@click.option("--explain", is_flag=True, help="Print algebra, SPARQL, proofs and timings, too.")
@click.option("--unicode", is_flag=True, help="Print the algebra with ⊓ ⊔ ∖ ≤ ≥ ≠.")
@language_option
@timeout_option
@click.option(
    "--top",
    type=click.IntRange(1),
    metavar="N",
    help="Show N answers.  [default: all in a pipe, the setting `top` on a terminal, else 20]",
)
def query(expression: str, location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Run an expression of the algebra, and print its answers with their proofs.

    ALGEBRA is the expression; `-` reads it from standard input.
    """
    from kgqa_store.errors import TimeLimit

    from kgqa.execute.run import compile_for
    from kgqa.parse.expressions import read_expression
    from kgqa.queries import run_expression
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    form, text = chosen_format(given), text_of(expression)
    chosen = settings(store=location, language=lang, timeout=given["timeout"], top=given["top"])
    with opened(chosen.store) as store:
        if given["only_sparql"]:
            read = read_expression(text, store, language=chosen.language)
            say_links(read.links)
            echo(compile_for(read.query, store, chosen).sparql.rstrip("\n"))
            return
        try:
            result = run_expression(text, store, chosen)
        except TimeLimit as error:  # which names what was left for the last of several queries
            raise too_slow(chosen.timeout) from error
        say_links(result.links)
        if form == "json":
            write_json(result, given["unicode"])
        elif form in WRITTEN:
            write_formatted(result, str(form), given["top"])
        elif result.answers:
            write(result, store, chosen.top, chosen.language, given | {"form": form})
    if not result.answers:
        say_nothing_found(result, chosen.store, store)
        raise SystemExit(1)


def text_of(expression: str) -> str:
    """Return the expression, wherever it is."""
    if expression != "-":
        text = expression
    else:
        from kgqa_cli.sparql import decoded

        text = decoded(sys.stdin.buffer.read(), "standard input").strip()
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise click.UsageError("ALGEBRA is no UTF-8 text.") from error
    return text


def say_links(links: Sequence[LinkedName]) -> None:
    """Say on standard error what names were taken for."""
    from kgqa_cli.visible import visible

    for link in links:
        label = f" ({link.label})" if link.label.casefold() != link.mention.casefold() else ""
        click.echo(visible(f"{link.mention} is taken for {link.id}{label}"), err=True)


def too_slow(seconds: float) -> TimeLimit:
    """Return the error of an expression whose time is up."""
    from kgqa_store.errors import TimeLimit

    return TimeLimit(
        f"The expression was stopped after {seconds:g} s, its time limit.",
        hint="allow more with --timeout SECONDS, or make it more selective, as by & type(...)",
    )


# --- Answers ----


def write_json(result: Result, unicode: bool) -> None:
    """Print the result as JSON."""
    import orjson

    from kgqa.as_json import document

    found = document(result, unicode=unicode)
    echo_json(orjson.dumps(found, option=orjson.OPT_INDENT_2))


def write(result: Result, store: Store, top: int, language: str, given: dict[str, Any]) -> None:
    """Print the result for a person on a terminal, or as lines in a pipe."""
    from kgqa_cli import show

    if not sys.stdout.isatty() and not given["explain"] and given["form"] is None:
        lines = [show.line(answer, result.labels) for answer in result.answers[: given["top"]]]
        for start in range(0, len(lines), BATCH):
            click.echo("\n".join(lines[start : start + BATCH]))
        return
    described = descriptions(result, store, top, language)
    options = {name: given[name] for name in ("explain", "unicode")}
    show.write(show.page(result, described, top=top, **options))


def descriptions(result: Result, store: Store, top: int, language: str) -> dict[str, str]:
    """Return what the first answers are, where the store has an index of names that says so."""
    from kgqa.algebra import Entity

    index = getattr(store, "names", None)
    if index is None:
        return {}
    ids = [a.value.id for a in result.answers[:top] if isinstance(a.value, Entity)]
    entries = {id_: index.describe(id_, language) for id_ in ids}
    return {id_: entry.description for id_, entry in entries.items() if entry}


# --- No answer ----


def say_nothing_found(result: Result, location: str, store: Store) -> None:
    """Say that there is no answer, and which ids of the expression are to blame, perhaps."""
    from kgqa_cli.failures import suggest
    from kgqa_cli.show import understood

    reason = result.reason or f"the store {location} has nothing for “{understood(result)}”"
    click.echo(f"No answer: {visible(reason)}.", err=True)
    for hint in hints(result, store):
        suggest(hint)


def hints(result: Result, store: Store) -> Iterator[str]:
    """Yield what may be wrong with the ids of the expression."""
    from kgqa.algebra import to_text
    from kgqa.algebra.ids import ids_in

    ids = list(dict.fromkeys(ids_in(to_text(result.query))))
    unknown = [id_ for id_ in ids if id_ not in result.labels]
    if store.statistics is not None:
        used = {*store.statistics.edges, *store.statistics.qualifiers, *store.statistics.statements}
        unknown = [id_ for id_ in unknown if id_ not in used]
        unused = [id_ for id_ in ids if id_[0] == "P" and id_ not in used]
        if unused:
            yield f"no fact of the store has the property {listed(unused)}"
            unknown = [id_ for id_ in unknown if id_ not in unused]
    if unknown:
        yield f"the store has no name for {listed(unknown)}; kgqa link NAME finds the id of a name"


def listed(names: Iterable[str]) -> str:
    """Return names in a list as English has it."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last

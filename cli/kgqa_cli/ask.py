"""`kgqa ask`: the answer to a question in English, with what was understood and why."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli.options import language_option, store_option, timeout_option

if TYPE_CHECKING:
    from kgqa_store.store import Store
    from rich.text import Text

    from kgqa.answers import Reply

EXAMPLES = """\b
Examples:
  kgqa ask "Who directed Inception?"
  kgqa ask "What is the highest mountain of Switzerland?" --explain
  kgqa ask "Which films did Denis Villeneuve direct?" --json | jq -r '.answers[].label'
  kgqa ask "Is the Danube longer than the Rhine?" --store sample

\b
In a pipe every answer is a line: its label, a tab, its id or value.

\b
Exit status: 0 answered, 1 no answer, 2 usage, 3 nothing in the question was
understood, 4 the store cannot be used, 5 the limit of time was reached.
"""


@click.command("ask", epilog=EXAMPLES)
@click.argument("question")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: docs/asking.md.")
@click.option("--explain", is_flag=True, help="Print algebra, SPARQL, proofs, alternatives, too.")
@language_option
@timeout_option
@click.option("--top", type=click.IntRange(1), metavar="N", help="Show N answers.")
@click.option("--pick", metavar="QID", help="Take a name for this entity where it can mean it.")
@click.option("--text", "text_index", metavar="DIR", help="An index of texts to read, too.")
@click.option(
    "--read",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Whether texts are read where there is an index of them.",
)
@click.option("--no-text", is_flag=True, help="Read no texts: the same as --read never.")
def ask(question: str, location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Answer a question in English, and say how it was understood."""
    from kgqa.engine import Engine
    from kgqa_cli.environment import settings
    from kgqa_cli.stores import opened

    pick = given["pick"]
    if pick is not None and not re.fullmatch(r"Q[1-9][0-9]*", pick):
        raise click.BadParameter(f"{pick!r} is no id such as Q42.", param_hint="--pick")
    if given["read"] == "always" and not given["no_text"]:
        click.echo("There is no index of texts, so only the graph is asked.", err=True)
    chosen = settings(store=location, language=lang, timeout=given["timeout"], top=given["top"])
    with opened(chosen.store) as store, Engine(store, settings=chosen) as engine:
        reply = engine.ask(question, pick=pick)
        if given["as_json"]:
            write_json(reply)
        elif reply.answers:
            write(reply, store, chosen.top, given)
        else:
            click.echo(f"No answer: {reply.reason}.", err=True)
            say_readings(reply)
    if not reply.answers:
        raise SystemExit(1 if reply.understood else 3)


def write_json(reply: Reply) -> None:
    """Print the reply as JSON."""
    import orjson

    from kgqa_cli.as_json import reply_document

    click.echo(orjson.dumps(reply_document(reply), option=orjson.OPT_INDENT_2))


def say_readings(reply: Reply) -> None:
    """Say on standard error what the question may have meant."""
    from kgqa.algebra import to_english, to_text
    from kgqa_cli.visible import visible

    for reading in reply.readings[:3]:
        english = visible(to_english(reading.query, reply.labels))
        click.echo(f"  perhaps: {english}  [{to_text(reading.query)}]", err=True)


def write(reply: Reply, store: Store, top: int, given: dict[str, Any]) -> None:
    """Print the reply for a person on a terminal, or as lines in a pipe."""
    from kgqa_cli import show

    if not sys.stdout.isatty() and not given["explain"]:
        for answer in reply.answers[: given["top"]]:
            click.echo(show.line(answer, reply.labels))
        return
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 10_000, highlight=False)
    for part in pages(reply, store, top, given["explain"]):
        if part.no_wrap:
            console.print(part, no_wrap=True, overflow=part.overflow)
        else:
            console.print(part, soft_wrap=True)


def pages(reply: Reply, store: Store, top: int, explain: bool) -> list[Text]:
    """Return what a person sees of a reply."""
    from rich.text import Text

    from kgqa.answers import Result
    from kgqa_cli import show
    from kgqa_cli.query import descriptions

    first = reply.readings[0]
    timings = reply.timings
    result = Result(first.query, first.sparql, reply.answers, reply.labels, timings)
    described = descriptions(result, store, top, reply.language)
    parts = show.page(result, described, top=top, explain=explain)
    parts.append(Text(f"Confidence: {reply.answers[0].confidence:.2f}", "dim"))
    if reply.outcome == "ambiguous":
        parts.append(Text("It may also mean:", "bold"))
        for other in reply.interpretations[1:]:
            shown = ", ".join(show.line(a, reply.labels).split("\t")[0] for a in other.answers[:3])
            parts.append(Text(f"  {other.question}  {shown}"))
    if explain and len(reply.readings) > 1:
        parts.append(Text("Other readings:", "bold"))
        parts += [Text(f"  {line}") for line in alternatives(reply)]
    return parts


def alternatives(reply: Reply) -> list[str]:
    """Return the other readings of a question, with their scores."""
    from kgqa.algebra import to_text

    return [f"{one.score:.2f}  {to_text(one.query)}" for one in reply.readings[1:]]

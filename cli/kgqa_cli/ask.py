"""`kgqa ask`: the answer to a question in English, with what was understood and why."""

from __future__ import annotations

import gc
import shlex
import sys
from typing import TYPE_CHECKING, Any

import click

from kgqa.formats import WRITTEN
from kgqa_cli import failures
from kgqa_cli.failures import LIMIT, NO_ANSWER, NOT_UNDERSTOOD
from kgqa_cli.formatted import write_formatted
from kgqa_cli.options import (
    HELP,
    chosen_format,
    format_options,
    language_option,
    store_option,
    timeout_option,
    today_option,
)
from kgqa_cli.visible import echo, echo_json

if TYPE_CHECKING:
    from kgqa_store.store import Store

    from kgqa.answers import Reply
    from kgqa.parse.parser import Parsed
    from kgqa.settings import Settings

YOUNG = 200_000
"""New objects between two collections of garbage: to open a store makes many, and no garbage."""
EXAMPLES = """\b
Examples:
  kgqa ask "Who directed Inception?"
  kgqa ask "What is the highest mountain of Switzerland?" --explain
  kgqa ask "Which films did Denis Villeneuve direct?" --json | jq -r '.answers[].label'
  kgqa ask "Is the Danube longer than the Rhine?" --store sample
  kgqa ask                                  a prompt; :help lists its commands
  kgqa ask --json < questions.txt           a line for each question

\b
In a pipe every answer is a line: its label, a tab, its id or value. --format turtle,
jsonld and graphml carry the proofs, too.

\b
Exit status: 0 answered, 1 no answer, 2 usage, 3 nothing in the question was
understood, 4 the store cannot be used, 5 the limit of time was reached.
"""


@click.command("ask", epilog=EXAMPLES, context_settings=HELP)
@click.argument("question", required=False)
@store_option
@format_options
@click.option("--explain", is_flag=True, help="Print algebra, SPARQL, proofs, alternatives, too.")
@language_option
@timeout_option
@today_option
@click.option("--top", type=click.IntRange(1), metavar="N", help="Show N answers.")
@click.option(
    "--min-confidence",
    type=click.FloatRange(0, 1),
    metavar="X",
    help="Give only answers that are at least so sure, from 0 to 1.  "
    "[default: the setting `min_confidence`, else 0]",
)
@click.option(
    "--reading",
    type=click.IntRange(1),
    metavar="N",
    help="Answer the N-th reading of the question, as --explain and `perhaps` number them.",
)
@click.option("--pick", metavar="QID", help="Take a name for this entity where it can mean it.")
@click.option(
    "--text",
    "text_index",
    metavar="TEXT",
    help="The text index to read: a folder made by `kgqa text build`, or `sample`.  "
    "[default: the setting `text`; with the sample store, the sample's]",
)
@click.option(
    "--read",
    type=click.Choice(["auto", "always", "never"]),
    help="Whether texts are read: where the graph is silent, unsure or incomplete, always, or "
    "never.  [default: the setting `read`, else auto]",
)
@click.option("--no-text", is_flag=True, help="Read no texts: the same as --read never.")
@click.option(
    "--reader",
    metavar="READER",
    help="Who reads: a folder of `kgqa train reader`, or closed:CHECKPOINT.",
)
def ask(question: str | None, location: str | None, lang: str | None, **given: Any) -> None:  # noqa: ANN401
    """Answer a question in English, and say how it was understood.

    Without QUESTION, or with `-`, questions are read line by line: at a prompt on a terminal,
    else from standard input.
    """
    gc.set_threshold(YOUNG)
    from kgqa.engine import Engine
    from kgqa_cli.environment import sourced
    from kgqa_cli.stores import opened

    pick, form = checked_id(given["pick"]), chosen_format(given)
    given |= {"form": form, "as_json": form == "json"}
    if form in WRITTEN and question in (None, "-"):
        raise click.UsageError(f"--format {form} is for one QUESTION; --json takes many.")
    found = sourced(
        store=location,
        text=given["text_index"],
        read="never" if given["no_text"] else given["read"],
        reader=given["reader"],
        language=lang,
        timeout=given["timeout"],
        today=given["today"],
        top=given["top"],
        min_confidence=given["min_confidence"],
    )
    chosen = found.settings
    texts = found.text
    if chosen.read == "always" and texts is None:
        click.echo("There is no index of texts, so only the graph is asked.", err=True)
    with opened(chosen.store) as store, Engine(store, text=texts, settings=chosen) as engine:
        if question is None or question == "-":
            from kgqa_cli.prompt import converse

            raise SystemExit(converse(engine, chosen, given))
        parsed, reply = engine.asked(question, pick=pick, reading=given["reading"])
        asked = f"kgqa link --question {shlex.quote(question)}"
        tell_of_pick(parsed, pick, f"{asked} lists what they can mean")
        write(reply, store, chosen, given)
    raise SystemExit(status_of(reply))


def checked_id(pick: str | None) -> str | None:
    """Return an id that a user chose, if it is one."""
    from kgqa.algebra.ids import is_item

    if pick is not None and not is_item(pick):
        raise click.BadParameter(f"{pick!r} is no id such as Q42.", param_hint="--pick")
    return pick


def tell_of_pick(parsed: Parsed, pick: str | None, hint: str) -> None:
    """Tell that an id that a user chose is nothing that a name in the question can mean."""
    known = {link.id for name in parsed.linked.names for link in name}
    if pick is not None and pick not in known:
        click.echo(f"No name in the question can mean {pick}, so it is passed over.", err=True)
        failures.suggest(hint)


def status_of(reply: Reply) -> int:
    """Return the exit status that says what became of a question."""
    if reply.answers:
        return 0
    if reply.outcome == "failed":
        return LIMIT
    return NO_ANSWER if reply.understood else NOT_UNDERSTOOD


def write(reply: Reply, store: Store, chosen: Settings, given: dict[str, Any]) -> None:
    """Print the reply: as JSON, for a person on a terminal, or as lines in a pipe."""
    from kgqa_cli import reply_page, show

    if reply.note and not given["as_json"]:
        echo(f"Texts were not read: {reply.note}.", err=True)
    if given["as_json"]:
        write_json(reply)
    elif given["form"] in WRITTEN:
        write_formatted(reply, given["form"], given["top"])
        for text in () if reply.answers else reply_page.silence(reply):
            click.echo(text, err=True)
    elif not reply.answers:
        for text in reply_page.silence(reply):
            echo(text, err=True)
        failures.suggest(reply.hint)
    elif sys.stdout.isatty() or given["explain"] or given["form"] == "table":
        show.write(reply_page.parts(reply, store, top=chosen.top, explain=given["explain"]))
    else:
        for answer in reply.answers[: given["top"]]:
            click.echo(show.line(answer, reply.labels))
        # A line says nothing of where it comes from, and what was read is no fact of the graph.
        doubt = reply_page.doubt(reply)
        told = (*reply_page.conflicts(reply), *reply_page.coverage(reply))
        for text in (*doubt, *told, *reply_page.passages(reply)):
            echo(text, err=True)
        for other in reply.interpretations[1:]:
            few = ", ".join(reply_page.line(one, reply.labels) for one in other.answers[:3])
            echo(f"It can also mean: {other.question}  {few}", err=True)


def write_json(reply: Reply, *, on_one_line: bool = False) -> None:
    """Print the reply as JSON."""
    import orjson

    from kgqa.as_json import reply_document

    option = 0 if on_one_line else orjson.OPT_INDENT_2
    echo_json(orjson.dumps(reply_document(reply), option=option))

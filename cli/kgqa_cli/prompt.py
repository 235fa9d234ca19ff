"""`kgqa ask` without a question: a conversation in which the last question can be looked into."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from difflib import get_close_matches
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from kgqa_cli import failures, reply_page, show
from kgqa_cli.ask import status_of, tell_of_pick
from kgqa_cli.completing import tab_completes
from kgqa_cli.environment import home
from kgqa_cli.prompt_lines import Lines, PipedLines, TypedLines, history
from kgqa_cli.prompt_stream import stream
from kgqa_cli.spoken_of import remembered
from kgqa_cli.visible import echo, visible

if TYPE_CHECKING:
    from kgqa.algebra import Query
    from kgqa.answers import Reply, Result
    from kgqa.engine import Engine
    from kgqa.parse.follow_ups import Mentioned
    from kgqa.parse.parser import Parsed
    from kgqa.settings import Settings

COMMANDS = {
    ":why": ":why 2       the facts that the second answer rests on",
    ":explain": ":explain     all that is known of how the last question was answered",
    ":sparql": ":sparql      the query that was run",
    ":readings": ":readings    how else the question can be understood",
    ":reading": ":reading 2   the answers to the second reading",
    ":next": ":next        the answers to the next reading",
    ":pick": ":pick 2      ask again, a name taken for the second of what there is; or :pick Q89",
    ":edit": ":edit        change the algebra and run it; or :edit P57(Q25191)",
    ":link": ":link NAME   what a name can mean",
    ":all": ":all         all answers",
    ":store": ":store DIR   ask another store; without one, which it is",
    ":help": ":help        this list",
    ":quit": ":quit        the end, as Ctrl-D",
}


def converse(engine: Engine, chosen: Settings, given: dict[str, Any]) -> int:
    """Answer line by line until the end; return 0 if all questions of a pipe were answered."""
    if given["as_json"]:
        return stream(engine, given["pick"])
    is_terminal = sys.stdin.isatty()
    lines: Lines = TypedLines() if is_terminal else PipedLines(shows=True)
    talk = Conversation(engine, chosen, lines, explain=given["explain"])
    if is_terminal:
        echo(f"Asking {chosen.store}. :help lists commands, Ctrl-D ends.", err=True)
    with ExitStack() as stack:
        stack.callback(talk.close)
        if is_terminal:
            stack.enter_context(history(home() / "history"))
            stack.enter_context(tab_completes(COMMANDS, talk.names))
        while _goes_on(lines, talk):
            pass
    if not talk.heard and not is_terminal:
        raise click.UsageError("There is no question: neither an argument nor a line.")
    return 0 if is_terminal else talk.status


def _goes_on(lines: Lines, talk: Conversation) -> bool:
    """Hear the next line; return whether there may be more. Ctrl-C on a terminal ends no more."""
    try:
        line = lines.next()
        return line is not None and talk.hear(line)
    except KeyboardInterrupt:
        if not lines.is_terminal:
            raise
        click.echo("Interrupted.", err=True)
        return True


class Conversation:
    """What was asked last, and which of its readings is being looked at."""

    def __init__(
        self, engine: Engine, chosen: Settings, lines: Lines, *, explain: bool = False
    ) -> None:
        self.engine, self.chosen, self.lines, self.explain = engine, chosen, lines, explain
        self.parsed: Parsed | None = None
        self.reply: Reply | None = None
        self.result: Result | None = None
        self.place = 0
        self.mentioned: list[Mentioned] = []
        self.heard = False
        self.status = 0
        self._opened: Engine | None = None

    def hear(self, line: str) -> bool:
        """Do what a line says; return whether the conversation goes on."""
        from kgqa_store.errors import StoreError

        from kgqa.algebra import AlgebraError
        from kgqa.errors import KgqaError

        self.heard = True
        try:
            if not line.startswith(":"):
                self.ask(line)
                return True
            name, _, argument = line.partition(" ")
            return self.obey(name, argument.strip())
        except (KgqaError, AlgebraError, StoreError) as error:
            self.status = failures.report(error, debug=False)
        return True

    def obey(self, name: str, argument: str) -> bool:
        """Do what a command says; return whether the conversation goes on."""
        match name:
            case ":quit" | ":q" | ":exit":
                return False
            case ":help":
                click.echo("\n".join(COMMANDS.values()))
            case ":edit" if argument:
                self.run_text(argument)
            case ":link":
                self.link(argument)
            case ":store":
                self.store(argument)
            case _ if name not in COMMANDS:
                nearest = get_close_matches(name, COMMANDS, n=1)
                failures.tell(f"There is no command {visible(name)}.", _meant(nearest))
            case ":why" if self.result is not None:
                self.why(self.result, argument)
            case ":all" if self.result is not None:
                self.all(self.result)
            case ":sparql" if self.result is not None and self.result.sparql:
                echo(self.result.sparql.rstrip("\n"))
            case _ if self.reply is None:
                failures.tell(f"{name} is about a question, and none was asked yet.")
            case ":why" | ":all":
                failures.tell("There is no answer to show.", ":readings says what it may mean")
            case ":sparql":
                self.sparql(self.reply)
            case ":readings":
                self.readings(self.reply)
            case ":reading":
                self.reading(self.reply, argument)
            case ":explain":
                self.explained(self.reply)
            case ":next":
                self.next(self.reply)
            case ":pick":
                self.pick(self.reply, argument)
            case ":edit":
                self.edit(self.reply)
        return True

    # --- Questions ----------------------------------------------------------------------------

    def ask(self, question: str, pick: str | None = None) -> None:
        """Answer a question; a pronoun in it takes what was spoken of last."""
        from kgqa.parse.follow_ups import followed

        follow = followed(question, self.mentioned) if pick is None else None
        if follow is not None:
            told = f"{visible(follow.meant.label)} ({follow.meant.id})"
            click.echo(f"Taking “{follow.word}” for {told}.")
            question, pick = follow.question, follow.meant.id
        self.parsed, reply = self.engine.asked(question, pick=pick)
        tell_of_pick(self.parsed, pick, ":pick lists what they can mean")
        self.answered(reply)

    def answered(self, reply: Reply) -> None:
        """Show what came of a question, and remember what it speaks of."""
        self.reply, self.place, self.result = reply, 0, None
        self.mentioned = remembered(reply, self.engine.parser.names, self.mentioned)
        if not reply.answers:
            self.status = status_of(reply)
            click.echo("\n".join(reply_page.silence(reply, ":reading")))
            failures.suggest(reply.hint)
            return
        self.result = reply_page.result_of(reply)
        found = reply_page.parts(
            reply, self.engine.store, top=self.chosen.top, explain=self.explain
        )
        if reply.outcome == "ambiguous" and not self.explain:
            found = found[:-1]  # which names an option; here it is a command
            found.append(show.titled("Choose with", ":pick"))
        show.write(found)

    def pick(self, reply: Reply, argument: str) -> None:
        """Ask again with a name taken for an entity, or say what the names can mean."""
        names = self.parsed.linked.names if self.parsed else ()
        links = [link for name in names for link in name]
        if argument[:1] == "Q" and argument[1:].isdigit():
            self.ask(reply.question, argument)
        elif argument.isdecimal() and 0 < int(argument) <= len(links):
            self.ask(reply.question, links[int(argument) - 1].id)
        elif argument:
            failures.tell(
                f"{visible(argument)} is no id such as Q42, nor the number of one.",
                ":pick lists them",
            )
        for number, link in enumerate(links if not argument else (), 1):
            entry = self.engine.parser.names.describe(link.id, reply.language)
            about = f"  {visible(entry.description)}" if entry and entry.description else ""
            told = f"{visible(link.mention)}: {link.id}  {visible(link.label)}{about}"
            click.echo(f"{number:>2}  {told}")

    # --- Readings -----------------------------------------------------------------------------

    def readings(self, reply: Reply) -> None:
        """Say how the question can be understood; a mark stands before what is shown."""
        for place, reading in enumerate(reply.readings):
            mark = "*" if place == self.place else " "
            told = reply_page.told(reading, reply.labels)
            click.echo(f"{mark} {place + 1}  {reading.score:.2f}  {told}")

    def reading(self, reply: Reply, argument: str) -> None:
        """Show the answers to a reading, by its number."""
        number = int(argument) if argument.isdecimal() else 0
        if not 0 < number <= len(reply.readings):
            there = f"there are {len(reply.readings)}"
            failures.tell(f"There is no reading {visible(argument)}; {there}.", ":readings")
            return
        self.take(reply, number - 1)

    def next(self, reply: Reply) -> None:
        """Show the answers to the next reading."""
        if self.place + 1 >= len(reply.readings):
            failures.tell("There is no further reading.", "write your own with :edit")
            return
        self.take(reply, self.place + 1)

    def take(self, reply: Reply, place: int) -> None:
        """Show the answers to the reading at a place, as `--reading` takes it."""
        from kgqa.judge.chosen_reading import by_reading

        self.place = place
        chosen = by_reading(reply, place + 1, self.engine.run)
        self.result = reply_page.result_of(chosen)
        if chosen.answers:
            self.show(self.chosen.top)
        else:
            click.echo(f"No answer: {visible(chosen.reason)}.")

    def edit(self, reply: Reply) -> None:
        """Let the user change the algebra of what is shown, and run that."""
        from kgqa.algebra import to_text

        first = reply.readings[0].query if reply.readings else None
        query = self.result.query if self.result is not None else first
        text = self.lines.edited(to_text(query) if query else "")
        if text:
            self.run_text(text)
        elif not self.lines.is_terminal:
            failures.tell("Nobody can edit in a pipe.", "write :edit P57(Q25191)")

    def run_text(self, text: str) -> None:
        """Run an expression of the algebra, in which names may stand for ids."""
        from kgqa.parse.expressions import read_expression
        from kgqa_cli.query import say_links

        language = self.engine.settings.language
        read = read_expression(text, self.engine.store, language=language)
        say_links(read.links)
        self.run(read.query)

    def run(self, query: Query) -> None:
        """Run a reading, and show its answers."""
        self.result = result = self.engine.run(query)
        if not result.answers:
            reason = result.reason or f"the store has nothing for “{show.understood(result)}”"
            click.echo(f"No answer: {visible(reason)}.")
            return
        self.show(self.chosen.top)

    # --- What is shown ------------------------------------------------------------------------

    def show(self, top: int) -> None:
        """Print the answers that are being looked at."""
        from kgqa_cli.query import descriptions

        if self.result is not None:
            store, language = self.engine.store, self.chosen.language
            about = descriptions(self.result, store, top, language)
            show.write(show.page(self.result, about, top=top, explain=self.explain))

    def all(self, result: Result) -> None:
        """Print all answers in columns, page by page on a terminal that they do not fit."""
        from kgqa_cli.query import descriptions

        count = len(result.answers)
        about = descriptions(result, self.engine.store, count, self.chosen.language)
        rows = [row.plain for row in show.rows(result, about, count)]
        size = get_terminal_size()
        if sys.stdout.isatty() and count >= size.lines:
            click.echo_via_pager(f"{row[: size.columns]}\n" for row in rows)
        else:
            click.echo("\n".join(rows))

    def explained(self, reply: Reply) -> None:
        """Print how the last question was answered: algebra, SPARQL, proofs, other readings."""
        if reply.answers:
            parts = reply_page.parts(reply, self.engine.store, top=self.chosen.top, explain=True)
            show.write(parts)
        else:
            click.echo("\n".join(reply_page.silence(reply, ":reading")))
            self.readings(reply)

    def sparql(self, reply: Reply) -> None:
        """Print the query that would be run for the best reading."""
        from kgqa.execute.run import compile_for

        if not reply.readings:
            failures.tell("The question has no reading, hence no query.")
            return
        compiled = compile_for(reply.readings[0].query, self.engine.store, self.chosen)
        echo(compiled.sparql.rstrip("\n"))

    def why(self, result: Result, argument: str) -> None:
        """Print the facts that an answer rests on."""
        from textwrap import indent

        from kgqa_cli.proof_tree import drawn, proof_tree

        answers = result.answers
        place = int(argument or 1) if (argument or "1").isdecimal() else 0
        if not 0 < place <= len(answers):
            given = visible(argument or "1")
            failures.tell(f"There is no answer {given}; there are {len(answers)}.")
            return
        tree = drawn(proof_tree(answers[place - 1], result.labels))
        click.echo(indent("\n".join(tree), "  "))

    # --- The store ----------------------------------------------------------------------------

    def names(self, text: str, most: int) -> list[str]:
        """Return names of the store that begin as a text does."""
        return [found.label for found in self.engine.parser.names.prefix(text, most)]

    def link(self, text: str) -> None:
        """Print what a name can mean."""
        from kgqa_store.item_names import find_items

        if not text:
            failures.tell(":link needs a name.", ":link Christopher Nolan")
            return
        language = self.chosen.language.lower()
        found = find_items(self.engine.parser.names, text, limit=10, language=language)
        for one in found:
            click.echo("  ".join(visible(cell) for cell in one[:3] if cell))
        if not found:
            click.echo(f"No entity of {self.chosen.store} is called {visible(text)}, or nearly so.")

    def store(self, location: str) -> None:
        """Ask another store from now on, or say which one is asked."""
        from kgqa.engine import Engine
        from kgqa_cli.stores import SAMPLE, place

        if not location:
            click.echo(f"Asking {visible(self.chosen.store)}.")
            return
        chosen = replace(self.chosen, store=location)
        text = chosen.text if location == SAMPLE and chosen.read != "never" else None
        engine = Engine(place(location), text=text, settings=chosen)
        self.close()
        self.engine = self._opened = engine
        self.chosen, self.mentioned = chosen, []
        self.parsed = self.reply = self.result = None
        click.echo(f"Asking {visible(location)}.")

    def close(self) -> None:
        """Close the store that was opened last, if one was."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


def _meant(nearest: list[str]) -> str:
    return f"did you mean {nearest[0]}?" if nearest else ":help lists them"

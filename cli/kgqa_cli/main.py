"""The command `kgqa` itself: its help, and what becomes of errors.

Nothing is imported here but click: a command is imported when it is used.
"""

from __future__ import annotations

import atexit
import gc
import os
import shlex
import sys
from collections.abc import Sequence
from typing import Any

import click

from kgqa_cli import failures, streams
from kgqa_cli.commands import Lazy
from kgqa_cli.options import HELP

SECTIONS = {
    "Ask": {
        "ask": "Answer a question in English, and say how it was understood.",
        "query": "Run an expression of the algebra, and print its answers with their proofs.",
        "sparql": "Run a SPARQL QUERY: SELECT, ASK, CONSTRUCT or DESCRIBE.",
        "explain": "Say what a SPARQL query asks for, in the algebra and in English.",
        "link": "Print the entities that TEXT may be the name of, best first, and why.",
        "path": "Print how two things hang together: the best paths between them.",
    },
    "Serve": {
        "serve": "Serve a page to ask in, an HTTP interface and a SPARQL endpoint.",
        "mcp": "Serve tools for assistants by the Model Context Protocol.",
    },
    "Measure": {
        "bench": "Ask the questions of a benchmark, and write down how good the answers are.",
        "generate": "Make question sets from a graph, with their meaning, answers and proofs.",
        "train": "Learn from question sets what kgqa knows beforehand, and measure it.",
    },
    "Set up": {
        "store": "Build a store from dumps, see what is in it, check it, change it.",
        "text": "Build a text index from documents, see what is in it, search it, check it.",
        "doctor": "Check versions, machine, settings and store, and say what to do.",
    },
}

EPILOG = """\b
Examples:
  kgqa ask "Who directed Inception?"        a question, and how it was understood
  kgqa ask                                  a prompt: one question after the other
  kgqa query 'P57(Q25191)'                  films directed by Christopher Nolan
  kgqa query 'director("Christopher Nolan")'
                                            the same, by names
  kgqa query 'argmax(type(Q8502) & P17(Q39), P2044)'
                                            the highest mountain of Switzerland
  kgqa query 'count(type(Q515))' --explain  how many cities, and which
  kgqa link 'Christopher Nolan'             from a name to ids
  kgqa path 'Christopher Nolan' Inception   how two things hang together
  kgqa store build dump.json.gz --out mine  a store of your own
  kgqa query 'P57(Q25191)' --store mine --json

\b
Settings: kgqa.toml in this folder, then KGQA_STORE, KGQA_TIMEOUT and so on,
then flags; `kgqa doctor` prints each, and where it came from.

\b
Exit status:
   0  answered               4  the store cannot be used
   1  no answer              5  the limit of time or memory was reached
   2  wrong usage           70  a bug of ours
   3  not understood       130  interrupted
"""


class Command(Lazy):
    """The group of all commands, which turns every error into a sentence and an exit status."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,  # noqa: ANN401 - as click has it
    ) -> Any:  # noqa: ANN401 - as click has it
        """Run a command and exit with its status."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            streams.prepare()
            status = super().main(args, "kgqa", complete_var, standalone_mode=False, **extra)
        except (click.Abort, KeyboardInterrupt):
            status = failures.INTERRUPTED
        except click.ClickException as error:
            status = failures.report_usage(error)
        except Exception as error:  # the last place where a bug can be told from bad input
            status = failures.report(error, debug=bool(os.environ.get("KGQA_DEBUG")))
        sys.exit(status if isinstance(status, int) else 0)

    def hint_for(self, ctx: click.Context, name: str) -> str:
        """Return what to try instead of the command `name`, which may be an expression."""
        if "(" in name or (name[:1] in "QP" and name[1:].isdigit()):
            return f"did you mean kgqa query {shlex.quote(name)}?"
        return super().hint_for(ctx, name)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command; a reader that has read enough, as in `| head -1`, is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


# At the end Python looks for garbage among all objects, which takes as long as an easy question.
atexit.register(gc.freeze)

main = Command(
    name="kgqa",
    sections=SECTIONS,
    help="Questions over Wikidata, answered offline, every answer with its proof.",
    epilog=EPILOG,
    context_settings=HELP,
)
click.version_option(package_name="kgqa", message="kgqa %(version)s")(main)

"""`kgqa generate`: make question sets from a graph."""

from __future__ import annotations

from importlib import import_module

import click

from kgqa_cli.commands import Suggesting
from kgqa_cli.options import HELP

COMMANDS = {
    "relations": "List what a store offers: how many simple queries each relation has.",
    "questions": "Make a set of questions from a store, with answers, meaning and proofs.",
    "show": "Print some questions of a set, with their algebra and their answers.",
    "tables": "Make questions from tables whose cells are linked to pages.",
    "verifier": "Say how well a verifier tells what texts say from what was planted.",
}


class Generating(Suggesting):
    """The group of `kgqa generate`, whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, where there is one."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"kgqa_cli.generate_{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)  # noqa: S101 - for the type checker
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group("generate", cls=Generating, context_settings=HELP)
def generate() -> None:
    """Make question sets from a graph, with their meaning, answers and proofs."""

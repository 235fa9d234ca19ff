"""Groups of commands: each command is imported when it is used, and a typo suggests the nearest."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Unknown(click.UsageError):
    """There is no such command; `hint` says what was meant, perhaps."""

    def __init__(self, message: str, *, hint: str, ctx: click.Context) -> None:
        super().__init__(message, ctx)
        self.hint = hint


class Suggesting(click.Group):
    """A group in which a mistyped command suggests the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` begins with."""
        name = args[0]
        known = self.list_commands(ctx)
        if name in known or name.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        raise Unknown(
            f"{ctx.command_path} has no command {name!r}.",
            hint=self.hint_for(ctx, name),
            ctx=ctx,
        )

    def hint_for(self, ctx: click.Context, name: str) -> str:
        """Return what to try instead of the command `name`."""
        from difflib import get_close_matches

        nearest = get_close_matches(name.lower(), self.list_commands(ctx), n=1)
        if nearest:
            return f"did you mean {ctx.command_path} {nearest[0]}?"
        return f"see what there is: {ctx.command_path} --help"


class Lazy(Suggesting):
    """A group whose commands are imported one by one, when they are used.

    `sections` gives the commands in the order of the help: title, name, one sentence. The command
    `name` is the object of that name in the module `kgqa_cli.name`.
    """

    def __init__(self, *, sections: Mapping[str, Mapping[str, str]], **attributes: Any) -> None:  # noqa: ANN401 - as click has it
        super().__init__(**attributes)
        self.sections = sections

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return [name for commands in self.sections.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, where there is one."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = getattr(import_module(f"kgqa_cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 - for the type checker
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the commands do, without importing them."""
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

"""What went wrong, as one sentence, the next step, and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import click

from kgqa_cli.visible import KEPT, visible

NO_ANSWER = 1
USAGE = 2
NOT_UNDERSTOOD = 3
STORE = 4
LIMIT = 5
BUG = 70
INTERRUPTED = 130


def report(error: BaseException, *, debug: bool) -> int:
    """Say on standard error what `error` means, and return the exit status for it."""
    from kgqa_store.errors import StoreError

    from kgqa.algebra.errors import AlgebraError
    from kgqa.errors import KgqaError

    match error:
        case KgqaError() | AlgebraError() | StoreError():
            tell(str(error), error.hint)
            return error.exit_code
        case OSError():
            name = f"{error.filename}: " if error.filename else ""
            tell(f"The system refused: {name}{error.strerror or error}.", _debugging(debug))
            return STORE
        case _:
            if debug:
                sys.excepthook(type(error), error, error.__traceback__)
            what = " ".join(str(error).split())
            tell(
                f"This is a bug in kgqa, not in what you wrote: {type(error).__name__}: {what}",
                "report it with the command, and with what it prints under KGQA_DEBUG=1",
            )
            return BUG


def _debugging(debug: bool) -> str:
    return "" if debug else "KGQA_DEBUG=1 shows where"


def report_usage(error: click.ClickException) -> int:
    """Say on standard error how a command is used, and return the exit status for it."""
    if type(error).__name__ == "NoArgsIsHelpError":
        click.echo(error.message, err=True)
        return USAGE
    known = isinstance(error, click.NoSuchOption)
    message = error.message if known else error.format_message()
    tell(f"{message.rstrip('.')}.", _usage_hint(error))
    return USAGE


def _usage_hint(error: click.ClickException) -> str:
    hint = getattr(error, "hint", None)
    if hint:
        return str(hint)
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:  # an option without its value
        return "see kgqa --help"
    if isinstance(error, click.NoSuchOption):
        if error.option_name[1:2].isdigit():
            return f"write -- before what starts with a minus: {context.command_path} -- ..."
        from difflib import get_close_matches

        nearest = get_close_matches(error.option_name, list(_options(context)), n=1)
        if nearest:
            return f"did you mean {nearest[0]}?"
    return f"see {context.command_path} --help"


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        yield from (name for name in parameter.opts if name.startswith("--"))


def tell(message: str, hint: str = "") -> None:
    """Write `Error: message` and, where there is a hint, `Hint:  hint` to standard error."""
    click.echo(f"{_styled('Error:', 'red')} {visible(message, KEPT)}", err=True)
    suggest(hint)


def suggest(hint: str) -> None:
    """Write `Hint:  hint` to standard error, if there is one."""
    if hint:
        click.echo(f"{_styled('Hint: ', 'cyan')} {visible(hint, KEPT)}", err=True)


def note(message: str) -> None:
    """Write to standard error what a user should know, though nothing is wrong."""
    click.echo(visible(message, KEPT), err=True)


def _styled(word: str, colour: str) -> str:
    colourful = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    return click.style(word, fg=colour, bold=True) if colourful else word

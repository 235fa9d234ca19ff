"""The lines of a conversation: from a terminal with its history, or from a pipe.

Python's readline does all that is needed: editing, a history in a file, a line that is filled in
beforehand. It costs no dependency and 2 ms to import.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

import click

from kgqa_cli.visible import visible

KEPT = 1000
"""Lines of the history that are kept."""
MARK = "kgqa> "
SHOWN = 200
"""Characters of a piped line that are shown."""


class Lines(Protocol):
    """Where the lines of a conversation come from."""

    is_terminal: bool

    def next(self) -> str | None:
        """Return the next line; None at the end."""

    def edited(self, text: str) -> str | None:
        """Return `text` as the user changes it; None where nobody can."""


class PipedLines:
    """The lines of standard input, each shown before what comes of it."""

    is_terminal = False

    def __init__(self, *, shows: bool) -> None:
        """Show the lines that were read, if `shows`."""
        self._shows = shows

    def next(self) -> str | None:
        """Return the next line that is not empty; None at the end."""
        while line := sys.stdin.buffer.readline():
            if text := line.decode(errors="replace").strip():
                if self._shows:
                    click.echo(f"{MARK}{visible(text[:SHOWN])}")
                return text
        return None

    def edited(self, text: str) -> str | None:
        """Return None: nobody is there to change it."""
        return None


class TypedLines:
    """Lines that a person types."""

    is_terminal = True

    def next(self) -> str | None:
        """Return the next line that is not empty; Ctrl-C begins a new one, Ctrl-D is the end."""
        while True:
            try:
                if text := input(MARK).strip():
                    return text
            except KeyboardInterrupt:
                click.echo()
            except EOFError:
                click.echo()
                return None

    def edited(self, text: str) -> str | None:
        """Return `text` as the user changes it; None where the user gave up."""
        with suppress(ImportError):
            import readline

            readline.set_startup_hook(lambda: readline.insert_text(text))
        try:
            return input("edit> ").strip() or None
        except (KeyboardInterrupt, EOFError):
            click.echo()
            return None
        finally:
            with suppress(ImportError):
                readline.set_startup_hook()


@contextmanager
def history(path: Path) -> Iterator[None]:
    """Remember the lines of former conversations, and keep those of this one in `path`."""
    try:
        import readline
    except ImportError:  # some builds of Python have none; lines can then not be edited
        yield
        return
    readline.set_history_length(KEPT)
    with suppress(OSError):
        readline.read_history_file(path)
    try:
        yield
    finally:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            readline.write_history_file(path)

"""Standard input, output and error as a command needs them, whoever started it."""

from __future__ import annotations

import io
import os
import sys

import click

from kgqa_cli.visible import guard_terminals


def prepare() -> None:
    """Refuse a closed standard output; let the other streams be there, and write what they can.

    The number of a closed stream would be given to the next file that is opened, and what is meant
    for a person would end in it.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - for good
    is_closed = sys.stdout is None
    if is_closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # where it is no UTF-8
    guard_terminals()
    if is_closed:
        error = click.UsageError("Standard output is closed, so that nothing can be shown.")
        error.hint = "to see no output: > /dev/null"  # type: ignore[attr-defined]
        raise error

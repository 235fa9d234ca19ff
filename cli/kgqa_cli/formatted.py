"""Answers printed in formats for other programs."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from kgqa.answers import Reply, Result
    from kgqa.formats import Written


def write_formatted(found: Result | Reply, form: str, top: int | None) -> None:
    """Print answers in one of the formats of `kgqa.formats`: all, or the first `top`."""
    from kgqa.formats.writing import written

    shown = replace(found, answers=found.answers[:top])
    echo_text(written(shown, cast("Written", form)).rstrip("\n") + "\n")


def echo_text(text: str) -> None:
    """Print a text of several lines; on a terminal, without what it would obey."""
    from kgqa_cli.visible import visible

    if sys.stdout.isatty():
        text = "\n".join(visible(line) for line in text.split("\n"))
    click.echo(text.encode(), nl=False)

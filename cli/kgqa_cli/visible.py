"""Text from outside, made safe to show: nothing in it may move a cursor or turn a line around.

What a terminal obeys (escapes and other control characters of C0 and C1) and what changes the order
of the letters beside it (the direction characters of Unicode) is taken out of labels, titles,
questions and names of files. Colours and bars are our own, and are added afterwards.

`visible` cleans a text, `echo` prints one, and `guard_terminals` sees that nothing passes them by.
"""

from __future__ import annotations

import io
import re
import sys

import click

KEPT = "\n\t"
"""What `echo` lets through, since it prints whole lines."""
COLOURS = r"\x1b\[[0-9;]*m"
BARS = r"\x1b\[\?25[lh]|\x1b\[[0-9]*[AK]|\r"
"""Hides and shows the cursor, and goes up or clears a line: what rich needs for its bars."""


def visible(text: str, keep: str = "") -> str:
    """Return `text` on one line and without what a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in keep else " " for sign in text)


def echo(text: object = "", *, err: bool = False) -> None:
    """Print `text`, of one line or of several, without what a terminal would obey."""
    click.echo(visible(str(text), KEPT), err=err)


def echo_json(document: str | bytes) -> None:
    """Print JSON; on a terminal what is not printable is spelt out, which means the same."""
    text = document.decode() if isinstance(document, bytes) else document
    if sys.stdout.isatty():
        text = "".join(s if s.isprintable() or s in KEPT else _spelt(s) for s in text)
    click.echo(text)


def _spelt(sign: str) -> str:
    units = sign.encode("utf-16-be", errors="surrogatepass")
    pairs = (units[place : place + 2] for place in range(0, len(units), 2))
    return "".join(f"\\u{int.from_bytes(pair, 'big'):04x}" for pair in pairs)


class GuardedTerminal(io.TextIOWrapper):
    """A terminal that gets text, and of all it would obey only what colours and draws bars."""

    allowed: re.Pattern[str] = re.compile(COLOURS)

    def write(self, text: str, /) -> int:
        """Write `text` without what is not allowed."""
        super().write(guarded(text, self.allowed))
        return len(text)


def guarded(text: str, allowed: re.Pattern[str]) -> str:
    """Return `text` with the escapes that are allowed, and no others."""
    if text.isprintable():
        return text
    pieces, end = [], 0
    for found in allowed.finditer(text):
        pieces += [visible(text[end : found.start()], KEPT), found.group()]
        end = found.end()
    return "".join([*pieces, visible(text[end:], KEPT)])


def guard_terminals() -> None:
    """Guard standard output and standard error, where they are terminals."""
    for name, allowed in (("stdout", COLOURS), ("stderr", f"{COLOURS}|{BARS}")):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper and stream.isatty():
            encoding = stream.encoding
            terminal = GuardedTerminal(
                stream.detach(), encoding=encoding, errors="replace", line_buffering=True
            )
            terminal.allowed = re.compile(allowed)
            setattr(sys, name, terminal)

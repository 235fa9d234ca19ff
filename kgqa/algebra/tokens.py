"""The words of the notation: ids, values, names and signs, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.algebra.errors import NotationError

LONGEST = 20_000
"""An expression of more characters than this is refused: nobody wrote it."""

_TOKEN = re.compile(
    r"""
    (?P<space>  \s+ )
  | (?P<date>   \d{4,}-\d{2}(-\d{2})? (?![\w]) )
  | (?P<id>     [QP]\d+ (?!\w) )
  | (?P<number> \d+(\.\d+)?([eE][+-]?\d{1,3})? (?![\w.]) )
  | (?P<text>   " (?: [^"\\\n] | \\. )* " )
  | (?P<word>   [^\W\d_][\w²³]* (?: [-/] [^\W\d_][\w²³]* )* | [%°] [CF]? )
  | (?P<sign>   != | <= | >= | [()\[\]{},&|^=<>-] | [⊓⊔∖≠≤≥−] )
    """,
    re.VERBOSE,
)
_PLAIN = {"⊓": "&", "⊔": "|", "∖": "-", "−": "-", "≠": "!=", "≤": "<=", "≥": ">="}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the notation. `kind` is date, id, number, text, word, sign or end."""

    kind: str
    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of `text`, the last of kind `end`."""
    if len(text) > LONGEST:
        raise NotationError(
            f"the expression has {len(text)} characters, more than {LONGEST}",
            text=text[:40],
            start=0,
            end=40,
        )
    tokens, place = [], 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _stranger(text, place)
        kind = str(found.lastgroup)
        if kind != "space":
            word = _PLAIN.get(found[0], found[0])
            tokens.append(Token(kind, word, found.start(), found.end()))
        place = found.end()
    return [*tokens, Token("end", "", len(text), len(text) + 1)]


def _stranger(text: str, place: int) -> NotationError:
    if text[place] == '"':
        return NotationError(
            "the text is not closed", text=text, start=place, end=len(text), hint='end it with "'
        )
    word = re.compile(r"[\w.]+").match(text, place)
    end = word.end() if word else place + 1
    hint = "texts stand in double quotes" if text[place] in "'“”" else ""
    return NotationError(
        f"{text[place:end]!r} is no part of the notation",
        text=text,
        start=place,
        end=end,
        hint=hint,
    )

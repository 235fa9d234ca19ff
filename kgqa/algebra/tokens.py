"""The words of the notation: ids, values, names and signs, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.algebra.errors import NotationError
from kgqa.algebra.ids import GRAPH_ID

LONGEST = 20_000
"""An expression of more characters than this is refused: nobody wrote it."""

# A number that a `-` and a digit touch is none: `1999-1-5` is a date written badly, not 1993.
_TOKEN = re.compile(
    rf"""
    (?P<space>  \s+ )
  | (?P<date>   [0-9]{{4,}}-[0-9]{{2}}(-[0-9]{{2}})? (?! \w | -[0-9] ) )
  | (?P<id>     {GRAPH_ID} | [QP][0-9]+ (?![\w:]) )
  | (?P<number> [0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{{1,3}})? (?! \w | \. | -[0-9] ) )
  | (?P<text>   " (?: [^"\\\n] | \\. )* " )
  | (?P<word>   [^\W\d_][\w²³]* (?: [-/] [^\W\d_][\w²³]* )* | [%°] [CF]? )
  | (?P<sign>   != | <= | >= | \^= | [()\[\]{{}},&|^=<>@~-] | [⊓⊔∖≠≤≥−] )
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

    def is_item(self) -> bool:
        """Return whether it is written as the id of an item."""
        return self.kind == "id" and (self.text[0] == "Q" or self.is_of_a_graph())

    def is_property(self) -> bool:
        """Return whether it is written as the id of a property."""
        return self.kind == "id" and (self.text[0] == "P" or self.is_of_a_graph())

    def is_of_a_graph(self) -> bool:
        """Return whether it is an id of another graph than Wikidata, of an item or a property."""
        return self.kind == "id" and ":" in self.text


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of `text`, the last of kind `end`."""
    if len(text) > LONGEST:
        raise NotationError(
            f"the expression has {len(text)} characters, more than {LONGEST}",
            text=text[:40],
            start=0,
            end=40,
            hint="ask in parts, or check that the text is an expression and not a file",
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


# --- What is no token ------------------------------------------------------------------------

_NUMBERLIKE = re.compile(r"[0-9][\w.]*(-[0-9][\w.]*)*")
_SPARQL = re.compile(r"\s*(SELECT|ASK|PREFIX|CONSTRUCT|DESCRIBE)\b", re.IGNORECASE)
_HINTS = {
    "'": 'texts stand in double quotes, as in "Paris"',
    "`": 'texts stand in double quotes, as in "Paris"',
    "“": 'texts stand in straight double quotes, as in "Paris"',
    "”": 'texts stand in straight double quotes, as in "Paris"',
    ":": "give the id alone, as in Q42 or P31, without a prefix",
    "/": "compose relations by brackets, as in P31(P279(Q42))",
    "!": "unequal is !=, and a complement is a difference X - Y",
    ";": "put a comma between tests",
    ".": "a number has a digit before its point, as in 0.5",
    "+": "nothing is added: sets are united by |, and a positive number has no sign",
    "*": "the instances of a class and its subclasses are type(Q11424)",
    "?": "an expression has no variables: the set it denotes is the answer",
    "$": "an expression has no variables: the set it denotes is the answer",
    "#": "an expression has no comments: leave it out",
    "~": "compare by one of = != < <= > >=",
    "\\": "a backslash stands only inside a text in double quotes",
    "_": "words of the notation have no underscore",
}


def _stranger(text: str, place: int) -> NotationError:
    if text[place] == '"':
        line_end = text.find("\n", place)
        end = len(text) if line_end < 0 else line_end
        return NotationError(
            "the text is not closed", text=text, start=place, end=end, hint='end it with "'
        )
    number = _NUMBERLIKE.match(text, place)
    if number is not None:
        end, problem = number.end(), f"{_shown(number[0])} is neither a number nor a date"
        hint = _hint_for_number(number[0])
    else:
        end, problem = place + 1, f"{_shown(text[place])} is no sign of the notation"
        hint = _HINTS.get(text[place], "leave it out, or put it into a text in double quotes")
    if _SPARQL.match(text):
        hint = "this looks like SPARQL: run it with kgqa sparql"
    return NotationError(problem, text=text, start=place, end=end, hint=hint)


def _hint_for_number(word: str) -> str:
    parts = word.split("-")
    if len(parts) in (2, 3) and all(part.isdigit() for part in parts):
        if len(parts) == 3 or int(parts[1][:9]) <= 12:
            return "a date is written 1999-12-31, a month 1999-12, and a minus has spaces around it"
        return "put spaces around the minus"
    unit = re.fullmatch(r"([0-9.]*[0-9])([^\W\d_]+)", word)
    if unit:
        return f"put a space between a number and its unit: {unit[1]} {unit[2]}"
    return "a number is written 8849 or 0.5, a date 1999-12-31"


def _shown(words: str) -> str:
    return ascii(words) if not words.isprintable() else f"'{words}'"

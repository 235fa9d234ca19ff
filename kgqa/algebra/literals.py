"""The values of the notation: `"text"`, `1999-12-31`, `1999-12`, `8849`, `8849 metre`."""

from __future__ import annotations

import difflib
import re
from decimal import Decimal

from kgqa.algebra.reader import Reader
from kgqa.algebra.terms import Date, Entity, Number, Quantity, Text, Value
from kgqa.algebra.tokens import Token
from kgqa.algebra.units import unit_names

LONGEST_NUMBER = 400
"""A number of more digits than this is refused."""


def read_value(words: Reader) -> Value:
    """Return the value that starts at the next token, which is a text, date, number or minus."""
    first = words.place
    if words.next.kind == "text":
        return words.build(first, Text, read_text(words.take()))
    sign = "-" if words.takes("-") else ""
    if words.next.kind not in ("date", "number"):
        words.fail(
            "a number is missing after the minus sign", words.next, "as in -5, or X - Y for sets"
        )
    token = _short(words, words.take())
    if token.kind == "date":
        year, month, *day = token.text.split("-")
        parts = int(sign + year), int(month), int(day[0]) if day else None
        return words.build(first, Date, *parts)
    amount, unit = Decimal(sign + token.text), _read_unit(words)
    if unit is None:
        return words.build(first, Number, amount)
    return words.build(first, Quantity, amount, unit)


def read_whole_number(words: Reader) -> int:
    """Return the place that an ordinal asks for."""
    sign = -1 if words.takes("-") else 1
    if words.next.kind != "number" or not words.next.text.isdigit():
        words.fail(
            "the first operand of nth is a place, which is a whole number",
            words.next,
            "the place comes first, as in nth(2, X, P577)",
        )
    return sign * int(_short(words, words.take()).text)


def _short(words: Reader, token: Token) -> Token:
    if len(token.text) > LONGEST_NUMBER:
        problem = f"a number has {LONGEST_NUMBER} digits at most, not {len(token.text)}"
        words.fail(problem, token, "write it with an exponent, as in 1.5e300")
    return token


def _read_unit(words: Reader) -> Entity | None:
    """Return the unit that follows a number, by its id or its name, if one does."""
    if words.next.is_item():
        return words.build(words.place, Entity, words.take().text)
    first = words.place
    while words.next.kind == "word" and words.next.text != "in":
        words.take()
    if words.place == first:
        return None
    name = " ".join(token.text for token in words.tokens[first : words.place])
    if name not in unit_names():
        start, end = words.tokens[first].start, words.tokens[words.place - 1].end
        words.fail_between(f"I know no unit '{name}'", start, end, _nearest_unit(name))
    return Entity(unit_names()[name])


def _nearest_unit(name: str) -> str:
    known = {unit.casefold(): unit for unit in unit_names()}
    near = difflib.get_close_matches(name.casefold(), known, n=1)
    if near:
        return f"did you mean {known[near[0]]}?"
    return "give the unit by its id, as in 5 Q11573"


# --- Texts -----------------------------------------------------------------------------------

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def read_text(token: Token) -> str:
    """Return what a text in quotes says."""

    def plain(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code and int(code, 16) <= 0x10FFFF:
            return chr(int(code, 16))
        return _ESCAPED.get(found[3] or "", found[3] or "�")

    return _ESCAPE.sub(plain, token.text[1:-1])

"""Names as they are compared: without case, accents, punctuation, and with forms undone.

`normalise` is idempotent and total: any text has a normal form, and a normal form is its own. It is
made word by word, so that the words of a question can be joined to any span and looked up.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONGEST_KEY = 400
"""Bytes of a normal form that are kept; LMDB has room for 511."""

_LETTERS = {
    "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th",
    "ı": "i", "ŋ": "n", "ĸ": "k", "ß": "ss", "&": " and ", "'": "", "`": "", "´": "",
    "’": "", "‘": "", "ʼ": "", "ʻ": "", "ʹ": "", "′": "", "+": "+", "#": "#", "%": "%",
}  # fmt: skip

ARTICLES = ("the ", "a ", "an ")

_IRREGULAR = {
    "men": "man", "women": "woman", "people": "person", "children": "child", "wives": "wife",
    "knives": "knife", "wolves": "wolf", "lives": "life", "feet": "foot", "mice": "mouse",
    "series": "series", "species": "species", "bases": "basis", "dwarves": "dwarf",
}  # fmt: skip


class _Folding(dict[int, str | None]):
    """What becomes of each character, found out when it is met for the first time."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        if character in _LETTERS:
            folded: str | None = _LETTERS[character]
        elif 0x2B0 <= code <= 0x36F:  # accents; the vowel signs of other scripts stay
            folded = None
        else:
            category = unicodedata.category(character)
            if category in ("Cf", "Sk"):  # soft hyphens, joiners, free-standing accents
                folded = None
            else:
                folded = " " if category[0] in "PZC" else character
        self[code] = folded
        return folded


_FOLDING = _Folding()
_ASCII = {code: _FOLDING[code] for code in range(128)}


def normalise(text: str) -> str:
    """Return the normal form of a name; a name of signs only is its own, as `!!!` is."""
    return join(words(text)) or _signs(text)


def words(text: str) -> list[str]:
    """Return the normal forms of the words of `text`."""
    if text.isascii():
        folded = text.lower()
        parts = folded.split()
        # Most names are letters and blanks, and to see that takes a fifth of translating them.
        return parts if "".join(parts).isalnum() else folded.translate(_ASCII).split()
    before = ""
    while before != text:  # a fold can uncover what another one folds
        before = text
        text = unicodedata.normalize("NFKD", text).casefold().translate(_FOLDING)
        text = unicodedata.normalize("NFC", text)
    return text.split()


def join(parts: Sequence[str]) -> str:
    """Return the words as one normal form, initials drawn together: `j r r tolkien` → `jrr …`."""
    if min(map(len, parts), default=2) > 1:
        return " ".join(parts)
    joined: list[str] = []
    initials = ""
    for part in parts:
        if len(part) == 1 and part.isalpha() and part.isascii():
            initials += part
            continue
        if initials:
            joined.append(initials)
            initials = ""
        joined.append(part)
    return " ".join([*joined, initials] if initials else joined)


def _signs(text: str) -> str:
    """Return `text` without what cannot be seen."""
    kept = (c if unicodedata.category(c)[0] not in "ZC" else " " for c in text.casefold())
    return " ".join("".join(kept).split())


def key_of(normal: str) -> bytes:
    """Return the key of a normal form: its UTF-8, cut where it is longer than anybody types."""
    key = normal.encode("utf-8", "replace")
    if len(key) > LONGEST_KEY:
        key = key[:LONGEST_KEY].decode("utf-8", "ignore").encode()
    return key


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: where it stands, and its normal form."""

    start: int
    end: int
    word: str
    base: str
    """The normal form without a possessive ending; usually the same."""


def tokens(text: str) -> Iterator[Token]:
    """Yield the words of `text` that have a normal form, in order."""
    start = None
    for place, character in enumerate(text + " "):
        folded = _FOLDING[ord(character)]
        separates = folded is not None and folded.startswith(" ")
        if start is None and not separates:
            start = place
        elif start is not None and separates:
            yield from _token(text, start, place)
            start = None
        if folded == " and ":
            yield Token(place, place + 1, "and", "and")


def _token(text: str, start: int, end: int) -> Iterator[Token]:
    raw = text[start:end]
    word = " ".join(words(raw))
    if word:
        owner = raw[:-2] if raw[-2:].lower() in ("'s", "’s", "ʼs") else raw
        yield Token(start, end, word, " ".join(words(owner)) or word)


def singulars(normal: str) -> Iterator[str]:
    """Yield what `normal` may be the plural of, likelier forms first.

    The plural may be at the end, or before `of`: presidents of, secretaries general of.
    """
    yield from _singulars(normal)
    named, of, rest = normal.partition(" of ")
    if of and rest:
        first, _, more = named.partition(" ")
        yield from (f"{single} of {rest}" for single in _singulars(named))
        if more:
            yield from (f"{single} {more} of {rest}" for single in _singulars(first))


def _singulars(normal: str) -> Iterator[str]:
    """Yield what the last word of `normal` may be the plural of."""
    head, _, last = normal.rpartition(" ")
    head = f"{head} " if head else ""
    if last in _IRREGULAR:
        yield head + _IRREGULAR[last]
    elif len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        if last.endswith("ies"):
            yield f"{head}{last[:-3]}y"
        yield head + last[:-1]
        if last.endswith("es"):
            yield head + last[:-2]


def without_article(normal: str) -> str | None:
    """Return `normal` without its leading article, and None if it has none."""
    for article in ARTICLES:
        if normal.startswith(article) and len(normal) > len(article):
            return normal[len(article) :]
    return None


def without_qualifier(title: str) -> str | None:
    """Return `Mercury` for the title `Mercury (planet)`, and None for a title without brackets."""
    if title.endswith(")"):
        short = title[: title.rfind("(")].rstrip()
        return short or None
    return None

"""Words as passages are indexed and searched by: folded, without the smallest ones, as stems."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

_CJK = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|(?:(?![{_CJK}])[^\W_])+")
_PLAIN = re.compile(r"[^\W_]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTERS = {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i"}
_ONE_OF_THEM = re.compile(f"[{''.join(_LETTERS)}]")
STOP_WORDS = frozenset(
    """
    a an the and or of in on at to for from by with as is are was were be been being am do does did
    it its this that these those he she his her him they them their what which who whom whose
    when where why how there has have had not but if than then so such into s t
    """.split()  # noqa: SIM905 - a list of words reads better
)
LONGEST = 40
"""Characters of a word that tell it from others."""


def words_in(text: str) -> list[str]:
    """Return the words of a text as they are written, in small letters and without accents."""
    if text.isascii():
        return _PLAIN.findall(text.lower())
    return _WORD.findall(folded(text))


def folded(text: str) -> str:
    """Return a text in small letters and without accents."""
    # Letters such as 𝐀 are capital only once they are taken apart.
    small = _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", _ONE_OF_THEM.sub(lambda found: _LETTERS[found[0]], small))


def word_of(written: str) -> str:
    """Return the word that one of `words_in` is indexed as; nothing for the smallest words.

    Only the endings of plurals are undone: Snowball's stemmer, which undoes more, found the answers
    of five question sets no more often (docs/text.md).
    """
    if written in STOP_WORDS:
        return ""
    if len(written) > 3 and written.endswith("s"):
        if written.endswith("ies"):
            written = written[:-3] + "y"
        elif written.endswith(("ses", "xes", "zes")):
            written = written[:-2]
        elif not written.endswith(("ss", "us", "is")):
            written = written[:-1]
    return written[:LONGEST]


def query_words(query: str) -> list[str]:
    """Return the words that a query is searched by, each once, in order.

    A query of the smallest words only, such as the name of a band, has none.
    """
    words = (word_of(written) for written in words_in(query))
    return list(dict.fromkeys(word for word in words if word))


def highlights(text: str, words: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield where words of `text` stand that are indexed as one of `words`."""
    wanted = frozenset(words)
    for found in _WORD.finditer(text):
        if any(word_of(written) in wanted for written in words_in(found[0])):
            yield found.span()

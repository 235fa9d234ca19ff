"""The spans of a text that are names: every run of words that the index knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from kgqa_store.names_rank import ARTICLE, AS_IS, PLURAL, POSSESSIVE, Candidate
from kgqa_store.names_tables import NameTables
from kgqa_store.names_text import Token, join, key_of, singulars, tokens

LONGEST = 12
"""Words of the longest span."""

SINGULAR = ("singular", 0.88)
NUMERAL = ("numeral", 0.9)
_SOME = ("a", "an")
"""Articles that people leave out of titles of several words, as of `A Farewell to Arms`."""
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_TENS = ("", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc")

_FUNCTION_WORDS = (
    "a an the of in on at to by for from with and or is are was were be been do does did has have "
    "had who whom whose what which when where why how many much that this these those it its he "
    "she they his her their there as not no than then most more first last one two"
)
FUNCTION_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that alone are no name, unless they are written like one inside a sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of a text that is a name, and what it may mean, best first."""

    start: int
    end: int
    text: str
    candidates: list[Candidate]


Form: TypeAlias = tuple[str, str, tuple[str, float]]
"""A table of the index, a normal form to look up there, and what it is worth to find it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span of a text, and the normal forms it may stand for."""

    start: int
    end: int
    forms: tuple[Form, ...]


def spans(tables: NameTables, text: str) -> Iterator[Span]:
    """Yield the spans of `text` that may be names, by start and then by end."""
    words = list(tokens(text))
    with tables.cursor("names") as cursor:
        for first in range(len(words)):
            for last in range(first, min(len(words), first + LONGEST)):
                run = words[first : last + 1]
                normal = join([token.word for token in run])
                if first < last or not _is_function_word(text, run[0], first):
                    forms = tuple(_forms(normal, run, text))
                    yield Span(run[0].start, _end(text, run[-1]), forms)
                if not any(_begins(cursor, key_of(start)) for start in _starts(normal)):
                    break  # no longer name begins like this


def _begins(cursor: Any, start: bytes) -> bool:  # noqa: ANN401  lmdb has no types
    """Whether a name begins so."""
    return bool(cursor.set_range(start)) and bytes(cursor.key()[: len(start)]) == start


def _starts(normal: str) -> Iterator[str]:
    """Yield how names may begin that a text goes on with: `presidents` goes on as `president of`.

    Only the noun before `of` may be a plural: the first word, or the last one so far.
    """
    yield normal
    head, of, rest = f"{normal} ".partition(" of ")
    yield from (f"{single}{of}{rest}".rstrip() for single in singulars(head.rstrip()))
    first, _, more = normal.partition(" ")
    if more:
        yield from (f"{single} {more}" for single in singulars(first))


def _end(text: str, token: Token) -> int:
    """Return where the name ends that `token` is the last word of: before a possessive."""
    return token.end if token.word == token.base else token.end - 2


def _forms(normal: str, run: list[Token], text: str) -> Iterator[Form]:
    yield "names", normal, AS_IS
    base = normal
    if run[-1].word != run[-1].base:
        base = join([*(token.word for token in run[:-1]), run[-1].base])
        yield "names", base, POSSESSIVE
    for single in singulars(normal):
        yield "names", single, PLURAL
    if not base.endswith("s") and text[run[-1].start].isupper():
        yield "names", f"{base}s", SINGULAR
    if len(run) > 1 and (numeral := other_numeral(run[-1].word)):
        yield "names", join([*(token.word for token in run[:-1]), numeral]), NUMERAL
    if text[run[0].start].isupper():
        if run[0].word != "the":
            yield "names", f"the {normal}", ARTICLE
        if len(run) > 1 and run[0].word not in _SOME:
            yield from (("names", f"{article} {normal}", ARTICLE) for article in _SOME)
        if len(run) == 1:
            yield "parts", base, AS_IS


def _roman(number: int) -> str:
    return _TENS[number // 10] + _ROMAN[number % 10]


_FIGURES = {_roman(number): str(number) for number in range(1, 100)}
_NUMERALS = {figures: numeral for numeral, figures in _FIGURES.items()}


def other_numeral(word: str) -> str:
    """Return a number below a hundred as it may be written, too: 4 for IV, and the reverse."""
    return _NUMERALS.get(word) or _FIGURES.get(word, "")


def _is_function_word(text: str, token: Token, place: int) -> bool:
    if token.word not in FUNCTION_WORDS:
        return False
    return place == 0 or text[token.start : token.end].islower()

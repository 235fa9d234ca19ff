"""From what a graph says of an entity to the names it is found by."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from kgqa_store.names_escapes import without_left_escapes
from kgqa_store.names_layout import (
    ALIAS,
    FIRST_WORD,
    LABEL,
    LAST_WORD,
    SHORT_TITLE,
    TITLE,
    WORD,
)
from kgqa_store.names_text import normalise, without_qualifier

HUMAN = 5
"""The number of Q5: names of people have a last word that stands for them."""

SHORTEST_PART = 3
MOST_PARTS = 8

_STOP_WORDS = (
    "the and for from with you your are was not all this that der die das und les des del los las "
    "von van den une dos its his her our who what when how"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that no entity is called by alone."""

_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_ESCAPED = {b"t": b"\t", b"b": b"\b", b"n": b"\n", b"r": b"\r", b"f": b"\f"}


@dataclass(slots=True)
class Spoken:
    """What is said of an entity in one language."""

    label: str = ""
    description: str = ""
    aliases: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """By which normal forms an entity is found, as what, and in which languages."""

    names: dict[str, tuple[int, frozenset[str]]] = field(default_factory=dict)
    parts: dict[str, tuple[int, frozenset[str]]] = field(default_factory=dict)

    def add_name(self, name: str, kind: int, language: str) -> str:
        """Add a name and return its normal form; the best kind of a name is kept."""
        normal = normalise(name)
        if normal:
            _keep(self.names, normal, kind, language)
        return normal

    def add_parts(self, normal: str, language: str, *, human: bool) -> None:
        """Add the words of a name that may stand for all of it."""
        words = normal.split(" ")[:MOST_PARTS]
        for place, word in enumerate(words) if len(words) > 1 else ():
            if len(word) < SHORTEST_PART or word in STOP_WORDS or word.isdigit():
                continue
            if not human:
                _keep(self.parts, word, WORD, language)
            elif place == len(words) - 1:
                _keep(self.parts, word, LAST_WORD, language)
            elif place == 0:
                _keep(self.parts, word, FIRST_WORD, language)


def _keep(
    found: dict[str, tuple[int, frozenset[str]]], normal: str, kind: int, language: str
) -> None:
    before = found.get(normal)
    if before is None:
        found[normal] = kind, frozenset((language,))
    else:
        found[normal] = min(kind, before[0]), before[1] | {language}


def read_bucket(lines: Iterable[bytes]) -> dict[int, dict[str, Spoken]]:
    """Return what is said of the entities of one bucket, by number and language."""
    entities: defaultdict[int, dict[str, Spoken]] = defaultdict(dict)
    for line in lines:
        number, _, term = line.partition(b"\t")
        hear(entities[int(number)], term[:1], term[1:])
    return {number: spoken for number, spoken in entities.items() if spoken}


def hear(spoken: dict[str, Spoken], kind: bytes, term: bytes) -> None:
    """Add what a term says of an entity; `kind` is l, a, d, or t for a page."""
    text, language = page_title(term) if kind == b"t" else literal(term)
    if text:
        _say(spoken.setdefault(language, Spoken()), kind, text)


def _say(spoken: Spoken, kind: bytes, text: str) -> None:
    match kind:
        case b"l":
            # Merged sources may have two labels; the smaller one, so that any order gives the same.
            if spoken.label and spoken.label != text:
                spoken.aliases.append(max(spoken.label, text))
            spoken.label = min(spoken.label, text) if spoken.label else text
        case b"d":
            spoken.description = text
        case b"a":
            spoken.aliases.append(text)
        case _:
            spoken.titles.append(text)


def literal(term: bytes) -> tuple[str, str]:
    """Return text and language of a literal as it stands in N-Triples."""
    end = term.rfind(b'"')
    text, language = term[1:end], term[end + 2 :]
    if b"\\" in text:
        text = _ESCAPE.sub(_unescape, text)
    name = without_left_escapes(text.decode("utf-8", "replace"))
    return name, language.decode("ascii", "replace").lower()


def _unescape(match: re.Match[bytes]) -> bytes:
    short, long, other = match.groups()
    if other:
        return _ESCAPED.get(other, other)
    code = int(short or long, 16)
    return chr(code).encode("utf-8", "replace") if code < 0x110000 else b"?"


def page_title(page: bytes) -> tuple[str, str]:
    """Return title and language of a Wikipedia page as it stands in N-Triples."""
    host, _, path = page[1:-1].partition(b".wikipedia.org/wiki/")
    title = unquote(path.decode("utf-8", "replace")).replace("_", " ")
    return title, host.rpartition(b"/")[2].decode("ascii", "replace").lower()


def found_by(spoken: dict[str, Spoken], types: Sequence[int]) -> Found:
    """Return everything that the entity of which this is said is found by."""
    found = Found()
    human = HUMAN in types
    for language, said in spoken.items():
        for name, kind in _names(said):
            normal = found.add_name(name, kind, language)
            if kind != ALIAS and normal:
                found.add_parts(normal, language, human=human)
    return found


def _names(said: Spoken) -> Iterator[tuple[str, int]]:
    if said.label:
        yield said.label, LABEL
    for title in said.titles:
        yield title, TITLE
        if short := without_qualifier(title):
            yield short, SHORT_TITLE
    for alias in said.aliases:
        yield alias, ALIAS


def languages_of(sets: Iterable[frozenset[str]]) -> list[str]:
    """Return all languages of `sets`, in order."""
    return sorted({language for languages in sets for language in languages})

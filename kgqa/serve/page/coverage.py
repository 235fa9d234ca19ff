"""Which words of a question which part of a reading covers, and which no part does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa_store.names_text import normalise
from kgqa_store.schema_words import SMALL_WORDS, stem, stems

_WORD = re.compile(r"\w[\w'’.-]*\w|\w")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters of a question, and what covers them.

    `role` is `name`, `relation`, `unused`, or empty for what is grammar; `number` tells names and
    relations apart, as the chips below the question do.
    """

    text: str
    role: str = ""
    number: int = 0
    meaning: str = ""


def pieces(
    question: str, reading: Mapping[str, Any], relations: Sequence[tuple[str, Sequence[str]]]
) -> list[Piece]:
    """Return a question cut into pieces; `relations` are labels, each with its other names."""
    marks: list[tuple[int, int, Piece]] = []
    for number, link in enumerate(reading["links"]):
        start = question.find(link["mention"])
        if start >= 0:
            end = start + len(link["mention"])
            marks.append((start, end, Piece(link["mention"], "name", number, link["label"])))
    taken = [(start, end) for start, end, _ in marks]
    unused = {word.lower() for word in reading.get("unused", ())}
    meanings = [_stems_of(label, names) for label, names in relations]
    for found in _WORD.finditer(question):
        start, end = found.span()
        if not any(start < other and end > first for first, other in taken):
            piece = _piece(found.group(), meanings, relations, unused)
            if piece is not None:
                marks.append((start, end, piece))
    return list(_filled(question, sorted(marks, key=lambda mark: mark[0])))


def _stems_of(label: str, names: Sequence[str]) -> frozenset[str]:
    """Return the words that say a relation: those of its label, and its names of one word."""
    single = [found for name in names if len(found := stems(normalise(name))) == 1]
    return stems(normalise(label)).union(*single)


def _piece(
    word: str,
    meanings: Sequence[frozenset[str]],
    relations: Sequence[tuple[str, Sequence[str]]],
    unused: set[str],
) -> Piece | None:
    normal = normalise(word)
    if word.lower() in unused or normal in unused:
        return Piece(word, "unused", meaning="no part of the reading covers this word")
    if normal not in SMALL_WORDS:
        for number, known in enumerate(meanings):
            if stem(normal) in known:
                return Piece(word, "relation", number, relations[number][0])
    return None


def _filled(question: str, marks: Sequence[tuple[int, int, Piece]]) -> Sequence[Piece]:
    found, at = [], 0
    for start, end, piece in marks:
        if start > at:
            found.append(Piece(question[at:start]))
        found.append(piece)
        at = end
    if at < len(question):
        found.append(Piece(question[at:]))
    return found

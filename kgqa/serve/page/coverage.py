"""Which words of a question which part of a reading covers, and which no part does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    question: str,
    names: Sequence[tuple[str, str]],
    uncovered: Iterable[str],
    relations: Sequence[tuple[str, Sequence[str]]],
) -> list[Piece]:
    """Return a question cut into pieces.

    `names` are words of the question, each with what they mean, or empty; `relations` are labels,
    each with its other names.
    """
    marks: list[tuple[int, int, Piece]] = []
    for number, (mention, label) in enumerate(names):
        start = question.find(mention) if mention else -1
        if start >= 0:
            end = start + len(mention)
            marks.append((start, end, Piece(mention, "name", number, label)))
    taken = [(start, end) for start, end, _ in marks]
    unused = {word.lower() for word in uncovered}
    meanings = [_stems_of(label, names) for label, names in relations]
    for found in _WORD.finditer(question):
        start, end = found.span()
        if not any(start < other and end > first for first, other in taken):
            piece = _piece(found.group(), meanings, relations, unused)
            if piece is not None:
                marks.append((start, end, piece))
    marks.sort(key=lambda mark: mark[0])
    return list(_filled(question, _joined(question, marks)))


def _joined(question: str, marks: Sequence[tuple[int, int, Piece]]) -> list[tuple[int, int, Piece]]:
    """Return marks where words that say one relation, and small words between them, are one."""
    found: list[tuple[int, int, Piece]] = []
    for start, end, piece in marks:
        if found and piece.role == found[-1][2].role and piece.meaning == found[-1][2].meaning:
            first, last, _ = found[-1]
            between = question[last:start].split()
            if piece.role == "relation" and all(normalise(one) in SMALL_WORDS for one in between):
                found[-1] = first, end, replace(piece, text=question[first:end])
                continue
        found.append((start, end, piece))
    return found


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

"""A text alone as a row of numbers, as a tower of a retriever reads it."""

from __future__ import annotations

from kgqa.text.readers.rows import Row
from kgqa.text.readers.wordpieces import START, STOP, WordPieces

LONGEST = 128
"""Pieces of a text that are read; a passage of a hundred words has some 140."""


def tower_row(text: str, pieces: WordPieces, longest: int = LONGEST) -> Row:
    """Return a text as a row, which is nothing but one question."""
    ids = [START, *pieces.of(text).ids[: longest - 2], STOP]
    return Row(ids, [1] * len(ids), list(range(len(ids))), [0])

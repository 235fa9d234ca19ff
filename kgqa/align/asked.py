"""A question as the network reads it: word pieces, with a sign in place of each name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.text.readers.wordpieces import START, STOP, Pieces

FROM, OTHER = 103, 2
"""The pieces that stand for the name that a property leads from, and for each other name."""
LONGEST = 40
"""Pieces of a question that are read; what comes later is left out."""

Span = tuple[int, int]
NO_PLACE: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Asked:
    """The pieces of a question with the ends, and for each the characters it stands for."""

    ids: tuple[int, ...]
    spans: tuple[Span, ...]


def asked(pieces: Pieces, focus: Sequence[Span], others: Sequence[Span] = ()) -> Asked:
    """Return a question whose names, by their characters, are replaced by signs.

    Of names that overlap the first is taken, those of `focus` before `others`.
    """
    signs: list[tuple[Span, int]] = []
    for spans, sign in ((focus, FROM), (others, OTHER)):
        for span in spans:
            if not any(span[0] < end and start < span[1] for (start, end), _ in signs):
                signs.append((span, sign))
    read: list[tuple[int, Span]] = []
    for id_, (start, end) in zip(pieces.ids, pieces.offsets, strict=True):
        found = next((one for one in signs if start < one[0][1] and one[0][0] < end), None)
        if found is None:
            read.append((id_, (start, end)))
        elif not read or read[-1][1] != found[0]:
            read.append((found[1], found[0]))
    read = [(START, NO_PLACE), *read[: LONGEST - 2], (STOP, NO_PLACE)]
    return Asked(tuple(id_ for id_, _ in read), tuple(span for _, span in read))

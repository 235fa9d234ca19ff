"""A passage with its questions as one row of numbers, and what such a row is read by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kgqa.text.readers.spans import Scored
from kgqa.text.readers.wordpieces import QUESTION_PIECES, START, STOP

Judged = tuple[float, float, float]
"""How likely a passage entails a statement, leaves it open, and contradicts it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pack as numbers: token ids, the group and place of each, and where each question begins.

    `golds` are the first and last token of each answer of each question, counted from 1, as 0
    stands for no answer.
    """

    ids: list[int]
    groups: list[int]
    places: list[int]
    heads: list[int]
    golds: tuple[tuple[tuple[int, int], ...], ...] = ()
    labels: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def passage(self) -> slice:
        """Where the passage stands, without the token that ends it; it comes last."""
        return slice(self.groups.index(0), len(self.ids) - 1)


def row_of(questions: Sequence[Sequence[int]], passage: Sequence[int]) -> Row:
    """Return one row of questions and their passage; the passage comes last."""
    ids: list[int] = []
    groups: list[int] = []
    places: list[int] = []
    heads: list[int] = []
    longest = 0
    for number, question in enumerate(questions, start=1):
        block = [START, *question[:QUESTION_PIECES], STOP]
        heads.append(len(ids))
        ids += block
        groups += [number] * len(block)
        places += range(len(block))
        longest = max(longest, len(block))
    ids += [*passage, STOP]
    groups += [0] * (len(passage) + 1)
    places += range(longest, longest + len(passage) + 1)
    return Row(ids, groups, places, heads)


@dataclass(frozen=True, slots=True)
class Halfway:
    """A row at the gate: how promising it is, and the states of its tokens."""

    row: Row
    promise: float
    states: Any  # a tensor or an array, as the network has them


class Network(Protocol):
    """Reads rows of one question each, in two steps with a gate between them."""

    in_int8: bool
    """Whether its layers count in whole numbers."""

    def to_the_gate(self, rows: Sequence[Row]) -> list[Halfway]:
        """Return the rows after the first layers."""
        ...

    def from_the_gate(self, halfway: Sequence[Halfway], spans: int) -> list[list[Scored]]:
        """Return the best spans of each row, eight times as many as can be told apart."""
        ...

    def judged(self, rows: Sequence[Row]) -> list[Judged]:
        """Return what each passage says of a statement."""
        ...

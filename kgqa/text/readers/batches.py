"""Rows of like length as batches of tensors, and questions to learn from as rows."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from kgqa.text.readers.rows import Row, row_of
from kgqa.text.readers.shape import LONGEST
from kgqa.text.readers.wordpieces import Pieces, WordPieces

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to learn from: the places of its answers, or the label of a hypothesis.

    Without places and label it has no answer in its passage.
    """

    question: str
    spans: tuple[tuple[int, int], ...] = ()
    label: int = -1


@dataclass(frozen=True, slots=True)
class Pack:
    """A passage with questions about it."""

    passage: str
    asked: tuple[Asked, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows as tensors; `rows` and `heads` say where each question stands."""

    tokens: Tensor
    groups: Tensor
    places: Tensor
    rows: Tensor
    heads: Tensor

    def on(self, device: torch.device) -> Batch:
        """Return the batch on another device."""
        parts = (self.tokens, self.groups, self.places, self.rows, self.heads)
        return Batch(*(part.to(device) for part in parts))


def stacked(rows: Sequence[Row]) -> Batch:
    """Return rows as tensors, the shorter ones filled up."""
    longest = max(len(row) for row in rows)
    tokens = torch.zeros(len(rows), longest, dtype=torch.long)
    groups = torch.full((len(rows), longest), -1, dtype=torch.long)
    places = torch.zeros(len(rows), longest, dtype=torch.long)
    for number, row in enumerate(rows):
        tokens[number, : len(row)] = torch.tensor(row.ids)
        groups[number, : len(row)] = torch.tensor(row.groups)
        places[number, : len(row)] = torch.tensor(row.places)
    numbers = [number for number, row in enumerate(rows) for _ in row.heads]
    heads = [head for row in rows for head in row.heads]
    return Batch(tokens, groups, places, torch.tensor(numbers), torch.tensor(heads))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A batch and what it teaches: gold spans of some of its questions, labels of the others."""

    batch: Batch
    reading: Tensor  # the questions with spans
    golds: Tensor  # how much each span of theirs is wanted, as `Encoder.joint` has them
    judging: Tensor  # the questions with labels
    labels: Tensor


def lesson(rows: Sequence[Row]) -> Lesson:
    """Return rows as tensors with what is to be learned."""
    batch = stacked(rows)
    labels = [label for row in rows for label in row.labels]
    golds = [gold for row in rows for gold in row.golds]
    reading = [number for number, label in enumerate(labels) if label < 0]
    judging = [number for number, label in enumerate(labels) if label >= 0]
    wanted = torch.zeros(len(reading), batch.tokens.shape[1] * LONGEST + 1)
    for place, number in enumerate(reading):
        spans = golds[number]
        known = [_column(start, end) for start, end in spans if end - start < LONGEST]
        for column in known if spans else [0]:
            wanted[place, column] += 1 / max(1, len(known))
    return Lesson(
        batch,
        torch.tensor(reading, dtype=torch.long),
        wanted,
        torch.tensor(judging, dtype=torch.long),
        torch.tensor([labels[number] for number in judging], dtype=torch.long),
    )


def _column(start: int, end: int) -> int:
    """Return the place of a span among all of a row, of which the first is none."""
    return 1 + (start - 1) * LONGEST + end - start


class RowMaker:
    """Turns packs into rows of at most `length` tokens; every text is cut into pieces once."""

    def __init__(self, pieces: WordPieces, length: int, chance: random.Random) -> None:
        self._pieces = pieces
        self._length = length
        self._chance = chance
        self._known: dict[str, Pieces] = {}

    def of(self, pack: Pack, *, titled: bool = False) -> Row:
        """Return the row of a pack, with a stretch of the passage around its first answer."""
        questions = [self._of(asked.question).ids for asked in pack.asked]
        title = [*self._of(pack.title).ids[:12], *self._of(".").ids] if titled else []
        passage = self._of(pack.passage)
        golds = [_golds(passage, asked) for asked in pack.asked]
        first = next((gold[0] for gold in golds if gold), None)
        begin = self._begin(len(passage), self._length, first)
        stretch = passage.ids[begin : begin + self._length]
        row = row_of(questions, title + stretch)
        shift = len(row) - len(stretch) - 1 - begin + 1  # one for "no answer"
        kept = tuple(
            tuple(
                (start + shift, end + shift)
                for start, end in gold
                if start >= begin and end < begin + len(stretch)
            )
            for gold in golds
        )
        labels = tuple(asked.label for asked in pack.asked)
        return Row(row.ids, row.groups, row.places, row.heads, kept, labels)

    def _begin(self, pieces: int, room: int, gold: tuple[int, int] | None) -> int:
        if pieces <= room:
            return 0
        if not gold:
            return self._chance.randint(0, pieces - room)
        low = max(0, gold[1] + 1 - room)
        return self._chance.randint(low, max(low, min(gold[0], pieces - room)))

    def _of(self, text: str) -> Pieces:
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._pieces.of(text)
        return found


def _golds(pieces: Pieces, asked: Asked) -> list[tuple[int, int]]:
    """Return the first and last piece of each answer."""
    golds = []
    for begin, stop in asked.spans:
        inside = [
            number
            for number, (start, end) in enumerate(pieces.offsets)
            if start < stop and end > begin
        ]
        if inside:
            golds.append((inside[0], inside[-1]))
    return golds


def bucketed(rows: Sequence[Row], tokens: int, chance: random.Random) -> list[list[Row]]:
    """Return the rows in batches of about so many tokens, each of like length, in random order."""
    batches: list[list[Row]] = []
    batch: list[Row] = []
    # A little noise, so that not always the same rows meet.
    for row in sorted(rows, key=lambda row: len(row) + chance.random() * 8):
        if batch and (len(batch) + 1) * max(len(row), len(batch[-1])) > tokens:
            batches.append(batch)
            batch = []
        batch.append(row)
    if batch:
        batches.append(batch)
    chance.shuffle(batches)
    return batches

"""Some lessons as numbers: pieces of questions, and the ways they say among those of a bank."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kgqa.align.asked import Asked, Span, asked
from kgqa.align.property_text import ROLES
from kgqa.train.alignment_lessons import Lesson, weighed
from kgqa.train.alignment_queries import Said

FAR = -1e4
"""What is added to scores that do not count."""
SAYS, PERHAPS, NOT, UNKNOWN = 1.0, 0.25, 0.0, -1.0
"""Whether a piece says a property. Nothing is known of pieces that stand for no word."""

Ints = NDArray[np.int64]
Around = Callable[[str], Ints]
"""From an entity to the ways around it: the place of a property times the roles, and its role."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many properties a batch is compared with, and how names are replaced."""

    fresh: int = 40
    """Properties that are read anew with a batch."""
    others: int = 300
    """Properties that the store has no edges of, and that a batch is compared with."""
    unmarked: float = 0.25
    """How often another name than that which a property leads from is left as it is."""
    unfocused: float = 0.1
    """How often every name is taken for one that a property may lead from."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Lessons as numbers. Columns are the ways of the chosen properties."""

    ids: Tensor
    chosen: Ints
    fresh: Ints
    """Those of the chosen that are read anew."""
    rows: Tensor
    columns: Tensor
    """Of each property that is said, the lesson that says it, and its way."""
    weights: Tensor
    is_near: Tensor
    """Whether it leads from the name that is looked at."""
    around: Tensor
    """What is added to scores among the ways around that name: nothing, or `FAR`."""
    covered: Tensor
    """Of each that is said and each piece whether it says it."""


@dataclass(frozen=True, slots=True)
class _Pair:
    row: int
    way: int
    weight: float
    is_near: bool
    said: Said
    spoken: Mapping[Said, tuple[Span, ...]]


class BatchMaker:
    """Makes batches of lessons, with chance."""

    def __init__(
        self, places: Mapping[str, int], known: int, around: Around, sizes: Sizes, seed: int
    ) -> None:
        """Compare with the first `known` properties of a bank, which has each at its place."""
        self._places, self._known, self._around, self._sizes = places, known, around, sizes
        self._chance = random.Random(seed)

    def batch(self, lessons: Sequence[Lesson]) -> Batch | None:
        """Return a batch; None where no lesson says a property that is known."""
        rows: list[Asked] = []
        pairs: list[_Pair] = []
        near: list[Ints] = []
        for lesson in lessons:
            focus = self._focus(lesson)
            found = list(self._pairs(lesson, focus, len(rows)))
            if found:
                pairs += found
                rows.append(self._asked(lesson, focus))
                near.append(self._around(focus) if focus is not None else np.zeros(0, np.int64))
        return self._numbers(rows, pairs, near) if rows else None

    def _focus(self, lesson: Lesson) -> str | None:
        named = {entity for entity, _ in lesson.names}
        starts = sorted({one.entity for one in lesson.said} & named)
        if not starts or self._chance.random() < self._sizes.unfocused:
            return None
        return self._chance.choice(starts)

    def _pairs(self, lesson: Lesson, focus: str | None, row: int) -> Iterator[_Pair]:
        spoken = dict(zip(lesson.said, lesson.words, strict=True))
        for one, weight in weighed(lesson, focus):
            place = self._places.get(one.property)
            if place is not None:
                is_near = focus is not None and one.entity == focus
                yield _Pair(row, place * len(ROLES) + one.role, weight, is_near, one, spoken)

    def _asked(self, lesson: Lesson, focus: str | None) -> Asked:
        sizes = self._sizes
        others = [
            span
            for entity, span in lesson.names
            if entity != focus and self._chance.random() >= sizes.unmarked
        ]
        starts = [span for entity, span in lesson.names if focus in (None, entity)]
        return asked(lesson.pieces, starts, others)

    def _numbers(
        self, rows: Sequence[Asked], pairs: Sequence[_Pair], near: Sequence[Ints]
    ) -> Batch:
        chance, sizes, roles = self._chance, self._sizes, len(ROLES)
        said = np.unique([pair.way // roles for pair in pairs])
        picked = chance.sample(said.tolist(), min(len(said), sizes.fresh))
        beside = (np.concatenate(near) // roles).tolist()
        picked += chance.choices(beside, k=sizes.fresh - len(picked)) if beside else []
        others = chance.sample(range(len(self._places)), min(sizes.others, len(self._places)))
        chosen = np.unique(np.concatenate([np.arange(self._known), said, picked, others]))
        chosen = chosen.astype(np.int64)

        def columns_of(ways: Ints) -> Ints:
            return np.searchsorted(chosen, ways // roles) * roles + ways % roles

        ids = padded([list(row.ids) for row in rows])
        where = np.array([pair.row for pair in pairs])
        columns = columns_of(np.array([pair.way for pair in pairs]))
        is_near = np.array([pair.is_near for pair in pairs])
        around = np.full((len(rows), len(chosen) * roles), FAR, np.float32)
        for row, ways in enumerate(near):
            around[row, columns_of(ways)] = 0
        around[where[is_near], columns[is_near]] = FAR
        covered = np.full((len(pairs), ids.shape[1]), UNKNOWN, np.float32)
        for place, pair in enumerate(pairs):
            _cover(covered[place], rows[pair.row].spans, pair)
        return Batch(
            ids,
            chosen,
            np.unique(np.array(picked, np.int64)),
            torch.from_numpy(where),
            torch.from_numpy(columns),
            torch.tensor([pair.weight for pair in pairs]),
            torch.from_numpy(is_near).float(),
            torch.from_numpy(around),
            torch.from_numpy(covered),
        )


def _cover(row: NDArray[np.float32], spans: Sequence[Span], pair: _Pair) -> None:
    """Say of each piece whether it says a property, where any word is known to say it."""
    own = pair.spoken[pair.said]
    if not own:
        return
    others = [span for said, found in pair.spoken.items() if said != pair.said for span in found]
    for place, span in enumerate(spans):
        if span[0] < span[1]:
            row[place] = SAYS if _meets(span, own) else NOT if _meets(span, others) else PERHAPS


def _meets(span: Span, others: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def padded(rows: Sequence[list[int]]) -> Tensor:
    """Return rows of pieces as one array, with zeros beyond the end of each."""
    found = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for place, row in enumerate(rows):
        found[place, : len(row)] = row
    return torch.from_numpy(found)

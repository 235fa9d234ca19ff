"""How well an alignment finds what questions say, among what is around their names in a graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kgqa.align.asked import Span
from kgqa.train.alignment_lessons import Lesson

DEPTHS = (1, 3, 10)

Scored = Callable[[str, Sequence[Span], Sequence[Span]], NDArray[np.float32]]
"""From a question, the name a property leads from and other names to scores of all ways."""


@dataclass(frozen=True, slots=True)
class Case:
    """A name of a question, the ways that are meant from it, and those that are around it."""

    source: str
    text: str
    focus: Span
    others: tuple[Span, ...]
    right: frozenset[int]
    among: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Found:
    """Of some cases, how many; at each depth the share with a right way; and the mean surprise."""

    cases: int
    recall: tuple[float, ...]
    surprise: float
    """Minus the logarithm of the probability of what is right among what is around."""


def cases(
    lessons: Sequence[Lesson],
    way: Callable[[str, int], int | None],
    around: Callable[[str], NDArray[np.int64]],
) -> Iterator[Case]:
    """Yield a case for each name of a lesson that has what is said around it."""
    for lesson in lessons:
        for entity, span in lesson.names:
            among = around(entity)
            meant = [way(one.property, one.role) for one in lesson.said if one.entity == entity]
            right = {one for one in meant if one is not None} & set(among.tolist())
            if right:
                others = tuple(other for name, other in lesson.names if name != entity)
                yield Case(lesson.source, lesson.text, span, others, frozenset(right), among)


def measure(asked: Sequence[Case], scored: Scored) -> dict[str, Found]:
    """Return what an alignment finds in each set."""
    ranks: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for case in asked:
        scores = scored(case.text, [case.focus], case.others)[case.among]
        is_right = np.isin(case.among, sorted(case.right))
        likely = scores - np.logaddexp.reduce(scores)
        best = float(scores[is_right].max())
        ranks[case.source].append((int((scores > best).sum()), float(likely[is_right].max())))
    return {
        source: Found(
            len(rows),
            tuple(sum(rank < depth for rank, _ in rows) / len(rows) for depth in DEPTHS),
            -sum(told for _, told in rows) / len(rows),
        )
        for source, rows in ranks.items()
    }

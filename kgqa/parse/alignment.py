"""How well the words of one question say the properties of a graph, and which words say which.

A way is a property in one direction, by its number: twice the place of the property in the graph,
and one more where it is followed backwards, from objects to subjects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from kgqa_store.adjacency_content import Ints
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]

WORST = -14.0
"""No property is less likely than by this logarithm."""


class Alignment(Protocol):
    """The words of one question against the properties of a graph."""

    def likely(self, named: frozenset[int]) -> Floats:
        """Return for each way the logarithm of how likely other words than names mean it."""

    def qualifying(self, named: frozenset[int]) -> Floats:
        """Return for each property the logarithm of how likely it is meant as a qualifier."""

    def cover(self, way: int) -> Floats:
        """Return for each word how far a way is what it says, from 0 to 1."""

    def cover_qualifier(self, place: int) -> Floats:
        """Return for each word how far a property is what it says, as a qualifier."""


def best(likely: Floats, places: Ints, most: int) -> list[tuple[int, float]]:
    """Return the most likely of some places, best first, with their logarithms."""
    scores = likely[places]
    if len(scores) > most:
        kept = np.argpartition(-scores, most - 1)[:most]
        places, scores = places[kept], scores[kept]
    order = np.argsort(-scores, kind="stable")
    found: Sequence[tuple[int, float]] = list(
        zip(places[order].tolist(), scores[order].tolist(), strict=True)
    )
    return [(place, max(WORST, score)) for place, score in found]

"""Boosted trees: sums of small decision trees, read from a file and added up with numpy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees over named numbers; a node without a feature is a leaf.

    All trees are in one list of nodes. A number that is at most the threshold of a node goes on to
    its left.
    """

    names: tuple[str, ...]
    roots: Ints
    feature: Ints
    """The place of a name for each node, -1 at a leaf."""
    threshold: Floats
    left: Ints
    right: Ints
    value: Floats
    """What each leaf adds."""

    def total(self, numbers: Mapping[str, float]) -> float:
        """Return what the trees add up to; numbers that are not given are 0."""
        vector = np.array([numbers.get(name, 0.0) for name in self.names], np.float32)
        at = self.roots
        while (inner := self.feature[at] >= 0).any():
            goes_left = vector[self.feature[at]] <= self.threshold[at]
            at = np.where(inner, np.where(goes_left, self.left[at], self.right[at]), at)
        return float(self.value[at].sum())

    def chance(self, numbers: Mapping[str, float]) -> float:
        """Return the probability whose log odds are the total."""
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, self.total(numbers)))))


PARTS = ("roots", "feature", "threshold", "left", "right", "value")


def save(trees: Trees, path: Path) -> None:
    """Write trees."""
    names = np.frombuffer("\n".join(trees.names).encode(), dtype=np.uint8)
    parts = {part: getattr(trees, part) for part in PARTS}
    np.savez_compressed(path, names=names, **parts)


def load(path: Path) -> Trees:
    """Return the trees in a file that `save` has written."""
    with np.load(path, allow_pickle=False) as file:
        names = tuple(file["names"].tobytes().decode().split("\n"))
        return Trees(names, *(file[part] for part in PARTS))

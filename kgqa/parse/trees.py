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
        vector = np.array([[numbers.get(name, 0.0) for name in self.names]], np.float32)
        return float(self.totals(vector)[0])

    def totals(self, rows: Floats) -> Floats:
        """Return what the trees add up to for each row of numbers, in the order of the names."""
        is_leaf = self.feature < 0
        here = np.arange(len(self.feature), dtype=np.int32)
        left, right = np.where(is_leaf, here, self.left), np.where(is_leaf, here, self.right)
        feature, flat = np.where(is_leaf, 0, self.feature), rows.reshape(-1)
        lines = np.arange(len(rows), dtype=np.int32)[:, None] * rows.shape[1]
        at = np.tile(self.roots, (len(rows), 1))
        while not is_leaf.take(at).all():
            goes_left = flat.take(lines + feature.take(at)) <= self.threshold.take(at)
            at = np.where(goes_left, left.take(at), right.take(at))
        found: Floats = self.value.take(at).sum(axis=1)
        return found

    def chance(self, numbers: Mapping[str, float]) -> float:
        """Return the probability whose log odds are the total."""
        return probability(self.total(numbers))


def probability(odds: float) -> float:
    """Return the probability with the given logarithm of its odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


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

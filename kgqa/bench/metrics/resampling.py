"""How sure a score is, and whether two runs differ: by drawing questions, and by swapping runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

DRAWS = 2_000
LEVEL = 0.95
SEED = 12_345


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds between which the score lies with the probability `LEVEL`."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How far one run is above another on the same questions."""

    questions: int
    mean: float
    interval: Interval
    p_value: float
    """How often a difference as large as this would come of runs that are equally good."""

    @property
    def is_significant(self) -> bool:
        """Whether chance is an unlikely explanation, at 5 %."""
        return self.p_value < 1 - LEVEL


def bootstrap(values: Sequence[float], *, draws: int = DRAWS, seed: int = SEED) -> Interval:
    """Return the percentile interval of the mean when the questions are drawn anew."""
    if not values:
        return Interval(0.0, 0.0)
    array = np.asarray(values, dtype=np.float64)
    means = array[_places(len(array), draws, seed)].mean(axis=1)
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _places(size: int, draws: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.random.default_rng(seed).integers(0, size, (draws, size))


def compare(
    one: Sequence[float], other: Sequence[float], *, draws: int = 10_000, seed: int = SEED
) -> Difference:
    """Return how far `one` is above `other`, question by question.

    The p-value is that of the paired randomisation test: each difference changes its sign with
    probability one half.
    """
    if len(one) != len(other):
        raise ValueError(f"{len(one)} and {len(other)} values cannot be paired")
    array = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    if not len(array):
        return Difference(0, 0.0, Interval(0.0, 0.0), 1.0)
    seen = abs(array.sum())
    differing = array[array != 0]
    signs = np.random.default_rng(seed).integers(0, 2, (draws, len(differing)), dtype=np.int8)
    totals = np.abs((2 * signs.astype(np.float64) - 1) @ differing)
    p_value = (1 + int((totals >= seen - 1e-12).sum())) / (draws + 1)
    return Difference(len(array), float(array.mean()), bootstrap(list(array), seed=seed), p_value)

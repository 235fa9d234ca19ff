"""What a run's confidence and times say: risk against coverage, calibration, latency."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of about one confidence: how sure they are, how right, and how many."""

    confidence: float
    accuracy: float
    count: int


def risk_coverage(answers: Sequence[tuple[float, float]], total: int) -> list[tuple[float, float]]:
    """Return the share of wrong answers when only the surest are given, for growing shares.

    An answer is its confidence and its mark; `total` are all questions, answered or not.
    """
    found: list[tuple[float, float]] = []
    wrong = 0.0
    ordered = sorted(answers, key=lambda one: -one[0])
    for count, (confidence, mark) in enumerate(ordered, 1):
        wrong += 1 - mark
        following = ordered[count][0] if count < len(ordered) else None
        if following != confidence:  # equally sure answers are given together
            found.append((count / total, wrong / count))
    return found


def calibration(answers: Sequence[tuple[float, float]], bins: int = 10) -> list[Bin]:
    """Return how right answers are, by how sure they are."""
    found = []
    for place in range(bins):
        some = [one for one in answers if min(int(one[0] * bins), bins - 1) == place]
        if some:
            sure = sum(confidence for confidence, _ in some) / len(some)
            right = sum(mark for _, mark in some) / len(some)
            found.append(Bin(sure, right, len(some)))
    return found


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the mean distance between how sure and how right answers are."""
    total = sum(one.count for one in bins)
    return sum(one.count * abs(one.confidence - one.accuracy) for one in bins) / max(1, total)


def latencies(times: Sequence[float], steps: int = 4) -> list[tuple[float, float, int]]:
    """Return a histogram of milliseconds: bounds and count, `steps` bins for each doubling."""
    if not times:
        return []
    places = [math.floor(math.log2(max(time, 1.0)) * steps) for time in times]
    return [
        (2 ** (place / steps), 2 ** ((place + 1) / steps), places.count(place))
        for place in range(min(places), max(places) + 1)
    ]


ORDER = ("mention", "coverage", "link", "operator", "relation", "ranking", "execution",
         "confidence", "wrong", "no answer", "failed")  # fmt: skip
"""The stages at which questions are lost, in the order of the pipeline."""


def losses(stages: dict[str, int]) -> list[tuple[str, int]]:
    """Return how many questions are lost at each stage, in the order of the pipeline."""
    known = [(name, stages[name]) for name in ORDER if stages.get(name)]
    others = [(name, n) for name, n in stages.items() if name not in ORDER and name != "ok"]
    return known + others

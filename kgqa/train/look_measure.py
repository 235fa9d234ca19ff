"""How good a second look is: how often what it likes best is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa.judge.second_look import LOOKED_AT, fits, opened
from kgqa.train.look_lessons import Lesson


@dataclass(frozen=True, slots=True)
class LookFigures:
    """Shares of questions."""

    by_features: float
    """Those whose first reading, as the parser orders them, is right."""
    by_look: float
    """Those whose best fitting reading is right."""
    any: float
    """Those of which any reading that is looked at is right."""
    area: float
    """Of all pairs of a right and a wrong reading of a question, those in which it fits better."""


def measure(folder: Path, lessons: Sequence[Lesson]) -> LookFigures:
    """Return how well the network in a folder tells right readings from wrong ones."""
    network = opened(folder)
    first = best = some = 0
    better = pairs = 0.0
    for lesson in lessons:
        shown = lesson.readings[:LOOKED_AT]
        told = fits(network, lesson.question, [one.text for one in shown])
        first += shown[0].is_right
        best += shown[max(range(len(shown)), key=told.__getitem__)].is_right
        some += any(one.is_right for one in shown)
        right = [fit for fit, one in zip(told, shown, strict=True) if one.is_right]
        wrong = [fit for fit, one in zip(told, shown, strict=True) if not one.is_right]
        better += sum((r > w) + 0.5 * (r == w) for r in right for w in wrong)
        pairs += len(right) * len(wrong)
    count = max(1, len(lessons))
    return LookFigures(first / count, best / count, some / count, better / pairs if pairs else 1.0)

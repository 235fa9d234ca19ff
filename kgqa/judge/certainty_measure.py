"""How well certainties tell right from wrong, and questions in parts to measure that on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from kgqa.text.readers.scores import area, calibration_error

One = TypeVar("One")


def told_apart(sure: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Return how often a right one is surer than a wrong one, and the calibration error."""
    told = list(zip(sure, right, strict=True))
    good, bad = ([one for one, is_right in told if is_right is wanted] for wanted in (True, False))
    return area(good, bad), calibration_error(sure, right)


def folds(ones: Sequence[One], count: int) -> Iterator[tuple[list[One], list[One]]]:
    """Yield what there is in two parts, so that each is in the second, smaller part once."""
    for fold in range(count):
        yield (
            [one for place, one in enumerate(ones) if place % count != fold],
            [one for place, one in enumerate(ones) if place % count == fold],
        )

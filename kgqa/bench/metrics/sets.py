"""How good a list of answers is against a set of right ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_DATE = re.compile(r"([+-]?\d+)(?:-(\d\d)(?:-(\d\d))?)?")
"""A year, a month or a day, as in 1999, 1999-12 and 1999-12-31."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What one list of answers is worth: each from 0 to 1."""

    hit: float = 0.0
    """Whether the first answer is right."""
    exact: float = 0.0
    """Whether the right answers are found, and nothing else."""
    precision: float = 0.0
    recall: float = 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return harmonic(self.precision, self.recall)


def harmonic(one: float, other: float) -> float:
    """Return the harmonic mean of two numbers, 0 where both are."""
    return 2 * one * other / (one + other) if one + other else 0.0


def marks(
    found: Sequence[str], gold: Sequence[str], same: Callable[[str, str], bool] | None = None
) -> Marks:
    """Return what `found`, best first, is worth where `gold` is right.

    Equal texts are the same; `same` says which others are, of which at least the right one is no
    id, for two ids never mean the same.
    """
    if not found or not gold:
        return Marks()
    given, wanted = set(found), set(gold)
    is_same = same or str.__eq__
    values = [one for one in gold if not is_id(one)]
    right = [one in wanted or any(is_same(one, other) for other in values) for one in found]
    reached = [
        one in given or (not is_id(one) and any(is_same(other, one) for other in found))
        for one in gold
    ]
    return Marks(
        hit=float(right[0]),
        exact=float(all(right) and all(reached)),
        precision=sum(right) / len(found),
        recall=sum(reached) / len(gold),
    )


def is_id(text: str) -> bool:
    """Whether a text is the id of an item."""
    return text[:1] == "Q" and text[1:].isdigit()


def same_value(found: str, gold: str) -> bool:
    """Whether two answers are the same: numbers by value, dates at the coarser precision."""
    if found == gold:
        return True
    if is_id(found) or is_id(gold):
        return False
    one, other = _date(found), _date(gold)
    if one and other and max(len(one), len(other)) > 1:
        shorter = min(len(one), len(other))
        return one[:shorter] == other[:shorter]
    try:
        return float(found) == float(gold)
    except ValueError:
        return False


def _date(text: str) -> tuple[int, ...] | None:
    """Return year, month and day of a date, as far as they are told; None of another text."""
    match = _DATE.fullmatch(text)
    return tuple(int(part) for part in match.groups() if part is not None) if match else None

"""How good a list of answers is: against a set of gold answers, and over many questions."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Marks:
    """What one list of answers is worth: each from 0 to 1."""

    hit: float = 0.0
    exact: float = 0.0
    precision: float = 0.0
    recall: float = 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def marks(
    found: Sequence[str], gold: Sequence[str], same: Callable[[str, str], bool] | None = None
) -> Marks:
    """Return what `found`, best first, is worth where `gold` is right."""
    if not found or not gold:
        return Marks()
    is_same = same or _equal
    right = [one for one in found if any(is_same(one, other) for other in gold)]
    reached = [one for one in gold if any(is_same(other, one) for other in found)]
    exact = len(right) == len(found) and len(reached) == len(gold)
    return Marks(
        hit=float(found[0] in right),
        exact=float(exact),
        precision=len(right) / len(found),
        recall=len(reached) / len(gold),
    )


def _equal(one: str, other: str) -> bool:
    return one == other


def mean(values: Iterable[float]) -> float:
    """Return the mean, rounded; 0 where there is nothing."""
    found = list(values)
    return round(sum(found) / len(found), 4) if found else 0.0


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the scores of some rows."""
    answered = [row for row in rows if row["found"]]
    times = sorted(row["ms"] for row in rows) or [0.0]
    return {
        "questions": len(rows),
        "hits@1": mean(row["hit"] for row in rows),
        "exact": mean(row["exact"] for row in rows),
        "f1": mean(row["f1"] for row in rows),
        "answered": len(answered),
        "precision_of_answered": mean(row["hit"] for row in answered),
        "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(times[int(0.95 * (len(times) - 1))], 1),
    }


def grouped(rows: Sequence[Row], field: str) -> dict[str, dict[str, Any]]:
    """Return the scores of the rows that share the value of a field, for each such value."""
    values = sorted({str(row[field]) for row in rows})
    return {value: summary([row for row in rows if str(row[field]) == value]) for value in values}

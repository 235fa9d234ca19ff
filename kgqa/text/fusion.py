"""Several rankings of the same passages as one: reciprocal-rank fusion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SMOOTHING = 60
"""How little the first places differ from each other (Cormack, Clarke and Büttcher, SIGIR 2009)."""


def fuse(
    rankings: Mapping[str, Sequence[int]],
    *,
    weights: Mapping[str, float] | None = None,
    smoothing: int = SMOOTHING,
) -> list[tuple[int, float]]:
    """Return what is in any ranking with its score Σ weight / (smoothing + place), best first.

    Places count from 1; a ranking without a weight has weight 1; ties stand in order of number.
    """
    scores: dict[int, float] = {}
    for name, ranking in rankings.items():
        weight = 1.0 if weights is None else weights.get(name, 1.0)
        for place, number in enumerate(ranking, 1):
            scores[number] = scores.get(number, 0.0) + weight / (smoothing + place)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))

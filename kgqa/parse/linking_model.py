"""The model that ranks what names may mean: a weight for each clue, and their sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np

from kgqa.parse.words import DATA

SHIPPED = DATA / "linking.npz"


@dataclass(frozen=True, slots=True)
class LinkingModel:
    """Weights by the names of clues; a clue without one says nothing."""

    weights: Mapping[str, float]
    heads: frozenset[str] = field(init=False, repr=False)
    """What stands before the bar in the names of clues: classes, and words of their names."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", frozenset(n.partition("|")[0] for n in self.weights))

    def score(self, features: Mapping[str, float]) -> float:
        """Return what the clues add up to; differences are logarithms of odds."""
        weights = self.weights
        return sum(weights[name] * value for name, value in features.items() if name in weights)

    def reasons(
        self, features: Mapping[str, float], rival: Mapping[str, float], most: int = 3
    ) -> list[tuple[str, float]]:
        """Return the clues that count most against a rival, with what they add."""
        found = [
            (name, weight * (features.get(name, 0.0) - rival.get(name, 0.0)))
            for name in {**features, **rival}
            if (weight := self.weights.get(name))
        ]
        ranked = sorted(found, key=lambda one: (-abs(one[1]), one[0]))
        return [one for one in ranked[:most] if one[1]]


@cache
def shipped() -> LinkingModel:
    """Return the model that comes with kgqa."""
    return load(SHIPPED)


def load(path: Path) -> LinkingModel:
    """Return the model in a file."""
    with np.load(path, allow_pickle=False) as file:
        names = bytes(file["names"].tobytes()).decode("utf-8").split("\n")
        weights = file["weights"].astype(np.float64) * float(file["scale"])
    if len(names) != len(weights):
        raise ValueError("there is not one weight for each name")
    return LinkingModel(dict(zip(names, weights.tolist(), strict=True)))


def save(model: LinkingModel, path: Path) -> None:
    """Write a model: weights in two bytes each with a common scale; the same bytes each time."""
    names = sorted(model.weights)
    weights = np.array([model.weights[name] for name in names])
    scale = max(float(np.abs(weights).max(initial=0.0)), 1e-9) / 32767
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        names=np.frombuffer("\n".join(names).encode(), dtype=np.uint8),
        weights=np.round(weights / scale).astype(np.int16),
        scale=np.float64(scale),
    )
    scratch = path.with_name(f"{path.name}.part")
    scratch.write_bytes(buffer.getvalue())
    scratch.replace(path)

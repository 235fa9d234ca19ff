"""How good a reading looks: a small network over its features, and how likely it is right."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DATA = Path(__file__).parent / "data"
FILE = "readings.npz"
MARGIN = 3.0
"""A reading that is so far ahead of the next is as good as alone."""
ADDED = ("margin", "score")
"""What confidence rests on beside the features of the best reading."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadingModel:
    """A layer of hidden units beside a linear model, and a logistic model of confidence."""

    names: tuple[str, ...]
    hidden: Floats
    """A row for each feature and one for the bias, a column for each unit."""
    linear: Floats
    """A weight for each feature."""
    top: Floats
    """A weight for each unit."""
    sure: Floats
    """A weight for each feature, for each of `ADDED`, and for the bias."""

    def vector(self, features: Mapping[str, float]) -> Floats:
        """Return features in the order of the model, 1 behind them."""
        return np.array([*(features.get(name, 0.0) for name in self.names), 1.0], np.float32)

    def score(self, features: Mapping[str, float]) -> float:
        """Return how good a reading looks: a number that only orders the readings of a question."""
        found = self.vector(features)
        units = np.tanh(found @ self.hidden)
        return float(found[:-1] @ self.linear + units @ self.top)

    def confidence(self, features: Mapping[str, float], margin: float) -> float:
        """Return how likely the best reading is right; `margin` is how far the next is behind."""
        added = (min(MARGIN, margin), self.score(features), 1.0)
        vector = np.concatenate([self.vector(features)[:-1], np.array(added, np.float32)])
        total = float(vector @ self.sure)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def save(model: ReadingModel, path: Path) -> None:
    """Write a model."""
    np.savez_compressed(
        path,
        names=np.frombuffer("\n".join(model.names).encode(), dtype=np.uint8),
        hidden=model.hidden,
        linear=model.linear,
        top=model.top,
        sure=model.sure,
    )


def load(path: Path) -> ReadingModel:
    """Return the model in a file that `save` has written."""
    with np.load(path, allow_pickle=False) as file:
        names = tuple(file["names"].tobytes().decode().split("\n"))
        return ReadingModel(names, file["hidden"], file["linear"], file["top"], file["sure"])


@cache
def shipped() -> ReadingModel:
    """Return the model that comes with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.parse") / "data" / FILE) as path:
        return load(path)


@cache
def limits() -> Mapping[str, float]:
    """Return how sure an answer must be, by name."""
    found = tomllib.loads((DATA / "limits.toml").read_text(encoding="utf-8"))
    return {name: float(value) for name, value in found.items()}


def score(features: Mapping[str, float]) -> float:
    """Return how good a reading looks to the shipped model."""
    return shipped().score(features)


def confidence(features: Mapping[str, float], margin: float) -> float:
    """Return how likely the best reading is right; `margin` is how far the next is behind."""
    return shipped().confidence(features, margin)

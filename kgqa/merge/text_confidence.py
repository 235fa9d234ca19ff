"""How likely an answer from text is right: logistic models whose weights are in `data`."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "reading.toml"
LEAST = 0.005
"""Nothing is taken to be less likely, or surer than the opposite of this."""

Weights = Mapping[str, Mapping[str, float]]


@cache
def weights() -> Weights:
    """Return the weights that come with kgqa."""
    return read_weights(FILE)


def read_weights(path: Path) -> Weights:
    """Return the weights in a file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def limit(name: str) -> float:
    """Return how likely an answer must be."""
    return float(weights()["limits"][name])


def needed(kind: str, *, overrules: bool = False, given: Weights | None = None) -> float:
    """Return how likely an answer come by in some way must be to be given.

    Of two that can be chosen from one is right half the time, so more is asked of it.
    """
    limits = (given or weights())["limits"]
    if kind in ("choice", "truth"):
        return max(limits["closed"], limits["answer"])
    if kind == "completed" and overrules:
        return limits["overrule"]
    return limits["through"] if kind in ("step", "completed") else limits["answer"]


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a probability, within bounds."""
    chance = min(1 - LEAST, max(LEAST, chance))
    return math.log(chance / (1 - chance))


def chance_of(kind: str, features: Mapping[str, float], given: Weights | None = None) -> float:
    """Return the probability that the model of a `kind` gives."""
    model = (given or weights())[kind]
    total = model["bias"] + sum(model.get(name, 0.0) * value for name, value in features.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def step_features(reading: float, edge: float) -> dict[str, float]:
    """Return what speaks for an answer through an edge that was read."""
    return {"reading": log_odds(reading), "score": log_odds(edge)}


def either(one: float, other: float) -> float:
    """Return how likely something is that two independent sources say."""
    return 1 - (1 - one) * (1 - other)

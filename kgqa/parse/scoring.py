"""How good a reading looks: features of it, and a model that weighs them."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

WEIGHTS = Path(__file__).parent / "data" / "weights.toml"


@cache
def _model() -> Mapping[str, Any]:
    return tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))


@cache
def weights() -> Mapping[str, float]:
    """Return the weight of each feature."""
    return {name: float(value) for name, value in _model()["weights"].items()}


@cache
def limits() -> Mapping[str, float]:
    """Return how sure an answer must be, and how near another reading makes it ambiguous."""
    return {name: float(value) for name, value in _model()["limits"].items()}


def score(features: Mapping[str, float]) -> float:
    """Return how good a reading looks: a number that only orders the readings of a question."""
    return _total(weights(), features)


def confidence(features: Mapping[str, float], margin: float) -> float:
    """Return how likely the best reading is right; `margin` is how far the next one is behind."""
    known = {name: float(value) for name, value in _model()["confidence"].items()}
    said = features.get("relation", 0.0) * features.get("covered", 0.0)
    total = _total(known, {**features, "margin": min(3.0, margin), "said": said})
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def _total(known: Mapping[str, float], features: Mapping[str, float]) -> float:
    found = sum(known.get(name, 0.0) * value for name, value in features.items())
    return known.get("bias", 0.0) + found

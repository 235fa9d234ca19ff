"""How likely an answer from text is right: logistic models whose weights are in `data`."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from kgqa_store.names_text import normalise

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time
from kgqa.merge.spans import Read

FILE = Path(__file__).parent / "data" / "reading.toml"
SHOWN_PLACES = 3
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


def whole_features(
    reads: Sequence[Read],
    *,
    question: str = "",
    is_cued: bool = False,
    about: frozenset[str] = frozenset(),
) -> dict[str, float]:
    """Return what speaks for the best of several values that were read.

    A question that orders, counts or denies `is_cued`: a passage rarely says who is the first.
    `about` is what the passages are about that were found by the words of the question.
    """
    first = reads[0]
    next_score = reads[1].score if len(reads) > 1 else 0.0
    return {
        "score": log_odds(first.score),
        "margin": first.score - next_score,
        "linked": float(isinstance(first.value, Entity)),
        "fits": first.fits,
        "named": _named(first, question),
        "cued": float(is_cued),
        "about": float(isinstance(first.value, Entity) and first.value.id in about),
        "number": float(isinstance(first.value, Measurement)),
        "date": float(isinstance(first.value, Time)),
        "places": float(min(SHOWN_PLACES, len(first.proofs)) - 1),
    }


def _named(read: Read, question: str) -> float:
    """Return the share of a question's capital words that a passage has; a half without any."""
    words = {normalise(word) for word in re.findall(r"(?<=\s)[^\W\d_a-z]\w+", question)}
    if not words or not read.proofs:
        return 0.5
    proof = read.proofs[0]
    said = set(normalise(f"{proof.title} {proof.text}").split())
    return sum(set(word.split()) <= said for word in words) / len(words)


def either(one: float, other: float) -> float:
    """Return how likely something is that two independent sources say."""
    return 1 - (1 - one) * (1 - other)

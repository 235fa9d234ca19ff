"""One question against the properties of a graph: how likely each is meant, and by which words."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

import numpy as np

from kgqa.align.asked import Asked, Span
from kgqa.align.network import Floats, Network
from kgqa.align.properties import Properties

SURE, LEAST = 0.99999, 1e-9
"""No piece is surer than this that it means a way, and none is less likely."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """A question against the ways of a graph."""

    spans: tuple[Span, ...]
    cosines: Floats
    """Of its pieces with the ways: pieces × ways."""
    chances: Floats
    """How likely each piece means each way, where it means one."""

    def likely(self, unused: Container[int] = ()) -> Floats:
        """Return for each way the logarithm of how likely any piece means it, but for some."""
        kept = [place for place in range(len(self.spans)) if place not in unused]
        return meant(self.chances[kept])

    def cover(self, way: int, network: Network) -> list[tuple[Span, float]]:
        """Return for the characters of each piece how far they say a way, from 0 to 1."""
        tuned = network.tuned
        said = 1 / (1 + np.exp(-tuned.cover * (self.cosines[:, way] - tuned.least)))
        return [
            (span, one)
            for span, one in zip(self.spans, said.tolist(), strict=True)
            if span[0] < span[1]
        ]


def align(question: Asked, properties: Properties, network: Network) -> Aligned:
    """Return a question against all ways: property by property, its roles in their order."""
    cosines = properties.vectors.times(network.words(question.ids))
    scores = cosines * network.scale + properties.priors
    return Aligned(question.spans, cosines, chances(scores, network.tuned.certain))


def chances(scores: Floats, certain: float) -> Floats:
    """Return how likely each piece means each way, by their scores, where it means one."""
    likely = scores * np.float32(certain)
    likely -= likely.max(axis=1, keepdims=True)
    np.exp(likely, out=likely)
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


def meant(likely: Floats) -> Floats:
    """Return for each way the logarithm of how likely any piece of a question means it.

    Each piece means one of the ways: so the properties that different words say do not compete.
    """
    none = np.log1p(-np.minimum(likely, SURE)).sum(axis=0)
    found: Floats = np.log(np.maximum(-np.expm1(none), LEAST)).astype(np.float32)
    return found

"""One question against the properties of a graph: how likely each is meant, and by which words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kgqa.align.asked import Asked, Span
from kgqa.align.network import Floats, Network
from kgqa.align.properties import Properties


@dataclass(frozen=True, slots=True)
class Aligned:
    """The cosines of the pieces of a question with the ways of a graph, and what they amount to."""

    spans: tuple[Span, ...]
    cosines: Floats
    """Pieces × ways."""
    likely: Floats
    """For each way the logarithm of its probability."""

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
    cosines = network.words(question.ids) @ properties.vectors.T
    scores = _soft_maximum(cosines, network.sharp) * network.scale + properties.priors
    scores = scores * network.tuned.certain
    top = scores.max(initial=0.0)
    likely = scores - top - np.log(np.exp(scores - top).sum())
    return Aligned(question.spans, cosines, likely.astype(np.float32))


def _soft_maximum(cosines: Floats, sharp: float) -> Floats:
    top = cosines.max(axis=0)
    found: Floats = top + np.log(np.exp(sharp * (cosines - top)).sum(axis=0)) / np.float32(sharp)
    return found

"""Which items of a chart are worth building upon: a quick look, before any model is asked."""

from __future__ import annotations

import math

import numpy as np

from kgqa.parse.alignment import Floats
from kgqa.parse.analysis import Analysis
from kgqa.parse.item import Item

# Set by hand, and looked at on training questions: they only keep the beam.
LINK, SAID, COVERED, RELATION = 0.5, 0.4, 1.5, -0.3
"""What the logarithms of names and properties count, each word that is covered, and a property."""
LEAST = 1e-4
"""No name is less likely to mean a thing."""


class Promise:
    """How promising items are for one question."""

    def __init__(self, analysis: Analysis) -> None:
        """Look at the words that say something, and those that call for an operator."""
        self._needed: Floats = np.zeros(len(analysis.words), np.float32)
        self._needed[sorted(analysis.content | analysis.cues)] = 1.0

    def __call__(self, item: Item) -> float:
        """Return how promising an item is: the logarithm of nothing in particular."""
        evidence = item.evidence
        links = sum(math.log(max(LEAST, link.chance)) for link in evidence.links)
        covered = float(self._needed @ evidence.cover)
        said = sum(evidence.said)
        return LINK * links + SAID * said + COVERED * covered + RELATION * len(evidence.said)

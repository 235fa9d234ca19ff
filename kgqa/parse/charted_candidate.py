"""An item of a chart as a reading of the question."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.parse.candidate import Candidate, operator_of
from kgqa.parse.denoted_members import members_of
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

COVERED = 0.5
"""A word that is covered this far is explained."""


def candidate_of(
    scene: Scene, item: Item, features: Mapping[str, float], score: float
) -> Candidate:
    """Return an item as a reading, with what speaks for it and the words that it leaves."""
    evidence, analysis = item.evidence, scene.analysis
    covered = (place for place, share in enumerate(evidence.cover) if share >= COVERED)
    explained = evidence.spent | frozenset(covered)
    unused = sorted((analysis.content | analysis.cues) - explained)
    return Candidate(
        *(item.query, evidence.links, operator_of(item.query), features, score),
        *(members_of(item.value, scene.graph), explained),
        tuple(analysis.words[place].text for place in unused),
    )

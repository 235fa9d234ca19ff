"""What speaks for a value that was read for a question as it stands."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgqa_store.names_text import normalise

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time
from kgqa.merge.spans import Read
from kgqa.merge.text_confidence import log_odds
from kgqa.parse.candidate import Candidate
from kgqa.parse.parser import Parsed

PLACES = 3
"""More passages that say the same tell nothing more."""
MEMBERS = 30
"""A reading with more members backs none of them."""
BEHIND = 6.0
"""A reading whose score is so far behind the best one backs nothing."""
KINDS = ("multihop", "intersection", "superlative", "ordinal", "count", "difference")
"""Kinds of questions that a single passage answers more or less often than others."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A question and what is known around it, by which values that were read are judged."""

    parsed: Parsed
    about: frozenset[str]
    """What the passages are about that were found for the question."""
    fame: Callable[[str], float]
    graph: float
    """How sure the best reading of the graph is; 0 without one."""

    def features(self, read: Read, reads: Sequence[Read]) -> dict[str, float]:
        """Return what speaks for one of several values that were read.

        `shared` is how much of the question the passage has, `backed` how near to the best a
        reading of the graph is that has the value, too. A question that orders, counts or denies
        is `cued`: a passage rarely says who is the first.
        """
        value = read.value
        id_ = value.id if isinstance(value, Entity) else None
        others = [one.score for one in reads if one is not read]
        return {
            "score": log_odds(read.score),
            "margin": read.score - max(others, default=0.0),
            "linked": float(id_ is not None),
            "fits": read.fits,
            "named": self._named(read),
            "cued": float(bool(self.parsed.analysis.cues)),
            "about": float(id_ in self.about),
            "number": float(isinstance(value, Measurement)),
            "date": float(isinstance(value, Time)),
            "places": float(min(PLACES, len(read.proofs)) - 1),
            "shared": self._shared(read),
            "fame": self.fame(id_) if id_ is not None else 0.0,
            "backed": self._backed(id_) if id_ is not None else 0.0,
            "graph": self.graph,
            "content": len(self.parsed.analysis.content) / 10,
            **{kind: math.exp(self.parsed.guess.kinds[kind]) for kind in KINDS},
        }

    def _shared(self, read: Read) -> float:
        """Return the share of the words of a question that say something and a passage has."""
        words = self.parsed.analysis.words
        asked = {words[place].normal for place in self.parsed.analysis.content}
        return len(asked & _said(read)) / len(asked) if asked and read.proofs else 0.0

    def _named(self, read: Read) -> float:
        """Return the share of a question's capital words that a passage has; a half without any."""
        capital = re.findall(r"(?<=\s)[^\W\d_a-z]\w+", self.parsed.analysis.question)
        words = {normalise(word) for word in capital}
        if not words or not read.proofs:
            return 0.5
        said = _said(read)
        return sum(set(word.split()) <= said for word in words) / len(words)

    def _backed(self, id_: str) -> float:
        candidates = self.parsed.candidates
        scores = [one.score for one in candidates if _has(one, id_)]
        if not scores:
            return 0.0
        return max(0.0, 1 - (candidates[0].score - max(scores)) / BEHIND)


def _said(read: Read) -> set[str]:
    """Return the words of the passage in which a value was read."""
    proof = read.proofs[0]
    return set(normalise(f"{proof.title} {proof.text}").split())


def _has(candidate: Candidate, id_: str) -> bool:
    members = candidate.members or ()
    return len(members) <= MEMBERS and id_ in members

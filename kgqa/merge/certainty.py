"""How likely the answers of a reading are right: after it was run, and beside its rivals.

The evidence is what speaks for the reading, how far the others are behind, what its answers look
like, and what the question says that it passes over. Trees that were taught on questions with
known answers weigh it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from kgqa.merge.doubts import KINDS, Doubt
from kgqa.parse.judging import FEATURES, Candidate
from kgqa.parse.parser import Parsed
from kgqa.parse.trees import Trees, load

FILE = "certainty.npz"
FAR = 3.0
"""A reading that is so far ahead of the next is as good as alone."""
CLEAR = 5.0
"""A reading that fits so much better than all that give something else is as good as alone."""
UNSEEN = -10.0
"""How well a reading fits that was not looked at."""
MOST = 60
"""More readings than that tell nothing more."""
GRAVE = {
    "something else": 0.2,
    "unknown name": 0.3,
    "no naming": 0.1,
    "unused year": 0.3,
    "unused number": 0.3,
    "unused order": 0.3,
    "unused measure": 0.4,
    "unheeded": 0.25,
    "named again": 0.3,
    "too many": 0.3,
    "detour": 0.2,
}
"""Doubts that no other evidence outweighs: factors of the certainty. Questions about things that
a store lacks are rare in question sets, and what is learned from these would let them pass."""
ADDED = (
    *("ahead", "apart", "score", "agreed", "readings", "answers", "complete", "chance", "mistyped"),
    *("content", "capitals", "likely_kind", "likely_sort", "known"),
    *("fit", "fits_ahead", "best_fit"),
    *(f"doubt: {kind}" for kind in KINDS if kind not in GRAVE),
)
"""What counts beside the features of the reading."""
NAMES = (*FEATURES, *ADDED)
FALLING = frozenset(
    (
        *("uncovered", "missing_operator", "passed_over", "misfit", "wrong", "mistyped"),
        *(f"doubt: {kind}" for kind in KINDS if kind not in GRAVE),
    )
)
"""More of these never makes a reading more certain."""
RISING = frozenset(
    ("link", "first", "names", "relation", "weakest", "covered", "told", "kind", "ahead", "apart",
     "agreed", "complete", "chance", "known", "fit", "fits_ahead")
)  # fmt: skip
"""More of these never makes a reading less certain."""


def evidence(
    parsed: Parsed,
    candidate: Candidate,
    doubts: Sequence[Doubt],
    *,
    ahead: float,
    answers: int,
    known: float,
) -> dict[str, float]:
    """Return what speaks for a reading and against it.

    `ahead` is how far the next reading that is no rival is behind, in score; `known` is how
    complete the store is in what the reading asks it.
    """
    others = parsed.candidates
    odds = [math.exp(min(0.0, one.score - candidate.score)) for one in others]
    same = [one.members is not None and one.members == candidate.members for one in others]
    behind = [
        candidate.score - one.score
        for one, alike in zip(others, same, strict=True)
        if not alike and one is not candidate
    ]
    links, words = candidate.links, parsed.analysis.words
    named = [word for word in words if word.is_capital]
    return {
        **candidate.features,
        "ahead": min(FAR, ahead),
        "apart": min(FAR, min(behind, default=FAR)),
        "score": candidate.score,
        "agreed": _share(odds, same),
        "readings": float(min(MOST, len(others))),
        "answers": math.log10(max(1, answers)),
        "complete": parsed.named,
        "chance": min((link.chance for link in links), default=0.5),
        "mistyped": float(any("typo" in link.how for link in links)),
        "content": float(len(parsed.analysis.content)),
        "capitals": len(named) / max(1, len(words)),
        "likely_kind": max(parsed.guess.kinds.values()),
        "likely_sort": max(parsed.guess.sorts.values()),
        "known": known,
        **_fits(candidate, others, same),
        **{f"doubt: {doubt.kind}": 1.0 for doubt in doubts},
    }


def _fits(
    candidate: Candidate, others: Sequence[Candidate], same: Sequence[bool]
) -> dict[str, float]:
    """Return how well a reading fits by the second look, alone and beside what gives else."""
    fit = candidate.features.get("fit", 0.0)
    every = [one.features.get("fit", UNSEEN) for one in others]
    rival = [told for told, alike in zip(every, same, strict=True) if not alike]
    ahead = min(CLEAR, fit - max(rival, default=UNSEEN))
    return {"fit": fit, "fits_ahead": ahead, "best_fit": max(every, default=fit)}


def _share(odds: Sequence[float], same: Sequence[bool]) -> float:
    """Return how much of the odds of all readings is of those with the same answers."""
    total = sum(odds)
    return sum(one for one, alike in zip(odds, same, strict=True) if alike) / total if total else 0


@cache
def shipped() -> Trees:
    """Return the trees that come with kgqa; read once in a process."""
    with resources.as_file(resources.files("kgqa.merge") / "data" / FILE) as path:
        return load(path)


def certainty(found: Mapping[str, float]) -> float:
    """Return how likely the answers are right, by the evidence."""
    grave = (factor for kind, factor in GRAVE.items() if found.get(f"doubt: {kind}"))
    return shipped().chance(found) * math.prod(grave)


def weight(doubts: Sequence[Doubt]) -> float:
    """Return what is left of a certainty by doubts that no other evidence outweighs."""
    return math.prod(GRAVE.get(kind, 1.0) for kind in {doubt.kind for doubt in doubts})

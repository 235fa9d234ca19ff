"""How well a verifier tells what premises say from what they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.text.readers.scores import area
from kgqa.text.verifying.claims import ENTAILED, Claim

if TYPE_CHECKING:
    from kgqa.text.readers.extractive import ExtractiveReader

LOST = 0.075
"""The share of true claims that may be lost where false ones are found."""
PLANTED, HARD = ("relation", "object"), ("near relation", "near object")
"""What makes up the false alignments that are planted, and the harder ones."""


@dataclass(frozen=True, slots=True)
class Told:
    """How well false claims of one kind are told from the true ones.

    `area` is the one under ROC; `found` is the share of the false ones that score below `limit`,
    and `lost` that of the true ones.
    """

    how: str
    claims: int
    relations: int
    area: float
    found: float
    lost: float
    limit: float


def scores(verifier: ExtractiveReader, claims: Sequence[Claim]) -> list[float]:
    """Return how likely each claim is entailed by its premise."""
    return [verifier.judged(one.statement, [one.premise])[0][0] for one in claims]


def told(claims: Sequence[Claim], scored: Sequence[float], *, lost: float = LOST) -> list[Told]:
    """Return how well false claims are told from true ones: several kinds together, then each."""
    both = list(zip(claims, scored, strict=True))
    true = sorted(score for claim, score in both if claim.label == ENTAILED)
    if not true:
        return []
    limit = true[min(len(true) - 1, int(lost * len(true)))]
    kinds = sorted({claim.how for claim in claims if claim.label != ENTAILED})
    together = {"planted": PLANTED, "hard": HARD} if set(PLANTED) <= set(kinds) else {}
    found = []
    for how, parts in {**together, **{kind: (kind,) for kind in kinds}}.items():
        false = [
            (claim, score)
            for claim, score in both
            if claim.label != ENTAILED and claim.how in parts
        ]
        below = [score for _, score in false]
        found.append(
            Told(
                how,
                len(false),
                len({claim.relation for claim, _ in false}),
                area(true, below),
                sum(score < limit for score in below) / len(below) if below else 0.0,
                sum(score < limit for score in true) / len(true),
                limit,
            )
        )
    return found

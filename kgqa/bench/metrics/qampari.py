"""QAMPARI's metrics: precision, recall and F1 by names, and what retrieval recalls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.bench.metrics.sets import Marks
from kgqa.bench.metrics.words import normal
from kgqa.bench.question import Given, Passage, Question
from kgqa.text.retrieval_measure import Evidence, evidence_place, recall

DEPTHS = (10, 25, 50, 100, 200)
"""How many of the passages that were retrieved are looked at, as in the paper."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What a list of answers is worth, in whole numbers, so that limits are met exactly."""

    said: int = 0
    """Answers that were said, each once."""
    right: int = 0
    """Those of them that cover a gold answer which none before them covered."""
    covered: int = 0
    """Gold answers that were covered."""
    gold: int = 0
    is_first_right: bool = False

    @property
    def marks(self) -> Marks:
        """The same as shares."""
        if not self.said or not self.gold:
            return Marks()
        return Marks(
            hit=float(self.is_first_right),
            exact=float(self.covered == self.gold and self.right == self.said),
            precision=self.right / self.said,
            recall=self.covered / self.gold,
        )

    @property
    def is_half(self) -> bool:
        """Whether F1 is at least 1/2: with precision r/s and recall c/g, 4rc >= rg + cs."""
        right, covered = self.right, self.covered
        return right > 0 and 4 * right * covered >= right * self.gold + covered * self.said

    @property
    def is_most(self) -> bool:
        """Whether recall is at least 4/5."""
        return self.gold > 0 and 5 * self.covered >= 4 * self.gold


def count(question: Question, answers: Sequence[Given], *, every_name: bool = False) -> Counts:
    """Return what answers are worth; one is right where its label is a gold name or alias.

    With `every_name` it is right by any of its own names, too. Answers that are said twice count
    once; a gold answer that is found under two names is found once, the second one is wrong; one
    name that two gold answers share covers both.
    """
    found = _distinct(answers, every_name)
    gold = [{normal(name) for name in names} for names in question.gold]
    fits = [{place for place, names in enumerate(gold) if one & names} for one in found]
    covered: set[int] = set()
    right = 0
    for places in fits:
        right += not places <= covered
        covered |= places
    return Counts(len(found), right, len(covered), len(gold), bool(fits and fits[0]))


def judge(question: Question, answers: Sequence[Given], *, every_name: bool = False) -> Marks:
    """Return what answers are worth, as shares."""
    return count(question, answers, every_name=every_name).marks


def _distinct(answers: Sequence[Given], every_name: bool) -> list[frozenset[str]]:
    spelled = (answer.spellings if every_name else (answer.label,) for answer in answers)
    return list(dict.fromkeys(frozenset(normal(name) for name in names) for names in spelled))


def answer_places(question: Question, passages: Sequence[Passage]) -> list[int | None]:
    """Return for each right answer the place, from 1, of the first passage that it stands in."""
    texts = [f" {normal(f'{one.title} {one.text}')} " for one in passages]
    wanted = [{f" {normal(name)} " for name in names} - {"  "} for names in question.gold]
    return [
        next((i for i, text in enumerate(texts, 1) if any(name in text for name in names)), None)
        for names in wanted
    ]


def evidence_places(question: Question, passages: Sequence[Passage]) -> list[list[int | None]]:
    """Return the place, from 1, of the first passage that holds each proof, by answer."""
    bodies = [Evidence.of(one.text) for one in passages]
    return [
        [evidence_place(Evidence.of(proof.text), bodies) for proof in proofs]
        for proofs in question.evidence
    ]


def answer_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the share of the right answers that stand in the first `depth` passages."""
    return recall(answer_places(question, passages), depth)


def evidence_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the share of its proofs that an answer has in the first passages, on average."""
    return mean_recall(evidence_places(question, passages), depth)


def mean_recall(places: Sequence[Sequence[int | None]], depth: int) -> float:
    """Return the mean over answers: A with its only proof and B with none of two is 1/2."""
    return sum(recall(one, depth) for one in places) / max(1, len(places))


def retrieval(question: Question, passages: Sequence[Passage]) -> dict[str, float]:
    """Return ARecall and ERecall at each depth; nothing retrieved recalls nothing."""
    answers = answer_places(question, passages)
    found = {f"arecall@{depth}": recall(answers, depth) for depth in DEPTHS}
    if question.evidence:
        proofs = evidence_places(question, passages)
        found |= {f"erecall@{depth}": mean_recall(proofs, depth) for depth in DEPTHS}
    return found

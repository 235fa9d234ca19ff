"""How good retrieval is: what of the answers and of their evidence is in the first K passages.

ARecall@K and ERecall@K are those of QAMPARI (Amouyal et al., 2023): the share of a question's gold
answers that the first K passages hold, and of the gold evidence of each answer, on average. Search
accuracy at K is that of QUASAR (Dhingra, Mazaitis and Cohen, 2017): whether they hold any gold
answer at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kgqa.text.passages import Passage
from kgqa.text.words import words_in

SHARED = 0.5
"""The share of triples of words of evidence or passage, the shorter, that both must have.

Passages are cut at other places than evidence, which may be longer than any passage, and published
evidence is in small letters."""
FEWEST = 5
"""Triples that a passage must have to be evidence at all."""


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question, the answers it should get, each in all its names, and texts that prove them."""

    text: str
    answers: tuple[tuple[str, ...], ...]
    evidence: tuple[tuple[str, ...], ...] = ()
    """The texts that prove each answer, for the answers that have such."""
    qids: tuple[str, ...] = ()
    """The entities of the question, where the data says them."""


Search: TypeAlias = Callable[[GoldQuestion, int], Sequence[Passage]]
"""Returns so many passages for a question, best first."""


@dataclass(slots=True)
class Measured:
    """Means over questions at one K; those without evidence do not count for its recall."""

    k: int
    questions: int = 0
    answer_recall: float = 0.0
    evidence_recall: float = 0.0
    search_accuracy: float = 0.0
    with_evidence: int = 0

    def as_fields(self) -> dict[str, float | int | None]:
        """Return the means by their names."""
        return {
            "k": self.k,
            "questions": self.questions,
            "answer_recall": round(self.answer_recall / max(self.questions, 1), 4),
            "search_accuracy": round(self.search_accuracy / max(self.questions, 1), 4),
            "evidence_recall": round(self.evidence_recall / self.with_evidence, 4)
            if self.with_evidence
            else None,
        }


def measure(
    questions: Iterable[GoldQuestion], search: Search, *, at: Sequence[int] = (1, 5, 20, 100)
) -> list[Measured]:
    """Return the means over `questions` at each K of `at`, ascending."""
    rows = [Measured(k) for k in sorted(set(at))]
    for question in questions:
        passages = search(question, rows[-1].k)
        texts = [normal(f"{passage.title} | {passage.text}") for passage in passages]
        answers = [first_place(names, texts) for names in question.answers]
        bodies = [Evidence.of(passage.text) for passage in passages] if question.evidence else []
        evidence = [
            [evidence_place(Evidence.of(one), bodies) for one in proofs]
            for proofs in question.evidence
        ]
        for row in rows:
            row.questions += 1
            row.answer_recall += recall(answers, row.k)
            row.search_accuracy += any(place and place <= row.k for place in answers)
            if evidence:
                row.with_evidence += 1
                row.evidence_recall += sum(recall(one, row.k) for one in evidence) / len(evidence)
    return rows


def recall(places: Sequence[int | None], k: int) -> float:
    """Return the share of `places` that are among the first `k`; 0 of nothing."""
    return sum(place is not None and place <= k for place in places) / max(len(places), 1)


def normal(text: str) -> str:
    """Return the words of a text between blanks, as they are compared here."""
    return f" {' '.join(words_in(text))} "


def first_place(names: Iterable[str], texts: Sequence[str]) -> int | None:
    """Return the place, from 1, of the first normal text that has one of the names in it."""
    wanted = [name for name in map(normal, names) if name.strip()]
    return next(
        (place for place, text in enumerate(texts, 1) if any(name in text for name in wanted)), None
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """A text by each three words of it that follow each other."""

    triples: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, text: str) -> Evidence:
        """Return the triples of a text."""
        return cls(frozenset(triples(text)))

    def is_in(self, passage: Evidence) -> bool:
        """Whether a passage holds this evidence, or is part of it."""
        shorter = min(len(self.triples), len(passage.triples))
        least = max(SHARED * shorter, min(FEWEST, len(self.triples)))
        return shorter > 0 and len(self.triples & passage.triples) >= least


def evidence_place(evidence: Evidence, bodies: Sequence[Evidence]) -> int | None:
    """Return the place, from 1, of the first passage that holds the evidence, or is part of it."""
    return next((place for place, body in enumerate(bodies, 1) if evidence.is_in(body)), None)


def triples(text: str) -> set[tuple[str, ...]]:
    """Return each three words that follow each other."""
    words = words_in(text)
    return {tuple(words[start : start + 3]) for start in range(max(len(words) - 2, 0))}

"""QAMPARI's metrics: precision, recall and F1 by names, and what retrieval recalls."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kgqa.bench.metrics.sets import Marks
from kgqa.bench.metrics.words import holds, normal
from kgqa.bench.question import Given, Passage, Question

DEPTHS = (1, 5, 10, 20, 50, 100, 200)
"""How many of the passages that were retrieved are looked at."""
COMMON = 0.7
"""A proof is found where a passage shares more than this of the shorter text in one piece."""


def judge(question: Question, answers: Sequence[Given], *, every_name: bool = True) -> Marks:
    """Return what answers are worth; one is right by any of its names, or by the text alone.

    As in the official script, answers that are said twice count once, and a right answer that is
    found under two names is found once: the second one is wrong.
    """
    found = _distinct(answers, every_name)
    gold = [{normal(name) for name in names} for names in question.gold]
    if not found or not gold:
        return Marks()
    places = [next((i for i, names in enumerate(gold) if one & names), None) for one in found]
    reached = len({place for place in places if place is not None})
    return Marks(
        hit=float(places[0] is not None),
        exact=float(reached == len(gold) == len(found)),
        precision=reached / len(found),
        recall=reached / len(gold),
    )


def _distinct(answers: Sequence[Given], every_name: bool) -> list[frozenset[str]]:
    spelled = (answer.spellings if every_name else (answer.label,) for answer in answers)
    return list(dict.fromkeys(frozenset(normal(name) for name in names) for names in spelled))


def answer_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the share of the right answers that stand in the first `depth` passages."""
    if not question.gold:
        return 0.0
    texts = [normal(f"{one.title} {one.text}").split() for one in passages[:depth]]
    found = [
        any(holds(words, normal(name).split()) for name in names if normal(name) for words in texts)
        for names in question.gold
    ]
    return sum(found) / len(found)


def evidence_recall(question: Question, passages: Sequence[Passage], depth: int) -> float:
    """Return the share of the proofs that are among the first `depth` passages."""
    if not question.proofs:
        return 0.0
    found = [any(is_same_passage(p, proof) for p in passages[:depth]) for proof in question.proofs]
    return sum(found) / len(found)


def is_same_passage(one: Passage, other: Passage) -> bool:
    """Whether two passages are of one page and share most of the shorter text in one piece."""
    if one.title and other.title and one.title.lower() != other.title.lower():
        return False
    short, long = sorted((one.text.lower(), other.text.lower()), key=len)
    if not short:
        return False
    size = math.floor(COMMON * len(short)) + 1
    pieces = {long[i : i + size] for i in range(len(long) - size + 1)}
    return any(short[i : i + size] in pieces for i in range(len(short) - size + 1))


def retrieval(question: Question, passages: Sequence[Passage]) -> dict[str, float]:
    """Return ARecall and ERecall at each depth, where anything was retrieved."""
    found: dict[str, float] = {}
    if passages:
        for depth in DEPTHS:
            found[f"arecall@{depth}"] = answer_recall(question, passages, depth)
            if question.proofs:
                found[f"erecall@{depth}"] = evidence_recall(question, passages, depth)
    return found

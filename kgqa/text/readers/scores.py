"""How well answers are told: exact match, F1, areas under curves, and errors of calibration."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

ARTICLES = re.compile(r"\b(a|an|the)\b")
PUNCTUATION = str.maketrans("", "", string.punctuation)


def normal(answer: str) -> str:
    """Return an answer as SQuAD compares it: lower case, no punctuation, no articles."""
    return " ".join(ARTICLES.sub(" ", answer.lower().translate(PUNCTUATION)).split())


def exact(told: str, gold: str) -> float:
    """Return 1.0 where two answers are the same as SQuAD compares them."""
    return float(normal(told) == normal(gold))


def f1(told: str, gold: str) -> float:
    """Return the harmonic mean of precision and recall of words, as SQuAD counts it."""
    said, wanted = normal(told).split(), normal(gold).split()
    shared = sum((Counter(said) & Counter(wanted)).values())
    if not said or not wanted:
        return float(said == wanted)
    return 2 * shared / (len(said) + len(wanted))


def area(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return the chance that a positive has a greater score than a negative; a tie is half.

    Where there is nothing to compare it is a half.
    """
    if not positive or not negative:
        return 0.5
    ranked = sorted([(score, True) for score in positive] + [(score, False) for score in negative])
    above, seen, begin = 0.0, 0, 0
    while begin < len(ranked):
        end = begin
        while end < len(ranked) and ranked[end][0] == ranked[begin][0]:
            end += 1
        good = sum(is_positive for _, is_positive in ranked[begin:end])
        bad = end - begin - good
        above += good * (seen + bad / 2)
        seen += bad
        begin = end
    return above / (len(positive) * len(negative))


def reliability(
    told: Sequence[float], right: Sequence[bool], bins: int = 10
) -> list[tuple[float, float, int]]:
    """Return of each filled bin the mean confidence, the share that is right, and the count."""
    filled: dict[int, list[tuple[float, bool]]] = {}
    for confidence, good in zip(told, right, strict=True):
        filled.setdefault(min(bins - 1, int(confidence * bins)), []).append((confidence, good))
    return [
        (
            sum(confidence for confidence, _ in inside) / len(inside),
            sum(good for _, good in inside) / len(inside),
            len(inside),
        )
        for _, inside in sorted(filled.items())
    ]


def calibration_error(told: Sequence[float], right: Sequence[bool], bins: int = 10) -> float:
    """Return the expected calibration error: how far confidence is from truth, over the bins."""
    return sum(
        count * abs(confidence - share)
        for confidence, share, count in reliability(told, right, bins)
    ) / len(told)

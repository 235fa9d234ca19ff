"""Simple readers: each gives a score to every candidate answer, by words alone.

MF-i, MF-e and WD are the heuristics of the QUASAR paper (Dhingra et al. 2017), SW and SW+D those of
Richardson et al. (2013), which it takes over.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from kgqa.bench.datasets.quasar import GAP
from kgqa.bench.metrics.words import normal
from kgqa.bench.question import Question

STOP = frozenset(
    {"a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "with", "from", "and", "or", "is",
     "are", "was", "were", "be", "been", "do", "does", "did", "has", "have", "had", "what", "which",
     "who", "whom", "whose", "when", "where", "why", "how", "many", "much", "this", "that", "these",
     "those", "it", "its", "as", "not", "no"}
)  # fmt: skip
FARTHEST = 20
"""A word of the question that is farther away counts as this far."""

_NAME = re.compile(
    r"(?:[A-Z][\w'’.-]*|\d{1,4}(?:st|nd|rd|th)?)(?:\s+(?:of|the|de|[A-Z][\w'’.-]*|\d+))*"
)

Reader = Callable[[Question, Sequence[str], Sequence[str]], dict[str, float]]


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return normal(text.replace(GAP, " ")).split()


def names_in(contexts: Sequence[str]) -> tuple[str, ...]:
    """Return what looks like a name or a number in some texts, each once."""
    found = (match.strip(" .'’-") for text in contexts for match in _NAME.findall(text))
    return tuple(dict.fromkeys(name for name in found if normal(name) and name.lower() not in STOP))


def places(words: Sequence[str], part: Sequence[str]) -> Iterator[int]:
    """Yield where `part` stands in `words`."""
    size = len(part)
    if size:
        yield from (i for i in range(len(words) - size + 1) if words[i : i + size] == part)


def frequency(
    question: Question, contexts: Sequence[str], candidates: Sequence[str]
) -> dict[str, float]:
    """MF-i: how often a candidate stands in the contexts."""
    texts = [words_of(text) for text in contexts]
    return {
        candidate: float(sum(1 for text in texts for _ in places(text, words_of(candidate))))
        for candidate in candidates
    }


def frequency_without_question(
    question: Question, contexts: Sequence[str], candidates: Sequence[str]
) -> dict[str, float]:
    """MF-e: the same, without candidates that stand in the question."""
    asked = words_of(question.text)
    others = [one for one in candidates if next(places(asked, words_of(one)), None) is None]
    return frequency(question, contexts, others)


def word_distance(
    question: Question, contexts: Sequence[str], candidates: Sequence[str]
) -> dict[str, float]:
    """WD: how near the words of the question are, at the best place of a candidate.

    With a gap in the question, near means as far from the candidate as from the gap.
    """
    offsets = _offsets(question.text)
    texts = [words_of(text) for text in contexts]
    found = {}
    for candidate in candidates:
        sums = [
            _far(text, place, offsets)
            for text in texts
            for place in places(text, words_of(candidate))
        ]
        if sums:
            found[candidate] = -min(sums)
    return found


def _offsets(text: str) -> list[tuple[str, int]]:
    """Return the words of a question with their places relative to the gap; 0 without one."""
    before, gap, after = text.partition(GAP)
    left, right = words_of(before), words_of(after)
    placed = [(word, i - len(left)) for i, word in enumerate(left)]
    placed += [(word, i + 1) for i, word in enumerate(right)]
    return [(word, place if gap else 0) for word, place in placed if word not in STOP]


def _far(text: Sequence[str], place: int, offsets: Sequence[tuple[str, int]]) -> float:
    total = 0.0
    for word, offset in offsets:
        near = (abs(i - place - offset) for i, other in enumerate(text) if other == word)
        total += min(min(near, default=FARTHEST), FARTHEST)
    return total


def sliding_window(
    question: Question, contexts: Sequence[str], candidates: Sequence[str]
) -> dict[str, float]:
    """SW: the weight of the words of question and candidate in the best window of the text."""
    text = [word for context in contexts for word in words_of(context)]
    counts = Counter(text)
    asked = words_of(question.text)
    return {one: _best_window(text, counts, {*asked, *words_of(one)}) for one in candidates}


def _best_window(text: Sequence[str], counts: Counter[str], wanted: set[str]) -> float:
    weights = [math.log1p(1 / counts[word]) if word in wanted else 0.0 for word in text]
    size = len(wanted)
    total = best = sum(weights[:size])
    for i in range(size, len(weights)):
        total += weights[i] - weights[i - size]
        best = max(best, total)
    return best


def window_and_distance(
    question: Question, contexts: Sequence[str], candidates: Sequence[str]
) -> dict[str, float]:
    """SW+D: SW less how far the words of question and candidate are apart in the text."""
    text = [word for context in contexts for word in words_of(context)]
    asked = {*words_of(question.text)} - STOP
    seen = [i for i, word in enumerate(text) if word in asked]
    scores = sliding_window(question, contexts, candidates)
    return {one: score - _apart(text, seen, one, asked) for one, score in scores.items()}


def _apart(text: Sequence[str], seen: Sequence[int], candidate: str, asked: set[str]) -> float:
    """Return the least distance as a share of the text; 1 where one of the two is missing."""
    own = {*words_of(candidate)} - STOP - asked
    there = [i for i, word in enumerate(text) if word in own]
    if not there or not seen or len(text) < 2:
        return 1.0
    nearest = FARTHEST * len(text)
    position = 0
    for i in there:
        while position + 1 < len(seen) and abs(seen[position + 1] - i) <= abs(seen[position] - i):
            position += 1
        nearest = min(nearest, abs(seen[position] - i))
    return nearest / (len(text) - 1)


READERS: dict[str, Reader] = {
    "mf-i": frequency,
    "mf-e": frequency_without_question,
    "wd": word_distance,
    "sw": sliding_window,
    "sw+d": window_and_distance,
}

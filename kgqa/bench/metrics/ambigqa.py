"""AmbigQA's metrics: F1 over answers, and over answers with their questions (BLEU, EDIT-F1).

Of several annotations the one that fits best counts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from kgqa.bench.metrics.words import exact_match, normal, tokenised
from kgqa.bench.question import Pair, Prediction, Question

SMALL, TINY = 1e-9, 1e-15
"""Added to counts by the official BLEU, so that nothing is divided by zero."""


def judge(question: Question, prediction: Prediction) -> dict[str, float]:
    """Return F1 over answers, each by its label; over pairs as well where questions are given."""
    pairs = tuple(Pair(one.question, one.answers[:1]) for one in prediction.pairs)
    pairs = pairs or tuple(Pair("", (answer.label,)) for answer in prediction.answers)
    has_questions = bool(prediction.pairs)
    found = {"f1_answer": max(answer_f1(gold, pairs) for gold in question.annotations)}
    kinds: dict[str, Callable[[str, str], float]] = {
        **{f"f1_bleu{size}": partial(bleu, size=size) for size in range(1, 5)},
        "f1_edit": partial(edit_f1, question.text),
    }
    for name, likeness in kinds.items():
        found[name] = max(
            _either(gold, pairs, likeness if has_questions else _unlike)
            for gold in question.annotations
        )
    return found


def _unlike(one: str, other: str) -> float:
    return 0.0


def _either(
    gold: Sequence[Pair], pairs: Sequence[Pair], likeness: Callable[[str, str], float]
) -> float:
    """Return F1 over answers for a single answer, and over pairs for several."""
    if len(gold) == 1 and not gold[0].question:
        return answer_f1(gold, pairs)
    return pair_f1(gold, pairs, likeness)


def accepts(gold: Pair, found: Pair) -> bool:
    """Whether an answer is one of the accepted ones."""
    return any(exact_match(one, other) for one in gold.answers for other in found.answers)


def answer_f1(gold: Sequence[Pair], found: Sequence[Pair]) -> float:
    """Return the F1 of answers; each right one takes the first that is left and fits."""
    if not gold or not found:
        return 0.0
    left = list(range(len(found)))
    matched = 0
    for pair in gold:
        place = next((i for i in left if accepts(pair, found[i])), None)
        if place is not None:
            left.remove(place)
            matched += 1
    return 2 * matched / (len(gold) + len(found))


def pair_f1(
    gold: Sequence[Pair], found: Sequence[Pair], likeness: Callable[[str, str], float]
) -> float:
    """Return the F1 of pairs, each match worth as much as its question is like the right one."""
    if not gold or not found:
        return 0.0
    fitting = [
        (likeness(pair.question, right.question), i, j)
        for i, right in enumerate(gold)
        for j, pair in enumerate(found)
        if accepts(right, pair)
    ]
    taken: tuple[set[int], set[int]] = (set(), set())
    total = 0.0
    for worth, i, j in sorted(fitting, key=lambda one: -one[0]):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            total += worth
    return 2 * total / (len(gold) + len(found))


def variants(question: str) -> list[str]:
    """Return the ways in which a right question is put, which bars divide."""
    return [text.strip() for text in question.split("|") if text.strip()] or [""]


def bleu(found: str, gold: str, *, size: int = 4) -> float:
    """Return BLEU with n-grams up to `size` of a question against the variants of another.

    The length it should have is that of the closest variant, the shorter of two as close.
    """
    words = tokenised(found).split()
    references = [tokenised(text).split() for text in variants(gold)]
    product = 1.0
    for n in range(1, size + 1):
        most: Counter[tuple[str, ...]] = Counter()
        for right in references:
            most |= _grams(right, n)
        common = (_grams(words, n) & most).total()
        product *= (common + TINY) / (max(0, len(words) - n + 1) + SMALL)
    length = min(map(len, references), key=lambda one: (abs(one - len(words)), one))
    ratio = (len(words) + TINY) / (length + SMALL)
    penalty = math.exp(1 - 1 / ratio) if ratio < 1 else 1.0
    return float(product ** (1 / size) * penalty)


def _grams(words: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + size]) for i in range(len(words) - size + 1))


def edit_f1(prompt: str, found: str, gold: str) -> float:
    """Return the F1 of the words that two rewritten questions add to and take from the prompt."""
    edits, right = _edits(prompt, found), _edits(prompt, variants(gold)[0])
    if not edits or not right:
        return 0.0
    return 2 * (edits & right).total() / (edits.total() + right.total())


def _edits(prompt: str, rewritten: str) -> Counter[tuple[str, str]]:
    before, after = Counter(tokenised(prompt).split()), Counter(tokenised(rewritten).split())
    taken = Counter({("taken", word): n for word, n in (before - after).items()})
    return taken + Counter({("added", word): n for word, n in (after - before).items()})


def is_right_answer(question: Question, text: str) -> bool:
    """Whether an answer is accepted by any annotator."""
    spellings = {normal(one) for pairs in question.annotations for p in pairs for one in p.answers}
    return normal(text) in spellings

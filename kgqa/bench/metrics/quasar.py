"""QUASAR's metrics: whether the answer was retrieved, and whether it was read there."""

from __future__ import annotations

import string
from collections.abc import Sequence

from kgqa.bench.question import Given, Passage, Question

ARTICLES = frozenset({"a", "an", "the"})
MEANT = frozenset("+#")
"""Signs that tell names of software apart: C, C# and C++ are three languages.

The script of the authors drops them, too, and takes the three for one."""
_DROPPED = str.maketrans("", "", "".join(sign for sign in string.punctuation if sign not in MEANT))


def normal(text: str) -> str:
    """Return a text in lower case, without articles, punctuation and any white space."""
    return "".join(tokens(text))


def tokens(text: str) -> list[str]:
    """Return the words between white space, articles and punctuation left out."""
    words = (word.translate(_DROPPED) for word in text.lower().split() if word not in ARTICLES)
    return [word for word in words if word]


def token_f1(found: str, gold: str) -> float:
    """Return the F1 of two sets of tokens."""
    one, other = set(tokens(found)), set(tokens(gold))
    return 2 * len(one & other) / (len(one) + len(other)) if one & other else 0.0


def judge(
    question: Question, answers: Sequence[Given], read: Sequence[Passage] | None
) -> dict[str, float]:
    """Return exact match and token F1 of the first answer, and whether it was there to be read.

    `read` is what was retrieved and read; where it is not known, only the answer is judged.
    Over many questions the mean of `search` is the search accuracy, the mean of `exact` over those
    with `search` the reading accuracy, and the mean of `overall` the product of both.
    """
    gold = question.first_spellings[0]
    said = answers[0].label if answers else ""
    exact = float(bool(answers) and normal(said) == normal(gold))
    found = {"exact": exact, "f1": token_f1(said, gold) if answers else 0.0}
    if read is None:
        return found
    search = float(is_retrieved(gold, [f"{one.title} {one.text}" for one in read]))
    return {**found, "search": search, "overall": exact * search}


def is_retrieved(answer: str, texts: Sequence[str]) -> bool:
    """Whether the answer stands in one of the texts, from the begin of a word to the end of one."""
    wanted = normal(answer)
    return bool(wanted) and any(_stands_in(wanted, tokens(text)) for text in texts)


def _stands_in(wanted: str, words: Sequence[str]) -> bool:
    for start in range(len(words)):
        joined = ""
        for word in words[start:]:
            joined += word
            if joined == wanted:
                return True
            if len(joined) >= len(wanted) or not wanted.startswith(joined):
                break
    return False

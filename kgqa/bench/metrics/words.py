"""Texts as metrics compare them: normal forms, words, and how far two texts share their words."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_CONTRACTED = re.compile(r"(?i)(n't|'(?:s|re|ve|ll|d|m))\b")


@lru_cache(maxsize=100_000)
def normal(text: str) -> str:
    """Return a text in lower case, without ASCII punctuation, English articles and extra blanks.

    This is the normal form of SQuAD, which QAMPARI, AmbigQA and QUASAR take over.
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def exact_match(one: str, other: str) -> bool:
    """Whether two texts have the same normal form."""
    return normal(one) == normal(other)


def token_f1(found: str, gold: str) -> float:
    """Return the harmonic mean of the shares of words that two normal forms have in common."""
    return bag_f1(normal(found).split(), normal(gold).split())


def bag_f1(found: Sequence[str], gold: Sequence[str]) -> float:
    """Return the F1 of two bags; two empty ones are equal, and one empty one shares nothing."""
    if not found or not gold:
        return float(list(found) == list(gold))
    common = (Counter(found) & Counter(gold)).total()
    return 2 * common / (len(found) + len(gold))


def signs_and_words(text: str) -> list[str]:
    """Return words (letters, digits and marks) and single other signs, in lower case and NFD.

    Mintaka's evaluation of texts takes this over from dense passage retrieval.
    """
    found: list[str] = []
    word = ""
    for character in unicodedata.normalize("NFD", text):
        category = unicodedata.category(character)
        if category[0] in "LNM":
            word += character
            continue
        if word:
            found.append(word.lower())
            word = ""
        if category[0] not in "ZC":
            found.append(character.lower())
    return [*found, word.lower()] if word else found


def tokenised(text: str) -> str:
    """Return the normal form of a sentence whose contractions are split: `didn't` is `did nt`.

    AmbigQA's evaluation runs the tokeniser of the Penn Treebank before it takes normal forms;
    after these, contractions are what is left of that.
    """
    return normal(_CONTRACTED.sub(r" \1", text))


def holds(words: Sequence[str], part: Sequence[str]) -> bool:
    """Whether `part` stands in `words` as it is."""
    size = len(part)
    return any(words[i : i + size] == part for i in range(len(words) - size + 1))

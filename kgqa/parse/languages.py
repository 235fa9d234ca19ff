"""Whether a question is in another language than English, and in which one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "data" / "languages.toml"
SENTENCE = 5
"""So many words are no mere name, which may be in any language."""
LETTERS = 3
"""So many letters in another script may be a name."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Languages:
    """What tells languages from each other."""

    words: Mapping[str, frozenset[str]]
    """Words that no question does without; of English, too."""
    asking: Mapping[str, frozenset[str]]
    """Words with which questions begin; of English, too."""
    names: Mapping[str, str]
    scripts: Mapping[str, tuple[str, str]]


@cache
def shipped() -> Languages:
    """Return what comes with kgqa; read once in a process."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return Languages(
        {code: frozenset(words.split()) for code, words in found["words"].items()},
        {code: frozenset(words.split()) for code, words in found["asking"].items()},
        found["names"],
        {code: (first, last) for code, (first, last) in found["scripts"].items()},
    )


def foreign_language(question: str) -> str | None:
    """Return the name of the language of a question that is not in English; else None.

    Words with a capital within a question are names, which may be in any language. Two words must
    speak for a language, and more than for English; at the beginning one is enough if none does.
    """
    known = shipped()
    first = question.split(maxsplit=1)[:1]
    if first and first[0].lower() in known.asking["en"]:
        return None
    code = _by_script(question, known) or _by_words(question, known)
    return known.names[code] if code else None


def _by_script(question: str, known: Languages) -> str | None:
    """Return the language of the script that most letters outside Latin names are in."""
    counts = {
        code: sum(first <= letter <= last for letter in question)
        for code, (first, last) in known.scripts.items()
    }
    latin = sum(len(word) for word in _WORD.findall(question) if word.isascii() and word.islower())
    if sum(counts.values()) <= max(LETTERS, latin):
        return None
    if counts["ja"]:
        return "ja"  # which is written in Chinese letters, too
    return max(counts, key=lambda code: counts[code])


def _by_words(question: str, known: Languages) -> str | None:
    words = _WORD.findall(question.replace("’", "'"))
    # An article or a pronoun may be joined to what follows: l'auteur, qu'il.
    parts = [word.lower().partition("'")[0] for word in words if not _is_name(word, words[0])]
    said, english = {*parts}, known.words["en"]
    counts = {code: len(said & listed - english) for code, listed in known.words.items()}
    best = max(counts, key=lambda code: counts[code])
    if len(words) >= SENTENCE and counts[best] > max(1, len(said & english - known.words[best])):
        return best
    for code, listed in known.asking.items():
        if code != "en" and parts and parts[0] in listed and not said & english - known.words[code]:
            return code
    return None


def _is_name(word: str, first: str) -> bool:
    return word[0].isupper() and word is not first and "'" not in word

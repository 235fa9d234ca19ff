"""The words of a question as relations are looked for in them: mentions are marked, then n-grams.

A question becomes a tuple of normal words in which `PLACEHOLDER` stands for the entity that the
relation leads from, and `OTHER` for each other mention: `who directed _`, `which * was _ in`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kgqa_store.names_text import words as normal_words
from kgqa_store.schema_words import SMALL_WORDS, stem

PLACEHOLDER = "_"
OTHER = "*"
START = "^"
END = "$"
MARKS = frozenset((PLACEHOLDER, OTHER, START, END))

BIAS = "<bias>"
"""The n-gram that every question has: what is likely whatever the words are."""

LONGEST = 3
"""Words of the longest n-gram."""

_QUESTION_WORDS = "who whom whose what which where when how why whats wheres whos"
QUESTION_WORDS = frozenset(_QUESTION_WORDS.split())
_QUESTION_FORMS = {"whom": "who", "whats": "what", "wheres": "where", "whos": "who"}

Span = tuple[int, int]


def masked(question: str, focus: Span | None, others: Sequence[Span] = ()) -> tuple[str, ...]:
    """Return the words of `question`, its mentions (from, to; in characters) replaced by marks."""
    spans = [(*other, OTHER) for other in others if focus is None or not _meet(other, focus)]
    if focus is not None:
        spans.append((*focus, PLACEHOLDER))
    found: list[str] = []
    place = 0
    for start, end, mark in sorted(spans):
        if start < place:
            continue
        found += _words(question[place:start])
        found.append(mark)
        place = end
    return (*found, *_words(question[place:]))


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _words(text: str) -> list[str]:
    """Return normal words; what `'s` leaves of itself is the word `s`."""
    return normal_words(text.replace("’", "'").replace("'s", " s "))


def normal(words: Sequence[str]) -> tuple[str, ...]:
    """Return `words` as they are compared; those of `masked` stay as they are."""
    if all(word in MARKS or (word.isascii() and word.isalnum()) for word in words):
        return tuple(word.lower() for word in words)
    return tuple(
        part for word in words for part in ([word] if word in MARKS else _words(word)) if part
    )


def question_word(words: Sequence[str]) -> str:
    """Return the first question word, `how` with the word after it, and empty if there is none."""
    for place, word in enumerate(words):
        if word == "how":
            return " ".join(words[place : place + 2])
        if word in QUESTION_WORDS:
            return _QUESTION_FORMS.get(word, word)
    return ""


def content_stems(words: Sequence[str]) -> list[tuple[int, str]]:
    """Return where words with a meaning of their own stand, and their stems."""
    return [
        (place, stem(word))
        for place, word in enumerate(words)
        if word not in MARKS and word not in SMALL_WORDS and word not in QUESTION_WORDS
    ]


def grams(words: Sequence[str], vocabulary: Collection[str] | None = None) -> Iterator[str]:
    """Yield what the lexicon is asked for: the bias, n-grams, stems, and stems by question word.

    An n-gram with a word that is not in `vocabulary` is left out. One may be yielded twice.
    """
    yield BIAS
    known = [START, *words, END]
    usable = [word in MARKS or vocabulary is None or word in vocabulary for word in known]
    for place in range(len(known)):
        for end in range(place + 1, min(place + LONGEST, len(known)) + 1):
            if not usable[end - 1]:
                break
            if end > place + 1 or known[place] not in MARKS:
                yield " ".join(known[place:end])
    asked = question_word(words)
    for place, stemmed in content_stems(words):
        if usable[place + 1]:
            yield f"~{stemmed}"
            yield f"{asked}~{stemmed}"

"""A question as it is read over a graph of one's own: without courtesies, its slips mended.

It keeps its length where words are left out, so that what is found stands where it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from kgqa_store.names_text import normalise
from kgqa_store.schema_words import stem

from kgqa.parse.relations_vectors import shipped
from kgqa.parse.schema_lexicon import schema_lexicon
from kgqa.parse.words import adjectives, cues

SHORTEST = 4
"""In shorter words no slips are looked for."""
_WITHIN = re.compile(
    r"\b(?:within|in under)(?: the next)? (\d[\d.,]* (?!\w+ (?:of|from)\b))", re.IGNORECASE
)
_LETTERS = re.compile(r"[A-Za-z]+")


def plain(question: str, words: frozenset[str], is_name: Callable[[str], bool]) -> str:
    """Return a question in plain words.

    `words` are those that properties and classes are called by; `is_name` tells whether a word is
    part of the name of anything.
    """
    said = with_bounds(with_numbers(without_courtesies(denied(in_plain_words(question)))))
    return with_ends(mended(said, words, is_name), words)


def in_plain_words(question: str) -> str:
    """Return a question with the words of a schema for phrases that say more than their words."""
    meaning = schema_lexicon().meaning
    any_of = "|".join(map(re.escape, meaning))
    return re.sub(
        rf"\b({any_of})\b", lambda one: meaning[one[1].lower()], question, flags=re.IGNORECASE
    )


def denied(question: str) -> str:
    """Return a question that says `not` where it says that something is so no longer."""
    said = schema_lexicon().denied
    any_of = "|".join(map(re.escape, said))
    return re.sub(
        rf"\b({any_of})\b(?! than)",
        lambda one: said[one[1].lower()].ljust(len(one[0])),
        question,
        flags=re.IGNORECASE,
    )


def with_ends(question: str, words: frozenset[str]) -> str:
    """Return a question that asks for the highest rating, where it asks for the best one."""
    ends = schema_lexicon().ends

    def end_of(found: re.Match[str]) -> str:
        is_said = normalise(found[2]) in words
        return f"{ends[found[1].lower()]} {found[2]}" if is_said else found[0]

    any_of = "|".join(map(re.escape, ends))
    return re.sub(rf"\b({any_of}) (\w+)", end_of, question, flags=re.IGNORECASE)


def with_bounds(question: str) -> str:
    """Return a question in which what bounds an amount stands before it: at least 5, since 2015."""
    behind = schema_lexicon().behind
    any_of = "|".join(map(re.escape, behind))
    bound = re.compile(rf"\b(?:in )?(\d[\d.,]*)((?: [\w€$£%]+)?) ({any_of})\b", re.IGNORECASE)
    said = bound.sub(lambda one: f"{behind[one[3].lower()]} {one[1]}{one[2]}", question)
    return _WITHIN.sub(lambda one: f"{schema_lexicon().within} {one[1]}", said)


def with_numbers(question: str) -> str:
    """Return a question with the word for a number where it is cut short: serial no. ZX-7."""
    said = schema_lexicon()
    any_of = "|".join(map(re.escape, said.short_numbers))
    short = re.compile(rf"\b(?:{any_of})\b\.?(?=\s*:?\s*\S*\d)", re.IGNORECASE)
    return short.sub(said.number, question)


def without_courtesies(question: str) -> str:
    """Return a question with blanks in the place of what is only polite."""
    said = schema_lexicon()
    leading = _phrases(said.leading)
    found = leading.match(question)
    while found and found.end() < len(question.rstrip(" ?.!")):
        question = " " * found.end() + question[found.end() :]
        found = leading.match(question)
    return _phrases(said.fillers, anywhere=True).sub(lambda one: " " * len(one[0]), question)


@cache
def _phrases(words: tuple[str, ...], *, anywhere: bool = False) -> re.Pattern[str]:
    """Return a pattern for phrases at the start of a text, or anywhere in it."""
    any_of = "|".join(re.escape(one) for one in sorted(words, key=len, reverse=True))
    start = r"\b" if anywhere else r"\s*"
    return re.compile(rf"{start}(?:{any_of})\b(?!['’-])[\s,:.]*", re.IGNORECASE)


def mended(question: str, words: frozenset[str], is_name: Callable[[str], bool]) -> str:
    """Return a question in which words that nobody knows are those of the schema next to them."""

    def word_of(found: re.Match[str]) -> str:
        text = found[0]
        before, after = question[: found.start()], question[found.end() :]
        is_whole = not before[-1:].strip(" ") and not after[:1].strip(" ?.,!")
        is_capital = text[:1].isupper() and bool(before.strip())
        normal = normalise(text)
        if len(text) < SHORTEST or not is_whole or is_capital or _is_known(normal, words):
            return text
        if is_name(normal):
            return text
        return next(_nearest(normal, words), text)

    return _LETTERS.sub(word_of, question)


def _is_known(word: str, words: frozenset[str]) -> bool:
    return word in words or word in _common() or word in shipped().pieces.known or _is_form(word)


def _is_form(word: str) -> bool:
    """Whether a word is another form of one that is known: `reliabilities`."""
    return stem(word) != word and any(
        stem(word) + end in shipped().pieces.known for end in ("", "e", "y", "s")
    )


@cache
def _common() -> frozenset[str]:
    """Return the words by which questions are asked."""
    lists = [one for one in cues().values() if isinstance(one, list)]
    return frozenset(word for one in lists for word in one if word.isalpha()) | adjectives().keys()


def _nearest(word: str, words: frozenset[str]) -> Iterator[str]:
    """Yield the words of the schema, then of questions, that one slip makes of a word."""
    slips = set(_slips(word))
    for known in (words, _common(), schema_lexicon().words):
        yield from sorted(one for one in known if len(one) >= SHORTEST and one in slips)


def _slips(word: str) -> Iterator[str]:
    """Yield what a word becomes by one letter more, less, or another, or two that change places."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for i in range(len(word) + 1):
        head, tail = word[:i], word[i:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
        for letter in letters:
            yield head + letter + tail
            yield head + letter + tail[1:]

"""What questions look things up by: serial numbers, addresses, texts in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kgqa_store.adjacency import Adjacency

from kgqa.parse.analysis import Analysis

_QUOTED = re.compile(r"[\"“‘'](?P<text>[^\"”’']+)[\"”’']")
_KEY = re.compile(r"[^\s\"“”]*[\d@_][^\s\"“”]*")
_END = ".,;:!?)]}"
SCHEMES = ("mailto:", "tel:", "")
"""How the IRIs of addresses begin."""
LONGEST = 3
"""Words of a text that has no quotes."""


def texts_named(analysis: Analysis, adjacency: Adjacency) -> Iterator[tuple[str, frozenset[int]]]:
    """Give the texts of a graph that a question has, whatever their capitals, with their words."""
    question = analysis.question
    for found in _QUOTED.finditer(question):
        yield from _found(analysis, adjacency, found["text"], found.start("text"))
    words = list(re.finditer(r"\S+", question))
    for first in range(len(words)):
        for last in range(first, min(first + LONGEST, len(words))):
            text = question[words[first].start() : words[last].end()].rstrip(_END)
            if any(_KEY.fullmatch(word) for word in text.split()):
                yield from _found(analysis, adjacency, text, words[first].start())


def addresses_named(
    analysis: Analysis, adjacency: Adjacency
) -> Iterator[tuple[str, frozenset[int]]]:
    """Give the ids of addresses that a question has: what a `mailto:` or `tel:` of a graph says."""
    for found in re.finditer(r"\S+", analysis.question):
        text = found[0].rstrip(_END)
        places = analysis.between(found.start(), found.start() + len(text))
        for scheme in SCHEMES if places and _KEY.fullmatch(text) else ():
            for one in dict.fromkeys((text, text.lower())):
                if adjacency.entity(f"<{scheme}{one}>") is not None:
                    yield f"<{scheme}{one}>", places


def texts_shared(
    analysis: Analysis, texts: Mapping[tuple[str, ...], tuple[str, ...]]
) -> Iterator[tuple[str, frozenset[int]]]:
    """Give those of `texts`, by the stems of their words, that a question says, with its words."""
    stems = [word.stem for word in analysis.words]
    longest = max(map(len, texts), default=0)
    for first in range(len(stems)):
        for end in range(first + 1, min(first + longest, len(stems)) + 1):
            for text in texts.get(tuple(stems[first:end]), ()):
                yield text, frozenset(range(first, end))


def _found(
    analysis: Analysis, adjacency: Adjacency, text: str, start: int
) -> Iterator[tuple[str, frozenset[int]]]:
    places = analysis.between(start, start + len(text))
    for one in dict.fromkeys((text, text.lower(), text.upper())) if places else ():
        if len(adjacency.texts(one)):
            yield one, places

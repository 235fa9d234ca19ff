"""Words that are written like names, and that nothing in the store has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa.parse import quantities
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed
from kgqa.parse.words import is_prefix, is_stop

HasWord = Callable[[str], bool]
"""Whether a word is part of any name in the store."""


def unknown_names(parsed: Parsed, links: Sequence[Link], has_word: HasWord) -> list[str]:
    """Return the words that are written like names, that nothing has, and that no link explains."""
    words, content = parsed.analysis.words, _content(parsed.analysis)
    linked = {place for link in links for place in link.places}
    dated = _dated(parsed.analysis)
    capital = [place for place in content if words[place].is_capital and place not in dated]
    if len(capital) > 1 and len(capital) == len(content):  # A Title, Perhaps
        capital = [place for place in capital if _is_beside(place, linked)]
    question = parsed.analysis.question
    unknown = {p for p in capital if not has_word(words[p].normal)}
    unknown |= {p for p in capital if is_prefix(question, words[p].start, words[p].end)}
    return [words[p].text for p in capital if p in unknown and p not in linked]


def _dated(analysis: Analysis) -> frozenset[int]:
    """Return the places of the words of dates: a month is written like a name, and is none."""
    dates = [one for one in quantities.spans(analysis.question) if isinstance(one, quantities.Date)]
    return frozenset[int]().union(*(analysis.between(one.start, one.end) for one in dates))


def _content(analysis: Analysis) -> list[int]:
    """Return the places of the words that say something, but the first, which has its capital."""
    return [i for i, word in enumerate(analysis.words) if i > 0 and not is_stop(word)]


def _is_beside(place: int, linked: set[int]) -> bool:
    return place - 1 in linked or place + 1 in linked

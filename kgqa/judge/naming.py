"""Questions that are only a name: "Mercury", "Tell me about Berlin", "Who is Ada Lovelace?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from kgqa_store.names_text import normalise, without_article

from kgqa.algebra import Apply, Entity, Property
from kgqa.parse.analysis import Analysis
from kgqa.parse.linking import Link
from kgqa.parse.parser import Parsed
from kgqa.parse.words import Word, cue_set, cues, is_stop
from kgqa.parse.world import world

FAMOUS = 0.7
"""A meaning that is known this share as well as the best known one is a meaning, too. Of Mercury it
lets the planet and the metal pass, of Michael Jordan and of Paris only one."""
MOST = 5
"""Meanings of a name that are told."""

Fame = Callable[[str], float]
"""How well known an entity is: 0 to 1, logarithmic."""


def is_naming(parsed: Parsed) -> bool:
    """Whether a question is one name, and at most words that ask what it is."""
    return bool(_spans(parsed))


def meanings(parsed: Parsed, fame: Fame) -> tuple[Link, ...]:
    """Return what the name that is the whole question may mean, best first."""
    links = [link for name in _spans(parsed) for link in name]
    called = [link for link in links if is_called(link.label, link.mention)] or links[:1]
    known = {link.id: fame(link.id) for link in called}
    most = max(known.values(), default=0.0)
    return tuple([link for link in called if known[link.id] >= FAMOUS * most][:MOST])


def is_called(label: str, mention: str) -> bool:
    """Whether a label is the name that was written; one of several words may be its beginning."""
    wanted, found = (without_article(n) or n for n in map(normalise, (mention, label)))
    return wanted == found or (" " in wanted and found.startswith(f"{wanted} "))


def shares(links: Sequence[Link]) -> list[float]:
    """Return how likely each of several meanings is, going by their scores."""
    weights = [link.score**4 for link in links]
    return [0.9 * weight / sum(weights) for weight in weights]


def _spans(parsed: Parsed) -> list[tuple[Link, ...]]:
    """Return the links of the name that is the whole question."""
    analysis = parsed.analysis
    found = []
    for name in parsed.linked.names:
        links = tuple(link for link in name if link.places == name[0].places)
        before = [w for i, w in enumerate(analysis.words) if i < min(links[0].places)]
        is_last = max(links[0].places) == len(analysis.words) - 1
        if is_last and _asks_what(before) and (links := _written(analysis, links)):
            links = tuple(link for link in links if not _is_held(parsed, link))
            found += [links] if links else []
    return found


def _is_held(parsed: Parsed, link: Link) -> bool:
    """Whether a name is of what people hold, where people are asked for: who held it is meant."""
    expected = cues()["expected"].get(parsed.analysis.asks, {})
    held = Apply(Property(world().held), Entity(link.id))
    return "classes" in expected and any(one.query == held for one in parsed.candidates)


def _asks_what(before: Sequence[Word]) -> bool:
    return _asking_what().fullmatch(" ".join(word.normal for word in before)) is not None


@cache
def _asking_what() -> re.Pattern[str]:
    """Return what may stand before a name that is the whole question."""
    return re.compile("|".join(cues()["asking_what"]))


def _written(analysis: Analysis, links: Sequence[Link]) -> tuple[Link, ...]:
    """Return the meanings of a name that is written as a name, rather than as a sentence.

    Small letters are a name where they spell a label, and where most words are no small words:
    "i love you" is no name, though songs are called so.
    """
    words = [analysis.words[place] for place in sorted(links[0].places)]
    capital = [word for word in words if word.is_capital]
    talk = cue_set("talk")
    if all(word.normal in talk or is_stop(word) for word in words) and len(capital) < 3:
        return ()
    if capital and all(word.is_capital or is_stop(word) for word in words):
        is_sentence = len(words) > 1 and capital == words[:1] and words[0].start == 0
        if not is_sentence:
            return tuple(links)
    if 2 * sum(map(is_stop, words)) >= len(words):
        return ()
    return tuple(link for link in links if normalise(link.label) == normalise(link.mention))

"""The names in a question, and the entities and classes they may mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgqa_store.names import NameIndex
from kgqa_store.names_mentions import Mention

from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import Kinds
from kgqa.parse.words import adjectives, cue_set, is_stop, place_of

PER_MENTION = 6
"""Candidates of one name that are tried."""
INSIDE = 2
"""Candidates of a name inside a longer one that are tried."""
MOST_MENTIONS = 6


@dataclass(frozen=True, slots=True)
class Link:
    """A name in the question, and an entity it may mean."""

    start: int
    end: int
    mention: str
    id: str
    label: str
    score: float
    places: frozenset[int]
    """The words of the name."""
    is_name: bool
    """Whether it is written like a name."""


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun that says what kind of thing is asked for."""

    places: frozenset[int]
    classes: tuple[str, ...]
    stem: str


@dataclass(frozen=True, slots=True)
class Linked:
    """The links of a question: best first for each name, names in the order of the text."""

    names: tuple[tuple[Link, ...], ...]
    nouns: tuple[Noun, ...]

    @property
    def links(self) -> tuple[Link, ...]:
        """All links."""
        return tuple(link for name in self.names for link in name)


def link_question(
    analysis: Analysis, names: NameIndex, kinds: Kinds, *, pick: str | None = None
) -> Linked:
    """Return what the names in a question may mean."""
    mentions = names.mentions(analysis.question, limit=PER_MENTION + 2)
    found = [(m, _places(analysis, m)) for m in mentions]
    found = [(m, places) for m, places in found if places and not _is_grammar(analysis, places)]
    chosen = _disjoint(analysis, found)
    linked = [
        (*_links(analysis, m, places, pick), *_nested(analysis, places, found))
        for m, places in chosen
    ]
    nouns = [noun for m, places in found if (noun := _noun(analysis, m, places, kinds))]
    if pick:
        linked = [tuple(x for x in one if x.id == pick) or one for one in linked]
    return Linked(tuple(linked[:MOST_MENTIONS]), tuple(nouns))


def _places(analysis: Analysis, mention: Mention) -> frozenset[int]:
    return frozenset(
        i
        for i, word in enumerate(analysis.words)
        if word.start >= mention.start and word.start < mention.end
    )


def _is_grammar(analysis: Analysis, places: frozenset[int]) -> bool:
    """Whether a span is nothing but words of the grammar."""
    words = [analysis.words[place] for place in places]
    if any(word.is_capital and min(places) > 0 for word in words):
        return all(is_stop(word) for word in words) and len(words) == 1
    known = adjectives()
    cue = cue_set("stop") | cue_set("negations") | cue_set("question_words")
    return all(w.normal in cue or w.normal in known or place_of(w) is not None for w in words)


def _is_name(analysis: Analysis, places: frozenset[int]) -> bool:
    """Whether the words are written like a name: with a capital that no sentence asks for."""
    if len(places) == 1 and all(analysis.words[p].normal.isdigit() for p in places):
        return False  # a number or a year
    return any(
        analysis.words[p].is_capital or analysis.words[p].text[:1].isdigit()
        for p in places
        if p > 0 or len(places) > 1
    )


def _worth(analysis: Analysis, mention: Mention, places: frozenset[int]) -> float:
    """Return what it is worth to take a span as a name: long and capital ones first."""
    capitals = sum(
        (analysis.words[p].is_capital and p > 0)
        or (analysis.words[p].normal.isdigit() and len(places) > 1)
        for p in places
    )
    small = sum(is_stop(analysis.words[p]) and not analysis.words[p].is_capital for p in places)
    best = mention.candidates[0].score
    return 2.0 * capitals + 0.5 * (len(places) - small) + best


def _disjoint(
    analysis: Analysis, found: Sequence[tuple[Mention, frozenset[int]]]
) -> list[tuple[Mention, frozenset[int]]]:
    """Return the best spans that do not overlap, in the order of the text."""
    taken: list[tuple[Mention, frozenset[int]]] = []
    used: set[int] = set()
    for mention, places in sorted(found, key=lambda one: -_worth(analysis, *one)):
        if not places & used:
            taken.append((mention, places))
            used |= places
    return sorted(taken, key=lambda one: one[0].start)


def _links(
    analysis: Analysis, mention: Mention, places: frozenset[int], pick: str | None
) -> tuple[Link, ...]:
    is_name = _is_name(analysis, places)
    best = max(c.score for c in mention.candidates)
    candidates = mention.candidates if pick else mention.candidates[:PER_MENTION]
    return tuple(
        Link(
            mention.start,
            mention.end,
            mention.text,
            one.id,
            one.label,
            round(one.score / best * (1.0 if is_name else 0.6), 4),
            places,
            is_name,
        )
        for one in candidates
    )


def _nested(
    analysis: Analysis, outer: frozenset[int], found: Sequence[tuple[Mention, frozenset[int]]]
) -> tuple[Link, ...]:
    """Return what the best name inside a longer one means, where the rest are common words."""
    words = [analysis.words[place] for place in outer]
    if all(word.is_capital or word.text[:1].isdigit() for word in words):
        return ()
    inner = [one for one in found if one[1] < outer and _is_name(analysis, one[1])]
    if not inner:
        return ()
    mention, places = max(inner, key=lambda one: _worth(analysis, *one))
    links = _links(analysis, mention, places, None)[:INSIDE]
    return tuple(replace(link, score=round(link.score * 0.7, 4)) for link in links)


def _noun(
    analysis: Analysis, mention: Mention, places: frozenset[int], kinds: Kinds
) -> Noun | None:
    if _is_name(analysis, places):
        return None
    classes = tuple(c.id for c in mention.candidates if kinds.is_class(c.id))
    last = analysis.words[max(places)]
    return Noun(places, classes, _singular_stem(last.stem)) if classes else None


def _singular_stem(stem: str) -> str:
    return stem[:-2] + "y" if stem.endswith("ie") else stem


def asked_noun(analysis: Analysis, nouns: Iterable[Noun]) -> Noun | None:
    """Return the noun that says what is asked for: the first, the longest that starts there."""
    content = sorted(analysis.content)
    ordered = sorted(nouns, key=lambda noun: (min(noun.places), -len(noun.places)))
    for noun in ordered:
        first = min(noun.places)
        before = [
            place
            for place in content
            if place < first
            and place_of(analysis.words[place]) is None
            and analysis.words[place].normal not in adjectives()
        ]
        if analysis.asks in ("which", "what", "how many") and len(before) <= 3:
            return noun
        if analysis.asks in ("who", "whom", "") and not before:
            return noun
    return None

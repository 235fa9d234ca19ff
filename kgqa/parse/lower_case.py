"""Names in a question that is written without capitals."""

from __future__ import annotations

from kgqa_store.names import NameIndex

from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import PEOPLE, Kinds
from kgqa.parse.linking import Link, Linked
from kgqa.parse.relation_words import said_stems
from kgqa.parse.words import Word, adjectives, is_stop, place_of

LONG = 7
"""A shorter word that no name has is no name with a typing mistake."""


def with_capitals(analysis: Analysis, names: NameIndex, nouns: frozenset[int]) -> str | None:
    """Return a question without capitals with some on words that names have, and relations not.

    None where it has capitals, or no such word: `where did einstein die` speaks of Einstein.
    At the places of `nouns` are kinds of things.
    """
    words = analysis.words
    if any(word.is_capital for word in words[1:]):
        return None
    text = list(analysis.question)
    for place, word in enumerate(words):
        is_free = place > 0 and place not in nouns and not _is_told(word)
        if is_free and _is_of_name(word, names):
            capital = text[word.start].upper()
            text[word.start] = capital if len(capital) == 1 else text[word.start]
    found = "".join(text)
    return found if found != analysis.question else None


def drops_name(linked: Linked, found: Linked, analysis: Analysis, kinds: Kinds) -> bool:
    """Whether a word that is the whole name of one thing is none with capitals on others.

    Of `daevid allen` the first is a name; with a capital only Allen would be.
    """
    used = frozenset(p for name in found.names if name and name[0].is_name for p in name[0].places)
    links = [name[0] for name in linked.names if name and not kinds.is_class(name[0].id)]
    return any(_is_whole(link, analysis) and not link.places & used for link in links)


def _is_whole(link: Link, analysis: Analysis) -> bool:
    is_told = any(_is_told(analysis.words[place]) for place in link.places)
    return not is_told and link.label.casefold() == link.mention.casefold()


def are_short_forms(linked: Linked, kinds: Kinds) -> bool:
    """Whether words are what somebody is called in short, or nearly all of a name.

    Titles are full of common words: the sun is not meant for a song of it.
    """
    links = [name[0] for name in linked.names if name]
    return bool(links) and all(_is_short(link, kinds) for link in links)


def _is_short(link: Link, kinds: Kinds) -> bool:
    label, said = link.label.casefold(), link.mention.casefold()
    if kinds.of(link.id) & PEOPLE:
        return label.endswith(f" {said}") or label == said
    rest = label.replace(said, "", 1).split() if said in label else label.split()
    return not link.is_name or len(rest) <= len(said.split())


def _is_of_name(word: Word, names: NameIndex) -> bool:
    """Whether names have a word, or a long one that is nearly the same: `incepton`."""
    if names.parts(word.normal, limit=1):
        return True
    return len(word.normal) >= LONG and bool(names.fuzzy(word.normal, limit=1))


def _is_told(word: Word) -> bool:
    """Whether a word says a relation, a place in an order, or a measure, and is no name."""
    is_relation = word.stem in said_stems() or place_of(word) is not None
    return is_stop(word) or is_relation or word.normal in adjectives()

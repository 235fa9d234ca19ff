"""Which names of a question are names: a word out of a longer one, or any common word, is none.

Where two things are compared whatever they are, nothing else tells that `made` in "has she made
a song" is no film, and that the `Wilson` of someone unknown is not another Wilson.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.parse.analysis import Analysis
from kgqa.parse.kinds import Kinds
from kgqa.parse.linking import Link, is_whole
from kgqa.parse.mentions import is_written_as_name
from kgqa.parse.words import is_stop

_APART = re.compile(r"[,;:?!\"“”()/]|['’]s\b")
"""What stands between two names, and not inside one."""

Names = Sequence[tuple[Link, ...]]


def sound(analysis: Analysis, names: Names, kinds: Kinds) -> list[tuple[Link, ...]]:
    """Return names with those links only that the words are whole names of."""
    heads = [name[0] for name in names if name]
    # Two names of one word side by side are mostly the two words of one that is not known.
    whole = frozenset(
        p
        for link in heads
        if is_exact(link.how) and (len(link.places) > 1 or kinds.is_class(link.id))
        for p in link.places
    )
    kept = [tuple(link for link in name if _is_sound(analysis, link, whole, kinds))
            for name in names]  # fmt: skip
    return [name for name in kept if name]


def is_exact(how: str) -> bool:
    """Whether words are all of a name, or say who is from a country, as `British` does."""
    return is_whole(how) or how.partition(", ")[0] == "demonym"


def _is_sound(analysis: Analysis, link: Link, whole: frozenset[int], kinds: Kinds) -> bool:
    if not link.is_name:
        is_common = link.label[:1].islower() or kinds.is_class(link.id)
        # Two words that say something are rarely a name by chance: `congressional gold medal`.
        return is_whole(link.how) and (is_common or len(link.places & analysis.content) > 1)
    beside = _beside(analysis, link.places)
    if is_exact(link.how) and (len(link.places) > 1 or kinds.is_class(link.id)):
        return True
    return not (beside - whole) if is_exact(link.how) else not beside


def _beside(analysis: Analysis, places: frozenset[int]) -> frozenset[int]:
    """Return the places beside a name of words that are written as parts of it."""
    words, first, last = analysis.words, min(places), max(places)
    found = set()
    for inner, outer in ((first, first - 1), (last, last + 1)):
        # A small word behind a name may be its end: `Beat It`.
        if not 0 <= outer < len(words) or (is_stop(words[outer]) and outer < inner):
            continue
        if is_written_as_name(words, outer) and not is_apart(analysis, *sorted((inner, outer))):
            found.add(outer)
    return frozenset(found)


def is_apart(analysis: Analysis, left: int, right: int) -> bool:
    """Whether something stands between two words that parts of one name do not have."""
    # The possessive ending is part of the word as it is written.
    between = analysis.question[analysis.words[left].end - 2 : analysis.words[right].start]
    return bool(_APART.search(between))

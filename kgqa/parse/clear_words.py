"""Words that say a property clearly, such that a reading that passes over them is another one's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.algebra import to_text
from kgqa.parse.judging import Candidate
from kgqa.parse.property_words import said_also
from kgqa.parse.sketches import Walker

_WAY = re.compile(r"\^?\bP[1-9][0-9]*\b")
FITS = 0.5
"""A reading with such a share of the kind asked for is a likely one."""

FIRST = 0.9
"""A name with such a score is taken for what it most likely means."""


def heeding_clear_words(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return readings that heed each clear word, where some of the kind asked for do.

    The languages that are native to a state are not its official one.
    """
    likely = [one for one in candidates if _is_likely(one)]
    heeded = frozenset[int]().union(*(_clear(walker, one) for one in likely))
    return [one for one in candidates if heeded <= one.explained]


def _clear(walker: Walker, candidate: Candidate) -> frozenset[int]:
    """Return the places of the words that say a property of a reading clearly."""
    ways = _WAY.findall(to_text(candidate.query))
    names = {*ways, *(way.removeprefix("^") for way in ways)}
    stems = frozenset[str]().union(*(said_also().get(name, ()) for name in names))
    said = candidate.explained & walker.free & walker.analysis.content
    return frozenset(place for place in said if walker.analysis.words[place].stem in stems)


def _is_likely(candidate: Candidate) -> bool:
    """Whether a reading gives what is asked for, of what the names most likely mean."""
    told = candidate.features
    fits = told.get("kind", 0.0) >= FITS and not told.get("wrong")
    return fits and told.get("first", 0.0) >= FIRST

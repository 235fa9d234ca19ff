"""Where the one leads that is first in an order: the capital of the largest state, its height."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.parse.combining import typed
from kgqa.parse.expected import is_value
from kgqa.parse.judging import Candidate, Judge
from kgqa.parse.linking import Link, Noun
from kgqa.parse.local_kinds import of_local_kind
from kgqa.parse.noun_sets import of_noun
from kgqa.parse.offices import is_office
from kgqa.parse.orderings import Ordering, ordered
from kgqa.parse.places import lying_in, risen
from kgqa.parse.present import lasting
from kgqa.parse.sketches import Sketch, Walker

BEYOND = 4
"""Of so many of what an inner noun orders it is seen where they lead."""
SAID = 0.5
"""What an ordinal orders is said so well at least."""
AROUND, KEPT = 40, 12
"""Sets that are narrowed to what an inner noun says, and those of them that are ordered."""


def ordered_at(walker: Walker) -> int | None:
    """Return where the words stand that order something else than what is asked for."""
    analysis, asked = walker.analysis, walker.noun
    # How high asks for a height; the highest are ordered by theirs.
    first = min(analysis.cues - walker.expected.places, default=None)
    if first is None or is_value(analysis, walker.expected):
        return first
    return first if asked is not None and max(asked.places) < first else None


def beyond(
    walker: Walker,
    judge: Judge,
    things: Sequence[Sketch],
    *,
    nouns: Sequence[Noun],
    links: Sequence[Link],
    orderings: Sequence[Ordering],
) -> Iterator[tuple[str, Sketch]]:
    """Yield where the one leads that another noun orders: the capital of the largest state.

    What is asked for stands before the words that order, and what is ordered behind them.
    """
    at = ordered_at(walker)
    for noun in nouns if at is not None else ():
        if at is None or min(noun.places) < at:
            continue
        inner = walker.asking(noun)
        single = [
            (operator, inner.judged(s))
            for base in _bases(inner, things, links)
            for operator, s in ordered(inner, orderings, base)
            if len(s.members or ()) == 1
        ]
        single.sort(key=lambda one: -judge.sketch(one[1], one[0]).score)
        for operator, sketch in single[:BEYOND]:
            yield from ((operator, risen(walker, s) or s) for s in walker.onward([sketch]))


def _bases(inner: Walker, things: Sequence[Sketch], links: Sequence[Link]) -> list[Sketch]:
    """Return the sets that an inner noun may mean: around the names, or all."""
    around = inner.best([s for s in things if s.links], AROUND)
    narrowed = [s for one in around if (s := typed(inner, one)) is not None]
    # Who held an office is what the noun says that names it, each of them.
    said = inner.noun.places if inner.noun is not None else frozenset[int]()
    narrowed += [s for s in around if is_office(s.query) and said <= s.explained]
    every = of_noun(inner)[:2]
    if inner.noun is not None:
        nouns = (inner.noun,)
        narrowed += [s for link in links for s in of_local_kind(inner, link, nouns)]
    if is_value(inner.analysis, inner.expected):
        narrowed += [s for one in every for link in links for s in lying_in(inner, one, link)]
    return [lasting(inner, s) for s in inner.best(narrowed, KEPT)] or every


def heeding_order(walker: Walker, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the readings that heed an order, if some do that say as much as any other.

    The area of a continent is not that of its largest country, nor is a president the second one.
    """
    at = _heeded(walker)
    heeding = [one for one in candidates if at in one.explained]
    others = [one for one in candidates if at not in one.explained]
    is_whole = any(one.features["names"] == 1 or not one.links for one in heeding)
    is_as_told = _most_covered(heeding) >= _most_covered(others)
    is_said = at not in _ordinals(walker) or any(one.features["weakest"] >= SAID for one in heeding)
    return heeding if is_said and heeding and (is_whole or is_as_told) else list(candidates)


def _ordinals(walker: Walker) -> tuple[int, ...]:
    """Return the place of the word that says a place in an order."""
    return () if walker.analysis.ordinal is None else walker.analysis.ordinal[:1]


def _most_covered(candidates: Sequence[Candidate]) -> float:
    return max((one.features["covered"] for one in candidates), default=0.0)


def _heeded(walker: Walker) -> int | None:
    """Return where words order something that no reading may pass over."""
    ordinal = walker.analysis.ordinal
    if is_value(walker.analysis, walker.expected):
        at = ordered_at(walker)
        # The first may be the one that a name means: a band's first album is called as the band is.
        return None if at is not None and ordinal == (at, 1) else at
    # What is said to be the 17th largest is told by more than that, where its size is not known.
    is_alone = ordinal is not None and abs(ordinal[1]) > 1 and not walker.analysis.measures
    return ordinal[0] if ordinal is not None and is_alone else None

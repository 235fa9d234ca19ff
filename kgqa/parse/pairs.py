"""Which of the things that two names may mean are compared: those of one kind, and best known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from kgqa.parse.linking import Link
from kgqa.parse.sketches import Walker

LIKELY = 0.5
"""A meaning with such a score is not far behind the likeliest one."""
MEANT = 5
"""Things that a name may mean which are compared."""

Pair = tuple[Link, Link]
T = TypeVar("T")


def pairs_of(walker: Walker, name: Sequence[Link], other: Sequence[Link]) -> list[Pair]:
    """Return what two names may mean: the likeliest, and what is of the kind asked for."""
    left, right = (
        [link for i, link in enumerate(links) if i < MEANT or _is_asked(walker, link)]
        for links in (name, other)
    )
    return [(a, b) for a in left for b in right if a.id != b.id]


def _is_asked(walker: Walker, link: Link) -> bool:
    """Whether something is what the noun of the question says."""
    return walker.noun is not None and walker.kinds.is_any(link.id, frozenset(walker.noun.classes))


def likeness(walker: Walker, one: Link, other: Link) -> float:
    """Return how far two entities are of one kind, which those that are compared mostly are."""
    names = walker.kinds.names
    if {*names.types(one.id)} & {*names.types(other.id)}:
        return 1.0
    return 0.5 if walker.kinds.of(one.id) & walker.kinds.of(other.id) else 0.0


def likeliest(walker: Walker, found: Mapping[Pair, Sequence[T]]) -> list[T]:
    """Return what was found of pairs, but of none beside a likelier one of the same kind.

    Both are of the kind asked for where such were found. What comes out of a comparison says
    nothing of which two are meant.
    """
    known = [pair for pair, some in found.items() if some]
    asked = [pair for pair in known if all(_is_asked(walker, link) for link in pair)]
    known = asked or known
    # A film is compared with a film rather than with the novel, if that is a likely meaning.
    known = [pair for pair in known if likeness(walker, *pair) == 1 and _is_likely(pair)] or known
    kept = [p for p in known if not any(_is_likelier(walker, other, p) for other in known)]
    return [one for pair in kept for one in found[pair]]


def _is_likely(pair: Pair) -> bool:
    return all(link.score >= LIKELY for link in pair)


def _is_likelier(walker: Walker, pair: Pair, other: Pair) -> bool:
    """Whether a pair is at least as alike as another, of its kind, and neither is less likely."""
    if pair == other:
        return False
    one, two = (likeness(walker, *each) for each in (pair, other))
    is_ahead = all(a.score >= b.score for a, b in zip(pair, other, strict=True))
    are_of_kind = all(likeness(walker, a, b) == 1 for a, b in zip(pair, other, strict=True))
    return is_ahead and (one > two or (one == two and are_of_kind))

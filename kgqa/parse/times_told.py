"""How often something was so: statements that say it several times, each with its time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kgqa.algebra import Count, Query
from kgqa.parse.linking import Link
from kgqa.parse.members import Literal, Member, month_and_day, year
from kgqa.parse.periods import AT, START
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.told import CLEAR, Edge, edges_between

FOR_WORK = "P1686"
"""Qualifier: for which work an award was."""
TIMES = (AT, START, FOR_WORK)
"""Qualifiers of which statements have one for each time that they were so, likelier ones first."""


def how_often(walker: Walker, names: Sequence[Sequence[Link]]) -> Iterator[tuple[Query, Sketch]]:
    """Yield how often edges were so, where that is more often than there are things they lead to.

    Who won an award in two years won it twice, though it is one award.
    """
    # What was denied of some of the times nobody states.
    is_plain = walker.analysis.negation is None
    edges = list(edges_between(walker, names)) if is_plain else []
    for edge in edges:
        times = _times(walker, edge)
        # To be nominated for an award is not to win it, though nearly the same is said.
        best = max(other.said for other in edges if other.links == edge.links)
        if times is None or edge.said < best:
            continue
        qualifier, number = times
        relations = ((edge.property, edge.said), (qualifier, CLEAR))
        often = walker.analysis.saying("often") | walker.analysis.saying("attaining")
        found = Sketch(
            edge.told(qualifier),
            (Literal("number", str(number), float(number)),),
            edge.links,
            relations,
            edge.explained | often,
            kind=1.0,
            note="stated",
        )
        yield Count(found.query), found


def _times(walker: Walker, edge: Edge) -> tuple[str, int] | None:
    """Return the qualifier that has another value for each time, and how many there were.

    Every thing that edges lead to counts as often as its statements have such a value, or once.
    """
    statements = walker.lookups.stated(edge.property, edge.start.id, inverse=True)
    for qualifier in TIMES:
        told: dict[str, set[Member]] = {end: set() for end in map(str, edge.ends)}
        for value, qualifiers in statements:
            if value in edge.ends:
                told[str(value)] |= {*qualifiers.get(qualifier, ())}
        every = set[Member]().union(*told.values())
        often = sum(max(1, len(some)) for some in told.values())
        if len(told) < len(every) == often and not _is_said_twice(every):
            return qualifier, often
    return None


def _is_said_twice(values: Collection[Member]) -> bool:
    """Whether some dates may be one and the same: a day, and the year that it is in."""
    dates = [one for one in values if isinstance(one, Literal)]
    named = [year(one) for one in dates if month_and_day(one) == (1, 1)]
    return any(year(one) in named for one in dates if month_and_day(one) != (1, 1))

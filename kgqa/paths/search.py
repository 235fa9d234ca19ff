"""The best paths between two items: a search from both ends that avoids hubs.

A path costs 1 for each step, and for each item on the way the logarithm (to the base 10) of how
many edges that has: to pass through a film with 100 edges costs 2, through a country with a million
6. So what says most comes first, and short ways through what everything is joined to come late.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

from kgqa.paths.neighbours import Neighbours

LABELS = 200_000
"""So many trails are kept in memory; then the search ends with what it has found."""
LONGEST = 6
"""Steps of the longest path that is looked for, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The way from an end to an item; the cost of that item itself is not in it."""

    cost: float
    item: str
    before: Trail | None = None
    steps: int = 0

    def items(self) -> Iterator[str]:
        """Yield the items from the last to the end it started from."""
        trail: Trail | None = self
        while trail is not None:
            yield trail.item
            trail = trail.before


@dataclass(frozen=True, slots=True)
class Found:
    """The paths that were found, the cheapest first: for each its cost and its items."""

    paths: tuple[tuple[float, tuple[str, ...]], ...]
    is_complete: bool
    """Whether there are no better ones; not so where time or room ended the search."""


@dataclass(slots=True)
class _Side:
    """The trails from one end: those to go on from, and the best to each item."""

    queue: list[tuple[float, int, Trail]] = field(default_factory=list)
    labels: dict[str, list[Trail]] = field(default_factory=dict)
    reached: float = 0.0
    """What the costliest trail cost that was gone on from."""
    pushed: int = 0

    @property
    def least(self) -> float:
        """What the next trail costs."""
        return self.queue[0][0] if self.queue else self.reached

    def push(self, trail: Trail) -> None:
        self.pushed += 1
        self.labels.setdefault(trail.item, []).append(trail)
        heappush(self.queue, (trail.cost, self.pushed, trail))


class Search:
    """Finds the `top` cheapest paths of at most `longest` steps between two items."""

    def __init__(self, neighbours: Neighbours, *, top: int, longest: int, deadline: float) -> None:
        """Read the graph by `neighbours`, until `deadline`."""
        self._neighbours, self._deadline = neighbours, deadline
        self._top, self._longest = top, longest
        self._paths: dict[tuple[str, ...], float] = {}
        self._ends: frozenset[str] = frozenset()

    def between(self, start: str, end: str) -> Found:
        """Return the best paths from `start` to `end`."""
        if any(self._neighbours.around(one).edges == 0 for one in (start, end)):
            return Found((), is_complete=True)
        self._ends = frozenset((start, end))
        ours, theirs = _Side(), _Side()
        ours.push(Trail(0.0, start))
        theirs.push(Trail(0.0, end))
        is_complete = True
        while (ours.queue or theirs.queue) and self._can_be_better(ours.least + theirs.least):
            if time.monotonic() > self._deadline or ours.pushed + theirs.pushed > LABELS:
                is_complete = False
                break
            is_ours = bool(ours.queue) and (not theirs.queue or ours.least <= theirs.least)
            side, other = (ours, theirs) if is_ours else (theirs, ours)
            self._go_on(side, other, forward=is_ours)
        ranked = sorted((cost, items) for items, cost in self._paths.items())
        return Found(tuple(ranked[: self._top]), is_complete)

    def _can_be_better(self, cost: float) -> bool:
        """Whether a path of this cost would be among the best."""
        if len(self._paths) < self._top:
            return True
        return cost < sorted(self._paths.values())[self._top - 1]

    def _go_on(self, side: _Side, other: _Side, *, forward: bool) -> None:
        """Go on from the cheapest trail of a side to all neighbours."""
        cost, _, trail = heappop(side.queue)
        side.reached = cost
        if trail.steps >= self._longest or (trail.item in self._ends and trail.before):
            return
        around = self._neighbours.around(trail.item)
        cost += 1.0 + self._weight(trail.item, around.edges)
        if not self._can_be_better(cost):
            return
        passed = set(trail.items())
        for item in around.neighbours:
            known = side.labels.get(item, ())
            if item in passed or len(known) >= self._top:
                continue
            new = Trail(cost, item, trail, trail.steps + 1)
            side.push(new)
            for met in other.labels.get(item, ()):
                self._join(new, met, forward=forward)

    def _weight(self, item: str, edges: int) -> float:
        return 0.0 if item in self._ends else math.log10(max(1, edges))

    def _join(self, trail: Trail, met: Trail, *, forward: bool) -> None:
        """Keep the path of two trails that meet, if it is good."""
        cost = trail.cost + met.cost
        if trail.steps + met.steps > self._longest or not self._can_be_better(cost):
            return
        one, two = (trail, met) if forward else (met, trail)
        items = (*reversed(tuple(one.items())), *list(two.items())[1:])
        if len(set(items)) == len(items) and items not in self._paths:
            if trail.item not in self._ends:
                cost += self._weight(trail.item, self._neighbours.around(trail.item).edges)
            self._paths[items] = cost

"""From two names or ids to the paths between what they mean, as facts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from kgqa_store.errors import TimeLimit
from kgqa_store.store import Store

from kgqa.algebra import Entity
from kgqa.answers import Fact, LinkedName
from kgqa.errors import KgqaError
from kgqa.parse.expressions import StoreNames
from kgqa.paths.edges import edges_of
from kgqa.paths.neighbours import Neighbours
from kgqa.paths.search import LONGEST, Search
from kgqa.settings import DEFAULTS, Settings

TOP = 5
"""So many paths are found, unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Step:
    """Two items that follow each other on a path, and all edges between them."""

    start: str
    end: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one thing to another."""

    cost: float
    """1 for each step, and the logarithm of the edges of each item on the way."""
    steps: tuple[Step, ...]

    @property
    def items(self) -> tuple[str, ...]:
        """The items on the path, with both ends."""
        return (self.steps[0].start, *(step.end for step in self.steps))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All edges of the path."""
        return tuple(fact for step in self.steps for fact in step.facts)


@dataclass(frozen=True, slots=True)
class Paths:
    """The paths between two items, the best first."""

    start: str
    end: str
    paths: tuple[Path, ...]
    links: tuple[LinkedName, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    looked_at: int = 0
    """How many items were looked at."""
    is_complete: bool = True
    """Whether there are no better paths; not so where time or room ended the search."""
    shared: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """How many values the subject of an edge has of its property."""
    timings: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage."""


def find_paths(
    start: str,
    end: str,
    store: Store,
    *,
    top: int = TOP,
    longest: int = LONGEST,
    settings: Settings = DEFAULTS,
) -> Paths:
    """Return the best paths between two things, each given by a name or an id.

    `UnknownName` and `UnclearName` are raised for names, and `TimeLimit` where the time is up
    before there is any path.
    """
    begun = time.monotonic()
    deadline = begun + settings.timeout
    with StoreNames(store, settings.language) as names:
        ends = names.thing(start), names.thing(end)
        links = names.links
    if ends[0] == ends[1]:
        raise KgqaError(f"Both ends are {ends[0]}.", hint="name two different things")
    neighbours = Neighbours(edges_of(store, deadline))
    search = Search(neighbours, top=top, longest=longest, deadline=deadline)
    found = search.between(*ends)
    if not found.paths and time.monotonic() > deadline:
        message = f"No path was found in {settings.timeout:g} s, the time limit."
        raise TimeLimit(message, hint="allow more with --timeout SECONDS")
    paths = tuple(_path(cost, items, neighbours) for cost, items in found.paths)
    facts = [fact for path in paths for fact in path.facts]
    return Paths(
        *ends,
        paths,
        links,
        store.labels(sorted({*ends, *_ids(facts)}), settings.language),
        neighbours.read,
        found.is_complete,
        _shared(facts, neighbours),
        {"total": round((time.monotonic() - begun) * 1000, 1)},
    )


def _path(cost: float, items: tuple[str, ...], neighbours: Neighbours) -> Path:
    steps = (Step(one, two, tuple(_facts(one, two, neighbours))) for one, two in pairwise(items))
    return Path(round(cost, 3), tuple(steps))


def _facts(one: str, two: str, neighbours: Neighbours) -> Iterable[Fact]:
    """Yield the edges between two items, in both directions."""
    for subject, other in ((one, two), (two, one)):
        for property_, object_ in neighbours.edges_from(subject):
            if object_ == other:
                yield Fact(Entity(subject), property_, Entity(object_))


def _shared(facts: Iterable[Fact], neighbours: Neighbours) -> dict[tuple[str, str], int]:
    counts: dict[tuple[str, str], int] = {}
    for subject in {fact.subject.id for fact in facts if isinstance(fact.subject, Entity)}:
        for property_, _ in neighbours.edges_from(subject):
            counts[subject, property_] = counts.get((subject, property_), 0) + 1
    return counts


def _ids(facts: Iterable[Fact]) -> Iterable[str]:
    for fact in facts:
        yield fact.property
        yield from (end.id for end in (fact.subject, fact.object) if isinstance(end, Entity))

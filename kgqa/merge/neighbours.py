"""What the graph joins to the things that a question names, as its words say or otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kgqa.parse.parser import Parser

MOST = 300
"""Things that a property joins to one; more of them are no clue."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Things that the graph joins to others."""

    as_said: frozenset[str] = frozenset()
    """By a property that the words of the question may mean."""
    otherwise: frozenset[str] = frozenset()
    """Only by others: the wife of somebody is none of the children."""


def joined_to(names: Sequence[str], said: Collection[str], parser: Parser) -> Joined:
    """Return what the graph joins to things, whichever way the edges lead."""
    edges = list(_edges(names, parser))
    as_said = frozenset(id_ for property_, id_ in edges if property_ in said)
    return Joined(as_said, frozenset(id_ for _, id_ in edges) - as_said)


def _edges(names: Sequence[str], parser: Parser) -> Iterator[tuple[str, str]]:
    for edges in parser.lookups.out(names).values():
        for property_, members in edges.items():
            yield from ((property_, one) for one in members if isinstance(one, str))
    counts = parser.lookups.into(names)
    few = [(p, id_) for id_ in names for p, count in counts[id_].items() if count <= MOST]
    for (property_, _), members in parser.lookups.subjects(few).items():
        yield from ((property_, one) for one in members if isinstance(one, str))

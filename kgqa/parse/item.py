"""What the chart holds: a piece of the algebra, what it denotes, and the words that say it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import NOTHING

from kgqa.algebra import Amount, Query, Things, Truth
from kgqa.denote import Denotation
from kgqa.parse.alignment import Floats
from kgqa.parse.linking import Link


@dataclass(frozen=True, slots=True)
class Evidence:
    """How the words of a question say an item; that of a larger item is joined of its parts."""

    cover: Floats
    """How far each word is covered, from 0 to 1."""
    links: tuple[Link, ...] = ()
    said: tuple[float, ...] = ()
    """Of each property, the logarithm of how likely it is meant."""
    behind: tuple[float, ...] = ()
    """Of each property that was one of several to follow, how much likelier the best one was."""
    ways: tuple[int, ...] = ()
    """The properties that are followed, by their places in the graph."""
    spent: frozenset[int] = frozenset()
    """Words that may be used once: those of names, values, and operators."""

    def joined(self, other: Evidence) -> Evidence:
        """Return the evidence of both."""
        return Evidence(
            np.maximum(self.cover, other.cover),
            self.links + other.links,
            self.said + other.said,
            self.behind + other.behind,
            self.ways + other.ways,
            self.spent | other.spent,
        )

    def spending(self, words: frozenset[int]) -> Evidence:
        """Return the evidence with more words that are covered, and used up."""
        cover = self.cover.copy()
        cover[sorted(words)] = 1.0
        return replace(self, cover=cover, spent=self.spent | words)

    def saying(self, place: int, likely: float, cover: Floats) -> Evidence:
        """Return the evidence with one more property, by its place in the graph."""
        return replace(
            self,
            cover=np.maximum(self.cover, cover),
            said=(*self.said, likely),
            ways=(*self.ways, place),
        )

    def among(self, behind: float) -> Evidence:
        """Return the evidence with how far its last property was behind the likeliest one."""
        return replace(self, behind=(*self.behind, behind))

    @property
    def named(self) -> frozenset[int]:
        """The words of names."""
        return frozenset(place for link in self.links for place in link.places)


@dataclass(frozen=True, slots=True)
class Item:
    """A well-formed query with its denotation, and the rule and items it was made of."""

    query: Query
    value: Denotation
    evidence: Evidence
    rule: str
    children: tuple[Item, ...] = ()

    @property
    def nodes(self) -> Ints:
        """The members of a set; none where it is a number or a truth."""
        return self.value if isinstance(self.value, np.ndarray) else NOTHING

    @property
    def is_set(self) -> bool:
        """Whether it denotes a set."""
        return isinstance(self.value, np.ndarray)

    @property
    def things(self) -> Things:
        """The query of a set."""
        assert not isinstance(self.query, Amount | Truth)  # noqa: S101 - rules take only sets
        return self.query

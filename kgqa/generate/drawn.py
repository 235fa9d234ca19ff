"""What a question is made of before it has words, and the simple queries that it is drawn from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa_store.adjacency_content import Ints
from kgqa_store.sorted_sets import among

from kgqa.algebra import Query
from kgqa.generate.simple import FEWEST, Offer, Simple, edges_around
from kgqa.generate.world import World

SEEN = 6
"""Answers whose other edges are looked at for a second query."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question without words: its kind, its meaning, and the relations in it."""

    kind: str
    query: Query
    relations: tuple[str, ...]


class Pool:
    """The simple queries of a graph, to be drawn from."""

    def __init__(self, world: World, offers: Sequence[Offer], rng: random.Random) -> None:
        """Draw by `rng`, from each relation by the root of what it offers."""
        self.world, self.offers, self.rng = world, list(offers), rng
        self._good: dict[Simple, bool] = {}
        self.refused: Counter[str] = Counter()

    @cached_property
    def _weights(self) -> list[float]:
        return [len(one.starts) ** 0.5 for one in self.offers]

    def answers(self, simple: Simple) -> Ints:
        """Return what a simple query denotes."""
        return simple.answers(self.world)

    def is_good(self, simple: Simple) -> bool:
        """Whether a query can be asked in words: it and all its answers have names."""
        if simple not in self._good:
            self._good[simple] = self._judged(simple)
        return self._good[simple]

    def _judged(self, simple: Simple) -> bool:
        if not self.world.is_clear(simple.entity):
            self.refused["whose name is not clear"] += 1
            return False
        if not self.world.are_named(simple.answers(self.world)).all():
            self.refused["with an answer that has no label"] += 1
            return False
        return True

    def one(self) -> Simple | None:
        """Return a simple query that can be asked, if a few draws find one."""
        for _ in range(20):
            offer = self.rng.choices(self.offers, self._weights)[0]
            start = int(offer.starts[self.rng.randrange(len(offer.starts))])
            simple = Simple(offer.property, offer.is_inverse, start)
            if self.is_good(simple):
                return simple
        return None

    def all(self) -> Iterator[Simple]:
        """Yield all simple queries that can be asked, of one relation after the other in turn."""
        queues = []
        for offer in self.offers:
            starts = offer.starts.tolist()
            self.rng.shuffle(starts)
            queues.append((offer, starts))
        while queues:
            for offer, starts in queues:
                simple = Simple(offer.property, offer.is_inverse, starts.pop())
                if self.is_good(simple):
                    yield simple
            queues = [queue for queue in queues if queue[1]]

    def sample(self, nodes: Ints, most: int = SEEN) -> Ints:
        """Return some of a set."""
        if len(nodes) <= most:
            return nodes
        return nodes[sorted(self.rng.sample(range(len(nodes)), most))]

    def partners(self, simple: Simple, nodes: Ints) -> list[Simple]:
        """Return other queries that share answers with a simple one, in any order."""
        met = Counter(edges_around(self.world, self.sample(nodes)))
        met.pop(simple, None)
        found = [one for one, count in met.items() if count > 1] or list(met)
        self.rng.shuffle(found)
        return found[:30]

    def class_of(self, nodes: Ints, *, whole: bool = False) -> str | None:
        """Return a class of some of a set, the frequent ones likelier; of all of it if `whole`."""
        counted = Counter(self.world.classes_of(nodes).tolist())
        likely = [
            (node, count) for node, count in counted.items() if count >= min(FEWEST, len(nodes))
        ]
        self.rng.shuffle(likely)
        for node, _ in sorted(likely, key=lambda one: -one[1] * (0.5 + self.rng.random())):
            id_ = self.world.id(node)
            inside = among(nodes, self.world.instances(node))
            enough = inside.all() if whole else inside.sum() >= FEWEST
            if enough and self.world.noun_of(id_) is not None:
                return id_
        return None

"""How well a verifier tells what a text says from what it does not: planted false alignments."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kgqa.generate.evidence import Edge, Evidence
from kgqa.generate.relations import Relation
from kgqa.generate.simple import Offer, Simple, offers
from kgqa.generate.verifiers import Claim, Verifier, claim_of
from kgqa.generate.world import World
from kgqa.text.readers.scores import area
from kgqa.text.verifying.alignments import is_held_out

HOW = {"relation": "planted", "object": "planted", "near relation": "near"}
"""How false alignments are made, and what they are measured with: another relation of any kind,
the value of another edge of the relation, and another relation between things of these kinds."""
LOSS = 0.075
"""The share of true alignments that may be lost, as in QAMPARI's paper."""
TRIES = 20
"""Edges that are looked at for another value."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A text, what the graph says of the two things in it, and what it does not say of them."""

    premise: str
    true: Claim
    relation: str
    planted: Mapping[str, Claim]
    """What the graph does not say, by how it was made: see `HOW`."""


@dataclass(frozen=True, slots=True)
class Removed:
    """How well false alignments are told from true ones."""

    count: int
    auc: float
    """How likely a true alignment is given more than a false one."""
    removed: float
    """The share of the false ones below the threshold."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a verifier is worth."""

    pairs: int
    relations: int
    threshold: float
    """What must be given so that so many true ones are lost as may be."""
    lost: float
    planted: Removed
    near: Removed

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON has them."""
        return asdict(self)


def pairs(
    world: World, evidence: Evidence, most: int, seed: int, *, held: bool = False
) -> Iterator[Pair]:
    """Yield sentences with what they are aligned to, and with what was planted.

    With `held` only relations are taken that our verifier has not learned from.
    """
    rng = random.Random(seed)
    found = [one for one in offers(world) if not held or is_held_out(one.property)]
    usable = sorted(one for one in world.usable if not held or is_held_out(one))
    planter = _Planter(world, [one for one in usable if world.relation(one).is_written], rng)
    count = 0
    for _ in range(most * 200 if found else 0):
        edge = _edge(world, rng.choice(found), rng)
        sentence = next(iter(evidence.sentences(edge)), None)
        if sentence is None:
            continue
        premise = f"{sentence.page.title}. {sentence.text}"
        names = (world.label(edge.subject), world.label(edge.object))
        said = claim_of(world.relation(edge.property), *names)
        yield Pair(premise, said, edge.property, planter.planted(edge, premise))
        count += 1
        if count >= most:
            return


def _edge(world: World, offer: Offer, rng: random.Random) -> Edge:
    """Return an edge of a relation, drawn by the node that it starts from."""
    start = int(offer.starts[rng.randrange(len(offer.starts))])
    one = Simple(offer.property, offer.is_inverse, start)
    answer = world.id(int(rng.choice(one.answers(world).tolist())))
    other = world.id(start)
    if offer.is_inverse:
        return Edge(other, offer.property, answer)
    return Edge(answer, offer.property, other)


class _Planter:
    """Makes alignments that the graph does not say."""

    def __init__(self, world: World, written: Sequence[str], rng: random.Random) -> None:
        self.world, self.rng = world, rng
        self.relations = [world.relation(one) for one in written]

    def planted(self, edge: Edge, premise: str) -> dict[str, Claim]:
        """Return the false claims about the ends of an edge, as far as there are some."""
        subject, object_ = self.world.label(edge.subject), self.world.label(edge.object)
        found = {}
        if (other := self._relation(edge, self.relations)) is not None:
            found["relation"] = claim_of(other, subject, object_)
        true = self.world.relation(edge.property)
        near = [
            one
            for one in self.relations
            if one.values == true.values and one.wording.noun == true.wording.noun
        ]
        if (other := self._relation(edge, near)) is not None:
            found["near relation"] = claim_of(other, subject, object_)
        if (value := self._object(edge, premise)) is not None:
            found["object"] = claim_of(true, subject, value)
        return found

    def _relation(self, edge: Edge, among: Sequence[Relation]) -> Relation | None:
        """Return another relation that does not hold between the two."""
        subject = np.array([self.world.graph.entity(edge.subject)], dtype=np.int32)
        target = self.world.graph.entity(edge.object)
        others = [one for one in among if one.id != edge.property]
        self.rng.shuffle(others)
        adjacency = self.world.adjacency
        return next(
            (one for one in others if target not in adjacency.objects(one.id, subject)), None
        )

    def _object(self, edge: Edge, premise: str) -> str | None:
        """Return the value of another edge of the relation, which the text does not name."""
        world = self.world
        subject = np.array([world.graph.entity(edge.subject)], dtype=np.int32)
        own = set(world.adjacency.objects(edge.property, subject).tolist())
        objects = world.adjacency.edges(edge.property).objects
        for _ in range(TRIES):
            node = int(objects[self.rng.randrange(len(objects))])
            if node in own or node >= world.adjacency.entities:
                continue
            label = world.label(world.id(node))
            if label not in premise and label != world.id(node):
                return label
        return None


def measure(verifier: Verifier, told: Sequence[Pair]) -> Figures:
    """Return how well a verifier tells true alignments from planted ones."""
    true = np.array([verifier.entails(one.true, [one.premise])[0] for one in told])
    false: dict[str, list[float]] = {"planted": [], "near": []}
    for one in told:
        for how, claim in one.planted.items():
            false[HOW[how]].append(verifier.entails(claim, [one.premise])[0])
    threshold = float(np.quantile(true, LOSS)) if len(true) else 0.0
    return Figures(
        len(told),
        len({one.relation for one in told}),
        round(threshold, 4),
        round(float((true < threshold).mean()), 4) if len(true) else 0.0,
        *(_removed(true.tolist(), false[kind], threshold) for kind in ("planted", "near")),
    )


def _removed(true: list[float], false: list[float], threshold: float) -> Removed:
    if not true or not false:
        return Removed(len(false), 0.0, 0.0)
    below = sum(one < threshold for one in false) / len(false)
    return Removed(len(false), round(area(true, false), 4), round(below, 4))

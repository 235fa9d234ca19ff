"""How well a verifier tells what a text says from what it does not: planted false alignments."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from kgqa.generate.evidence import Edge, Evidence
from kgqa.generate.relations import Relation
from kgqa.generate.simple import Simple, offers
from kgqa.generate.verifiers import Claim, Verifier, claim_of
from kgqa.generate.world import World
from kgqa.text.readers.scores import area

LOSS = 0.075
"""The share of true alignments that may be lost, as in QAMPARI's paper."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A text, what the graph says of the two things in it, and what it does not say of them."""

    premise: str
    true: Claim
    planted: Claim
    relation: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What a verifier is worth."""

    pairs: int
    relations: int
    auc: float
    """How likely a true alignment is given more than a planted one."""
    threshold: float
    """What must be given so that so many true ones are lost as may be."""
    lost: float
    removed: float
    """The share of planted alignments below the threshold."""

    def to_dict(self) -> dict[str, float]:
        """Return the figures as JSON has them."""
        return asdict(self)


def pairs(world: World, evidence: Evidence, most: int, seed: int) -> Iterator[Pair]:
    """Yield sentences with what they are aligned to, and with another relation of such things."""
    rng = random.Random(seed)
    found = offers(world)
    written = [one for one in sorted(world.usable) if world.relation(one).is_written]
    count = 0
    for _ in range(most * 200):
        offer = rng.choice(found)
        start = int(offer.starts[rng.randrange(len(offer.starts))])
        one = Simple(offer.property, offer.is_inverse, start)
        answer = world.id(int(rng.choice(one.answers(world).tolist())))
        other = world.id(start)
        edge = (
            Edge(other, offer.property, answer)
            if offer.is_inverse
            else Edge(answer, offer.property, other)
        )
        planted = _planted(world, edge, written, rng)
        sentence = next(iter(evidence.sentences(edge)), None)
        if sentence is None or planted is None:
            continue
        names = (world.label(edge.subject), world.label(edge.object))
        said = (claim_of(world.relation(edge.property), *names), claim_of(planted, *names))
        yield Pair(f"{sentence.page.title}. {sentence.text}", *said, edge.property)
        count += 1
        if count >= most:
            return


def _planted(
    world: World, edge: Edge, written: Sequence[str], rng: random.Random
) -> Relation | None:
    """Return another relation of things of these kinds that does not hold between these two."""
    true = world.relation(edge.property)
    alike = [
        relation
        for one in written
        if (relation := world.relation(one)).id != true.id
        and relation.values == true.values
        and relation.wording.noun == true.wording.noun
    ]
    subject = np.array([world.graph.entity(edge.subject)], dtype=np.int32)
    target = world.graph.entity(edge.object)
    rng.shuffle(alike)
    return next(
        (one for one in alike if target not in world.adjacency.objects(one.id, subject)), None
    )


def measure(verifier: Verifier, told: Sequence[Pair]) -> Figures:
    """Return how well a verifier tells true alignments from planted ones."""
    true = np.array([verifier.entails(one.true, [one.premise])[0] for one in told])
    planted = np.array([verifier.entails(one.planted, [one.premise])[0] for one in told])
    threshold = float(np.quantile(true, LOSS)) if len(true) else 0.0
    return Figures(
        len(told),
        len({one.relation for one in told}),
        round(area(true.tolist(), planted.tolist()), 4) if told else 0.0,
        round(threshold, 4),
        round(float((true < threshold).mean()), 4) if len(true) else 0.0,
        round(float((planted < threshold).mean()), 4) if len(planted) else 0.0,
    )

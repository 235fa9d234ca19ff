"""The units of amounts that a graph tells beside them: a currency, or what a name ends with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
from kgqa_store.adjacency import Adjacency

from kgqa.algebra import Entity
from kgqa.answers import Answer, GraphProof, Measurement
from kgqa.parse.own_facts import OwnFacts


def with_units(
    answers: Iterable[Answer], facts: OwnFacts, adjacency: Adjacency
) -> tuple[Answer, ...]:
    """Return answers whose numbers have the unit that the graph tells of them, if it is one."""
    return tuple(_with_unit(answer, facts, adjacency) for answer in answers)


def _with_unit(answer: Answer, facts: OwnFacts, adjacency: Adjacency) -> Answer:
    match answer.value:
        case Measurement(amount, None):
            units = set(_units(answer, facts, adjacency))
            return replace(answer, value=Measurement(amount, *units)) if len(units) == 1 else answer
        case _:
            return answer


def _units(answer: Answer, facts: OwnFacts, adjacency: Adjacency) -> Iterator[str]:
    """Yield the units of a number: what its subject has beside it, else what the property says."""
    proofs = [proof for proof in answer.proofs if isinstance(proof, GraphProof)]
    for fact in (fact for proof in proofs for fact in proof.facts):
        place = adjacency.place(fact.property)
        if fact.object != answer.value or place is None:
            continue
        beside = facts.beside.get(place)
        node = adjacency.entity(fact.subject.id) if isinstance(fact.subject, Entity) else None
        if beside is not None and node is not None:
            start = np.array([node], dtype=np.int32)
            found = adjacency.objects(adjacency.properties[beside], start).tolist()
            yield from map(adjacency.text, found)
        elif place in facts.units:
            yield facts.units[place]

"""The labels of all that a reply tells of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa_store.store import Store

from kgqa.algebra import Entity, to_text
from kgqa.algebra.ids import ids_in
from kgqa.answers import Answer, Fact, Measurement, Reply, Value


def labels_for(reply: Reply, store: Store, language: str) -> Reply:
    """Return the reply with the labels of every id in its answers, proofs and readings."""
    ids = {id_ for one in reply.readings for id_ in ids_in(to_text(one.query))}
    for answer in reply.answers:
        ids.update(_in_answer(answer))
    for conflict in reply.conflicts:
        ids.update((*_in_value(conflict.graph), *_in_value(conflict.text)))
    missing = sorted(ids - reply.labels.keys())
    return replace(reply, labels={**reply.labels, **store.labels(missing, language)})


def _in_answer(answer: Answer) -> Iterator[str]:
    yield from _in_value(answer.value)
    for proof in answer.graph_proofs:
        for fact in proof.facts:
            yield from _in_fact(fact)
    for passage in answer.text_proofs:
        if passage.fact is not None:
            yield from _in_fact(passage.fact)


def _in_fact(fact: Fact) -> Iterator[str]:
    yield from ids_in(fact.property)
    for end in (fact.subject, fact.object):
        yield from ids_in(end) if isinstance(end, str) else _in_value(end)
    for name, value in fact.qualifiers:
        yield name
        yield from _in_value(value)


def _in_value(value: Value) -> Iterator[str]:
    match value:
        case Entity(id_):
            yield id_
        case Measurement(_, str() as unit):
            yield unit

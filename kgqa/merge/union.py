"""One list of answers from graph and text: what both say is surer, where they differ is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgqa.algebra import Entity
from kgqa.answers import Answer, Conflict, Measurement, Time
from kgqa.judge.same_values import is_comparable, is_same
from kgqa.merge.text_confidence import either


def united(
    graph: Sequence[Answer], text: Sequence[Answer], *, one_value: bool
) -> tuple[tuple[Answer, ...], tuple[Conflict, ...]]:
    """Return the answers of graph and text as one list, the graph's first, and their conflicts.

    An answer of both has the proofs of both. Where a thing has `one_value` of what is asked for,
    one that only a passage has contradicts those of the graph.
    """
    rest = list(text)
    found: list[Answer] = []
    for answer in graph:
        agreeing = [one for one in rest if is_same(one.value, answer.value)]
        rest = [one for one in rest if one not in agreeing]
        found.append(_agreed(answer, agreeing))
    conflicts = _conflicts(found, rest) if one_value else ()
    return (*found, *rest), tuple(conflicts)


def gathered_answers(answers: Sequence[Answer]) -> list[Answer]:
    """Return answers from text with one for each value, the surest first.

    Two ways to a value may rest on the same passage, so it is as sure as by the better one.
    """
    groups: list[list[Answer]] = []
    for answer in sorted(answers, key=lambda one: (-one.confidence, repr(one.value))):
        group = next((g for g in groups if is_same(g[0].value, answer.value)), None)
        if group is None:
            groups.append([answer])
        else:
            group.append(answer)
    return [_same_value(group) for group in groups]


def _same_value(group: Sequence[Answer]) -> Answer:
    best = group[0]
    places = {(one.passage, one.start) for one in best.text_proofs}
    more = [
        proof
        for one in group[1:]
        if not one.is_joint
        for proof in one.text_proofs
        if (proof.passage, proof.start) not in places
    ]
    return best if best.is_joint else replace(best, proofs=(*best.proofs, *more))


def _agreed(answer: Answer, others: Sequence[Answer]) -> Answer:
    if not others:
        return answer
    sure = answer.confidence
    for one in others:
        sure = either(sure, one.confidence)
    proofs = [proof for one in others for proof in one.text_proofs]
    return replace(answer, confidence=round(sure, 4), proofs=(*answer.proofs, *proofs))


def _conflicts(graph: Sequence[Answer], text: Sequence[Answer]) -> Iterable[Conflict]:
    """Yield what a passage says and the graph says otherwise: values of one kind that differ."""
    for said in text:
        differing = [one.value for one in graph if _differs(one, said)]
        if differing and said.text_proofs:
            yield Conflict(differing[0], said.value, said.text_proofs[0])


def _differs(one: Answer, other: Answer) -> bool:
    match one.value, other.value:
        case ((Measurement() as a), (Measurement() as b)):
            return is_comparable(a, b)
        case (Time(), Time()) | (Entity(), Entity()):
            return True
        case _:
            return False

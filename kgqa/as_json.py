"""Results as JSON, as `docs/json.md` describes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any, assert_never

from kgqa.algebra import Entity, to_english, to_text
from kgqa.algebra.ids import with_names
from kgqa.algebra.units import unit_name
from kgqa.answers import (
    Answer,
    Conflict,
    Fact,
    GraphProof,
    LinkedName,
    Measurement,
    Proof,
    Reading,
    Recollection,
    Reply,
    Result,
    TextProof,
    Time,
    Value,
    Words,
    value_text,
)

PRECISIONS = {
    11: "day",
    10: "month",
    9: "year",
    8: "decade",
    7: "century",
    6: "millennium",
    5: "ten thousand years",
    4: "hundred thousand years",
    3: "million years",
    2: "ten million years",
    1: "hundred million years",
    0: "billion years",
}
LARGEST = 2**63
"""Beyond it a number is written as JSON's other readers keep it anyway: as a float."""

Labels = Mapping[str, str]
Object = dict[str, Any]


def document(result: Result, *, unicode: bool = False) -> Object:
    """Return a result as `kgqa query --json` prints it, with all its answers."""
    found: Object = {
        "algebra": to_text(result.query, unicode=unicode),
        "english": to_english(result.query, result.labels),
        "sparql": result.sparql,
        "links": [link_object(one) for one in result.links],
        "answers": [answer_object(one, result.labels, unicode) for one in result.answers],
        "timings_ms": dict(result.timings),
    }
    return found | ({"reason": result.reason} if result.reason else {})


def reply_document(reply: Reply) -> Object:
    """Return a reply as `kgqa ask --json` prints it."""
    labels = reply.labels
    found: Object = {
        "question": reply.question,
        "language": reply.language,
        "outcome": reply.outcome,
        "reason": reply.reason,
        "answers": [answer_object(one, labels) for one in reply.answers],
        "readings": [reading_object(one, labels) for one in reply.readings],
        "interpretations": [
            {
                "question": one.question,
                "answers": [answer_object(answer, labels) for answer in one.answers],
            }
            for one in reply.interpretations
        ],
        "timings_ms": dict(reply.timings),
    }
    if reply.conflicts:
        found["conflicts"] = [conflict_object(one, labels) for one in reply.conflicts]
    notes = "; ".join(text for text in (reply.note, reply.coverage) if text)
    told = {"hint": reply.hint, "note": notes}
    return found | {key: text for key, text in told.items() if text}


def conflict_object(conflict: Conflict, labels: Labels) -> Object:
    """Return what the graph says and what a passage says instead."""
    return {
        "graph": value_object(conflict.graph, labels),
        "text": value_object(conflict.text, labels),
        "proof": proof_object(conflict.proof, labels),
    }


def reading_object(reading: Reading, labels: Labels) -> Object:
    """Return a reading with its links."""
    return {
        "algebra": to_text(reading.query),
        "english": to_english(reading.query, labels),
        "sparql": reading.sparql,
        "score": reading.score,
        "operator": reading.operator,
        "links": [link_object(one) for one in reading.links],
        "unused": list(reading.unused),
    }


def link_object(link: LinkedName) -> Object:
    """Return a name, and what it was taken for."""
    return {"mention": link.mention, "id": link.id, "label": link.label}


def answer_object(answer: Answer, labels: Labels, unicode: bool = False) -> Object:
    """Return an answer with its proofs."""
    found: Object = {
        "value": value_object(answer.value, labels),
        "label": value_text(answer.value, labels),
        "confidence": answer.confidence,
        "sure": answer.sure,
        "source": answer.source,
        "proofs": [proof_object(proof, labels, unicode) for proof in answer.proofs],
    }
    found |= {"joint": True} if answer.is_joint else {}
    return found | ({"amount": value_object(answer.amount, labels)} if answer.amount else {})


def value_object(value: Value, labels: Labels) -> Object:
    """Return a value; it has all four of type, id, value and unit, whatever it is."""
    match value:
        case bool():
            return _object("boolean", value=value)
        case Entity(id_):
            return _object("entity", id=id_)
        case Time():
            precision = PRECISIONS.get(min(value.precision, 11), "day")
            return _object("date", value=value.text) | {"precision": precision}
        case Measurement(amount, unit):
            return _measurement(amount, unit, labels)
        case Words(text, None):
            return _object("string", value=text)
        case Words(text, language):
            return _object("string", value=text) | {"language": language}
        case _:
            assert_never(value)


def _measurement(amount: Decimal, unit: str | None, labels: Labels) -> Object:
    if not amount.is_finite():  # JSON has no infinity
        return _object("string", value=str(amount))
    if unit is None:
        return _object("number", value=number(amount))
    name = unit_name(unit)
    name = labels.get(unit, unit) if name == unit else name
    return _object("quantity", value=number(amount), unit=name) | {"unit_id": unit}


def _object(
    type_: str, *, id: str | None = None, value: object = None, unit: str | None = None
) -> Object:
    return {"type": type_, "id": id, "value": value, "unit": unit}


def number(amount: Decimal) -> int | float:
    """Return a finite number as JSON has it: without a point where it is whole."""
    if amount == amount.to_integral_value() and abs(amount) < LARGEST:
        return int(amount)
    return float(amount)


def proof_object(proof: Proof, labels: Labels, unicode: bool = False) -> Object:
    """Return a proof by the graph or by a passage, or what a model recalls."""
    match proof:
        case GraphProof():
            return _graph_proof(proof, labels, unicode)
        case TextProof():
            return _text_proof(proof, labels)
        case Recollection():
            return {"kind": "model", **asdict(proof)}
        case _:
            assert_never(proof)


def _text_proof(proof: TextProof, labels: Labels) -> Object:
    found: Object = {
        "kind": "text",
        "passage": proof.passage,
        "title": proof.title,
        "url": proof.url,
        "start": proof.start,
        "end": proof.end,
        "text": proof.text,
        "score": proof.score,
        "question": proof.question,
    }
    return found | ({"says": fact_object(proof.fact, labels)} if proof.fact else {})


def _graph_proof(proof: GraphProof, labels: Labels, unicode: bool) -> Object:
    """Return a proof; `more` says how many facts it has beyond those listed."""
    found: Object = {
        "kind": "kg",
        "reading": to_text(proof.reading, unicode=unicode),
        "sparql": proof.sparql,
        "facts": [fact_object(fact, labels) for fact in proof.facts],
    }
    return found | ({"more": proof.more} if proof.more else {})


def fact_object(fact: Fact, labels: Labels) -> Object:
    """Return an edge of the graph; `missing` marks one whose absence is the reason."""
    found: Object = {
        "subject": _end(fact.subject, labels),
        "property": named(fact.property, labels),
        "object": _end(fact.object, labels),
        "qualifiers": [
            {"property": named(property_, labels), "value": _end(value, labels)}
            for property_, value in fact.qualifiers
        ],
    }
    if fact.statement:
        found["statement"] = fact.statement
    if fact.is_missing:
        found["missing"] = True
    if fact.role:
        found["role"] = fact.role
    return found


def _end(value: Value | str, labels: Labels) -> Object:
    match value:
        case str():
            return _object("string", value=value)
        case Entity(id_):
            return named(id_, labels)
        case _:
            return value_object(value, labels)


def named(id_: str, labels: Labels) -> Object:
    """Return an id, or a key such as count(P166), with its label."""
    return {"id": id_, "label": with_names(id_, labels)}

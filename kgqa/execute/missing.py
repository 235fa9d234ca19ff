"""Why something is not in a set: the edges that would have to be there, and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from kgqa_store.results import Node

from kgqa.algebra import (
    Apply,
    Condition,
    Date,
    Difference,
    Entity,
    Filter,
    Having,
    Intersection,
    Named,
    Near,
    Number,
    Ordinal,
    Quantity,
    Relation,
    Superlative,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    to_text,
)
from kgqa.algebra.printer import condition_text, key_text, relation_text, term_text
from kgqa.answers import NAME, Fact, Value, Words
from kgqa.execute.estimates import property_of

if TYPE_CHECKING:
    from kgqa.execute.prove import Prover

ANYTHING = Words("anything")
"""The subject or object of an edge that nothing has."""
CLOSE = 3
"""How many of those that come close to an empty set are told of."""


def missing_facts(prover: Prover, things: Things, member: Node) -> list[Fact]:
    """Return why `member` is not in the set: edges that are missing, or facts that keep it out."""
    match things:
        case (
            Entity() | Text() | Date() | Number() | Quantity() | Superlative() | Ordinal() | Told()
        ):
            return []
        case Type(entity):
            return [Fact(prover.value(member), prover.vocabulary.instance, entity, is_missing=True)]
        case Apply(Typed(relation, type_), inner):
            plain = Intersection((Apply(relation, inner), Type(type_)))
            return missing_facts(prover, plain, member)
        case Apply(relation, inner):
            return [_missing_edge(relation, prover.value(member), inner)]
        case Intersection(operands):
            out = [operand for operand in operands if not prover.is_in(operand, member)]
            return [fact for operand in out for fact in missing_facts(prover, operand, member)]
        case Union(operands):
            return [fact for one in operands for fact in missing_facts(prover, one, member)]
        case Difference(left, right):
            if prover.is_in(left, member):
                return prover.facts(right, [member]).get(member, [])
            return missing_facts(prover, left, member)
        case Filter(inner, conditions):
            if not prover.is_in(inner, member):
                return missing_facts(prover, inner, member)
            failed = [c for c in conditions if not prover.is_in(Filter(inner, (c,)), member)]
            return [_missing_value(condition, prover.value(member)) for condition in failed]
        case Named(inner, sign, text):
            if not prover.is_in(inner, member):
                return missing_facts(prover, inner, member)
            wanted = f"{sign} {term_text(text)}"
            return [Fact(prover.value(member), NAME, wanted, is_missing=True)]
        case Near(inner, place, _, center, distance):
            if not prover.is_in(inner, member):
                return missing_facts(prover, inner, member)
            wanted = f"within {term_text(distance)} of {to_text(center)}"
            return [Fact(prover.value(member), place.id, wanted, is_missing=True)]
        case Having(inner, tally, comparator, number):
            if not prover.is_in(inner, member):
                return missing_facts(prover, inner, member)
            wanted = f"{comparator} {term_text(number)}"
            return [Fact(prover.value(member), key_text(tally), wanted, is_missing=True)]
        case _:
            assert_never(things)


def _missing_edge(relation: Relation, member: Value, things: Things) -> Fact:
    property_, backwards = property_of(relation)
    other: Value | str = things if isinstance(things, Entity) else to_text(things)
    if backwards:
        subject = things if isinstance(things, Entity) else Words(to_text(things))
        return Fact(subject, property_.id, member, is_missing=True)
    return Fact(member, property_.id, other, is_missing=True)


def _missing_value(condition: Condition, member: Value) -> Fact:
    wanted = condition_text(condition).removeprefix(relation_text(condition.relation)).strip()
    return Fact(member, key_text(condition.relation), wanted, is_missing=True)


def nothing_found(prover: Prover, things: Things) -> list[Fact]:
    """Return the edges whose lack leaves a set empty, for a few of those that come close."""
    match things:
        case Type(entity):
            return [Fact(ANYTHING, prover.vocabulary.instance, entity, is_missing=True)]
        case Apply(relation, inner):
            return _empty(prover, inner) or [_missing_edge(relation, ANYTHING, inner)]
        case Union(operands):
            return [fact for operand in operands for fact in nothing_found(prover, operand)]
        case Intersection(operands):
            for operand in operands:
                if facts := _empty(prover, operand):
                    return facts
            return _kept_out(prover, things, operands[0])
        case Filter(inner, _) | Difference(inner, _) | Named(inner, _, _) | Having(inner, _, _, _):
            return _empty(prover, inner) or _kept_out(prover, things, inner)
        case Near(inner):
            return _empty(prover, inner) or _kept_out(prover, things, inner)
        case Superlative(_, inner, key) | Ordinal(_, inner, key):
            return _empty(prover, inner) or [
                Fact(prover.value(member), key_text(key), ANYTHING, is_missing=True)
                for member in prover.some(inner, CLOSE)
            ]
        case _:
            return []


def _empty(prover: Prover, things: Things) -> list[Fact]:
    """Return why a set is empty, or nothing if it is not."""
    return [] if prover.some(things, 1) else nothing_found(prover, things)


def _kept_out(prover: Prover, things: Things, near: Things) -> list[Fact]:
    """Return why some members of a set that comes near are not in another."""
    members = prover.some(near, CLOSE)
    return [fact for member in members for fact in missing_facts(prover, things, member)]

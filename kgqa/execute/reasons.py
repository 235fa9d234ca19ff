"""Why a number is what it is, and why a statement is true or false."""

from __future__ import annotations

from typing import assert_never

from kgqa.algebra import (
    Aggregate,
    Apply,
    Comparison,
    Count,
    Date,
    Entity,
    Existence,
    Inverse,
    Membership,
    Number,
    Operand,
    Quantity,
    Subtraction,
    Text,
    Things,
    Truth,
    Years,
)
from kgqa.answers import Fact
from kgqa.execute.missing import missing_facts, nothing_found
from kgqa.execute.prove import Prover

MEMBERS = 50
"""How many members of a counted set its proof lists."""


def amount_facts(prover: Prover, operand: Operand) -> list[Fact]:
    """Return the facts that a number, or the values of a set, come from."""
    match operand:
        case Count(things):
            return members_facts(prover, things, MEMBERS) or nothing_found(prover, things)
        case Aggregate(_, things, relation):
            return members_facts(prover, Apply(Inverse(relation), things), MEMBERS)
        case Years(left, right) | Subtraction(left, right):
            return _distinct(amount_facts(prover, left) + amount_facts(prover, right))
        case _:
            return members_facts(prover, operand, 5)


def members_facts(prover: Prover, things: Things, number: int) -> list[Fact]:
    """Return why the first members of a set are in it."""
    members = prover.some(things, number)
    facts = prover.facts(things, members)
    return _distinct([fact for member in members for fact in facts.get(member, [])])


def truth_facts(prover: Prover, truth: Truth, value: bool) -> list[Fact]:
    """Return the facts that make a statement true, or whose lack makes it false."""
    match truth:
        case Existence(things):
            return members_facts(prover, things, 3) if value else nothing_found(prover, things)
        case Membership(Entity() as entity, things):
            node = prover.node(entity)
            if value:
                return prover.facts(things, [node]).get(node, [])
            # Of what has another in its place, that other is the reason.
            return missing_facts(prover, things, node) or members_facts(prover, things, 3)
        case Membership(_, things):
            return members_facts(prover, things, 5)
        case Comparison(left, _, right):
            return _distinct(_side(prover, left) + _side(prover, right))
        case _:
            assert_never(truth)


def _side(prover: Prover, operand: Operand) -> list[Fact]:
    match operand:
        case Entity() | Text() | Date() | Number() | Quantity():
            return []
        case Count() | Aggregate() | Years() | Subtraction():
            return amount_facts(prover, operand)
        case _:
            return members_facts(prover, operand, 5) or nothing_found(prover, operand)


def _distinct(facts: list[Fact]) -> list[Fact]:
    return list(dict.fromkeys(facts))

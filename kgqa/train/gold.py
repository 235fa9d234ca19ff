"""What the right answers of a question are, and how right those of a reading are beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass

from kgqa.algebra import (
    AlgebraError,
    Amount,
    Apply,
    Entity,
    Property,
    Query,
    Truth,
    Type,
    parse_expression,
)
from kgqa.algebra.from_sparql import from_sparql
from kgqa.denote import TooLarge, denote
from kgqa.errors import KgqaError
from kgqa.parse.denoted_members import members_of
from kgqa.parse.members import Literal, Member
from kgqa.parse.parser import Parser
from kgqa.parse.world import world
from kgqa.train.questions import Asked, forms_of, gold_of, member_forms

LOOKED_AT = 300
"""Members of a set whose names are compared with gold answers that are texts."""
BESIDE = 0.5
"""So much of what a truth or a number is about must be what its gold query is about, at least."""


@dataclass(frozen=True, slots=True)
class Gold:
    """The right answers: by what they are, or else by how they may be written."""

    members: frozenset[object] = frozenset()
    forms: tuple[frozenset[str], ...] = ()
    query: Query | None = None
    """The gold query, where it is known as an expression."""

    @property
    def properties(self) -> tuple[str, ...]:
        """The properties of the gold query."""
        return tuple(sorted(_about(self.query).properties)) if self.query is not None else ()

    def worth(self, query: Query, members: Sequence[Member], parser: Parser) -> float:
        """Return the F1 of what a reading gives; 0 where it gives the right answers by chance.

        Half of all truths are true, and small numbers are told of many things: a reading that
        gives one must be about what the gold query is about. One that gives a set must share a
        thing with it.
        """
        f1 = self.f1(members, parser)
        if self.query is None or not f1:
            return f1
        meant, said = _about(self.query), _about(query)
        if isinstance(self.query, Amount | Truth):
            meant_by, said_by = (
                frozenset(map(parser.same_properties, one.properties)) for one in (meant, said)
            )
            is_alike = _share(meant.things, said.things) >= BESIDE
            is_alike = is_alike and _share(meant_by, said_by) > BESIDE
        else:
            is_alike = not meant.things or bool(meant.things & said.things)
        return f1 if is_alike else 0.0

    def f1(self, members: Sequence[Member], parser: Parser) -> float:
        """Return the F1 of what a reading gives."""
        if self.members:
            found = frozenset(map(_key, members))
            return 2 * len(found & self.members) / (len(found) + len(self.members))
        told = [member_forms(member, parser.names) for member in members[:LOOKED_AT]]
        right = sum(any(form & one for one in self.forms) for form in told)
        said = sum(any(form & one for form in told) for one in self.forms)
        if not right:
            return 0.0
        precision, recall = right / len(members), said / len(self.forms)
        return 2 * precision * recall / (precision + recall)


def gold(asked: Asked, parser: Parser) -> Gold | None:
    """Return the right answers to a question; None where the store has none."""
    query = _expression(asked)
    if query is not None:
        try:
            members = members_of(denote(query, parser.graph), parser.graph)
        except (TooLarge, KgqaError):
            return None
        return Gold(frozenset(map(_key, members)), query=query) if members else None
    forms = tuple(forms_of(text) for text in gold_of(asked, parser.store))
    return Gold(forms=forms) if forms else None


def _expression(asked: Asked) -> Query | None:
    try:
        if asked.algebra:
            return parse_expression(asked.algebra)
        return from_sparql(asked.sparql).query if asked.sparql else None
    except AlgebraError:
        return None


@dataclass(frozen=True, slots=True)
class _About:
    """What a query is about, by ids."""

    things: frozenset[str]
    """The things that it names, without classes: these narrow what is said otherwise."""
    properties: frozenset[str]


def _about(query: Query) -> _About:
    nodes = tuple(_nodes(query))
    things = {node.id for node in nodes if isinstance(node, Entity)}
    classes = {one for node in nodes if (one := _class_of(node))}
    properties = frozenset(node.id for node in nodes if isinstance(node, Property))
    return _About(frozenset(things - classes), properties - {world().instance})


def _class_of(node: object) -> str | None:
    match node:
        case Type(Entity(id_)):
            return id_
        case Apply(Property(id_), Entity(class_)) if id_ == world().instance:
            return class_
        case _:
            return None


def _nodes(node: object) -> Iterator[object]:
    """Yield an expression, and all that it is made of."""
    if isinstance(node, tuple):
        for one in node:
            yield from _nodes(one)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


def _share(wanted: frozenset[str], found: frozenset[str]) -> float:
    """Return how much of what is found is wanted; 0 where something that is wanted is not found."""
    if not wanted <= found:
        return 0.0
    return len(wanted) / len(found) if found else 1.0


def _key(member: Member) -> object:
    """Return what two members have in common that are the same: a number may be counted."""
    if not isinstance(member, Literal):
        return member
    return member.number if member.kind == "number" else member.text

"""Which properties a gold query says, in which role, and from which entity they lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from kgqa.algebra import operators as op
from kgqa.algebra.errors import NotationError
from kgqa.algebra.from_sparql import from_sparql
from kgqa.algebra.terms import Entity, Property
from kgqa.align.property_text import BACKWARDS, FORWARDS, QUALIFIER
from kgqa.parse.relations_sparql import hops


@dataclass(frozen=True, slots=True)
class Said:
    """A property in one of its roles, and the entity it leads from where there is one."""

    property: str
    role: int
    entity: str = ""


def said_by(sparql: str) -> tuple[Said, ...]:
    """Return what a gold query says; by its triple patterns alone where it has no algebra."""
    try:
        query = from_sparql(sparql).query
    except (NotationError, RecursionError):
        return tuple(
            Said(hop.relation[0], BACKWARDS - hop.relation[1], hop.entity if hop.near else "")
            for hop in hops(sparql)
        )
    return tuple(dict.fromkeys(_said(query)))


def entities_of(query: object) -> Iterator[str]:
    """Yield the entities of an expression, without classes."""
    match query:
        case Entity(id_):
            yield id_
        case op.Type():
            return
        case op.Typed(relation, _):
            yield from entities_of(relation)
        case _:
            for part in _parts(query):
                yield from entities_of(part)


def _said(node: object) -> Iterator[Said]:
    match node:
        case op.Apply(relation, things):
            entity = things.id if isinstance(things, Entity) else ""
            yield from _relation(relation, BACKWARDS, entity)
            yield from _said(things)
        case op.Membership(Entity(id_), op.Apply(relation, things)):
            yield from _relation(relation, FORWARDS, id_)
            yield from _said(op.Apply(relation, things))
        case op.Condition(relation, _, bound):
            yield from _relation(relation, FORWARDS, "")
            if isinstance(bound, Entity):
                yield from _relation(relation, BACKWARDS, bound.id)
            yield from _said(bound)
        case op.Superlative(_, things, key) | op.Ordinal(_, things, key):
            yield from _said(things)
            yield from _key(key)
        case op.Told(things, key, _):
            yield from _said(things)
            yield from _key(key)
            yield from _of_stated(things, key)
        case op.Aggregate(_, things, relation):
            yield from _said(things)
            yield from _relation(relation, FORWARDS, "")
        case _:
            for part in _parts(node):
                yield from _said(part)


def _of_stated(things: object, key: op.Stated) -> Iterator[Said]:
    if isinstance(things, Entity):
        yield from _relation(key.relation, FORWARDS, things.id)


def _key(key: object) -> Iterator[Said]:
    match key:
        case op.Tally(relation, within):
            yield from _relation(relation, FORWARDS, "")
            yield from _said(within)
        case op.Stated(relation, things, qualifier, since):
            entity = things.id if isinstance(things, Entity) else ""
            yield from _relation(relation, BACKWARDS, entity)
            yield from _said(things)
            yield from (Said(one.id, QUALIFIER) for one in (qualifier, since) if one is not None)
        case op.Lapse(since, until):
            yield Said(since.id, FORWARDS)
            yield from _key(until)
        case _:
            yield from _relation(key, FORWARDS, "")


def _relation(relation: object, role: int, entity: str) -> Iterator[Said]:
    match relation:
        case Property(id_):
            yield Said(id_, role, entity)
        case op.Inverse(inner):
            yield from _relation(inner, 1 - role, entity)
        case op.Typed(inner, _):
            yield from _relation(inner, role, entity)
        case op.Qualified(property_, conditions):
            yield Said(property_.id, role, entity)
            for condition in conditions:
                yield from _qualifier(condition)


def _qualifier(condition: op.Condition) -> Iterator[Said]:
    if isinstance(condition.relation, Property):
        yield Said(condition.relation.id, QUALIFIER)
    yield from _said(condition.bound)


def _parts(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node):
        yield from (getattr(node, field.name) for field in fields(node))

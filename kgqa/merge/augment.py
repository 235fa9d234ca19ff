"""An expression over graph and text: edges that were read are put where they belong in it.

⟦q⟧ over the graph with some more edges is ⟦augmented q⟧ over the graph alone: a step is joined with
what the edges add to it, a filter with the members whose read values pass, an order is decided by
all keys together. So the store still answers, and what it is asked can be shown and run again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeVar, assert_never

from kgqa.algebra import (
    Aggregate,
    Apply,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Having,
    IllFormed,
    Intersection,
    Key,
    Membership,
    Named,
    Near,
    Number,
    Operand,
    Ordinal,
    Property,
    Quantity,
    Query,
    Relation,
    Subtraction,
    Superlative,
    Term,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Years,
)
from kgqa.answers import Measurement, Time, Value, Words
from kgqa.execute.estimates import is_qualified, property_of
from kgqa.merge.edges import Edge
from kgqa.merge.graph_view import GraphView
from kgqa.merge.ordering import places_of

Q = TypeVar("Q")


def term_of(value: Value) -> Term | None:
    """Return a value as a term of the algebra; a truth is none."""
    match value:
        case bool():
            return None
        case Entity():
            return value
        case Time(year, month, day, precision):
            if precision < 10:
                return Number(Decimal(year))
            return Date(year, month, day if precision >= 11 else None)
        case Measurement(amount, unit):
            return Number(amount) if unit is None else Quantity(amount, Entity(unit))
        case Words(text):
            return Text(text)
        case _:
            assert_never(value)


def _checked(query: Q, make: Callable[[], Q]) -> Q:
    """Return what `make` makes; the expression as it was where that means nothing."""
    try:
        return make()
    except IllFormed:
        return query


class Augmenter:
    """Puts edges into expressions."""

    def __init__(self, graph: GraphView, edges: Sequence[Edge]) -> None:
        """Ask `graph` what it has of its own."""
        self.graph, self.edges = graph, edges

    def query(self, query: Query) -> Query:
        """Return the expression with all edges in it."""
        match query:
            case Comparison(left, comparator, right):
                return _checked(
                    query, lambda: Comparison(self.operand(left), comparator, self.operand(right))
                )
            case Membership(term, things):
                return Membership(term, self.things(things))
            case Existence(things):
                return Existence(self.things(things))
            case _:
                return self.operand(query)

    def operand(self, operand: Operand) -> Operand:
        """Return a set or an amount with all edges in it."""
        match operand:
            case Count(things):
                return Count(self.things(things))
            case Aggregate(function, things, relation):
                return Aggregate(function, self.things(things), relation)
            case Years(start, end):
                return _checked(operand, lambda: Years(self.things(start), self.things(end)))
            case Subtraction(left, right):
                return _checked(
                    operand, lambda: Subtraction(self.operand(left), self.operand(right))
                )
            case _:
                return self.things(operand)

    def things(self, things: Things) -> Things:
        """Return a set with all edges in it."""
        match things:
            case Entity() | Text() | Date() | Number() | Quantity() | Type():
                return things
            case Apply(Typed(relation, type_), inner):
                return Intersection((self._step(relation, inner), Type(type_)))
            case Apply(relation, inner):
                return self._step(relation, inner)
            case Intersection(operands):
                return Intersection(tuple(self.things(one) for one in operands))
            case Union(operands):
                return Union(tuple(self.things(one) for one in operands))
            case Difference(left, right):
                return Difference(self.things(left), self.things(right))
            case Filter(inner, conditions):
                return self._filter(self.things(inner), conditions)
            case Superlative(extreme, inner, key):
                place = -1 if extreme == "max" else 1
                base = self.things(inner)
                return self._ordered(place, base, key) or replace(things, things=base)
            case Told(inner, _, _) | Named(inner, _, _) | Having(inner, _, _, _):
                return replace(things, things=self.things(inner))
            case Near(inner, _, _, _, _):
                return replace(things, things=self.things(inner))
            case Ordinal(place, inner, key):
                base = self.things(inner)
                return self._ordered(place, base, key) or replace(things, things=base)
            case _:
                assert_never(things)

    def _step(self, relation: Relation, inner: Things) -> Things:
        base = self.things(inner)
        step = Apply(relation, base)
        property_, backwards = property_of(relation)
        here = [edge for edge in self.edges if edge.property == property_.id]
        if not here or is_qualified(relation):
            return step
        anchors = set(self.graph.members(base) or ())
        terms: dict[Term, None] = {}
        for edge in here:
            start, end = (edge.subject, edge.object) if backwards else (edge.object, edge.subject)
            if isinstance(start, Entity) and start.id in anchors and (term := term_of(end)):
                terms[term] = None
        known = self.graph.values(step) if terms else None
        if not terms or known is None:
            return step
        if known and not all(isinstance(term, Entity) for term in terms):
            return step  # what the graph states as a value stands; see `conflicts`
        operands: list[Things] = [*([step] if known else []), *terms]
        return operands[0] if len(operands) == 1 else Union(tuple(operands))

    def _filter(self, base: Things, conditions: Sequence[Condition]) -> Things:
        """Return a filter, joined with the members of which what was read passes every test."""
        plain = Filter(base, tuple(conditions))
        read = {
            (edge.subject.id, edge.property): term
            for edge in self.edges
            if isinstance(edge.subject, Entity) and (term := term_of(edge.object))
        }
        members = self.graph.members(base) if read else None
        passing = [
            Entity(id_)
            for id_ in members or ()
            if any((id_, _property(c)) in read for c in conditions)
            and all(self._passes(id_, c, read.get((id_, _property(c)))) for c in conditions)
        ]
        return Union((plain, *passing)) if passing else plain

    def _passes(self, id_: str, condition: Condition, term: Term | None) -> bool:
        if term is None:
            return bool(self.graph.values(Filter(Entity(id_), (condition,))))
        try:
            test = Comparison(term, condition.comparator, condition.bound)
        except IllFormed:
            return False
        return self.graph.values(test) == [True]

    def _ordered(self, place: int, base: Things, key: Key) -> Things | None:
        """Return who stands at a place by all keys together; None where no key was read."""
        if not isinstance(key, Property):
            return None
        read = {
            edge.subject.id: edge.object
            for edge in self.edges
            if edge.property == key.id and isinstance(edge.subject, Entity)
        }
        members = self.graph.members(base) if read else None
        here = {id_: read[id_] for id_ in members or () if id_ in read}
        if not here or members is None:
            return None
        stated = self.graph.keys(key, members)
        found = places_of({**here, **stated}, place, read=frozenset(here.keys() - stated.keys()))
        if not found or (abs(place) == 1 and not set(found) & (here.keys() - stated.keys())):
            return None
        return Entity(found[0]) if len(found) == 1 else Union(tuple(map(Entity, found)))


def _property(condition: Condition) -> str:
    property_, backwards = property_of(condition.relation)
    return "" if backwards else property_.id

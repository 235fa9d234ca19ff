"""⟦query⟧ over a graph: one clause for each operator, as its docstring defines it."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from decimal import Decimal
from typing import TypeAlias, assert_never, cast

import numpy as np
from kgqa_store.adjacency import EdgeColumns
from kgqa_store.adjacency_content import Ints, Places, Truths
from kgqa_store.adjacency_terms import DATE_NODE, ENTITY_NODE
from kgqa_store.sorted_sets import among, as_set, intersection, union

from kgqa.algebra import (
    Aggregate,
    Apply,
    Comparator,
    Comparison,
    Condition,
    Count,
    Date,
    Difference,
    Entity,
    Existence,
    Filter,
    Having,
    Intersection,
    Inverse,
    Membership,
    Named,
    Near,
    Number,
    Operand,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Query,
    Relation,
    Sign,
    Subtraction,
    Superlative,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
    Years,
)
from kgqa.denote import distances, order, totals
from kgqa.denote.graph import Graph, TooLarge
from kgqa.denote.values import Values, are_entities, holds, plain, spans_of, written

Denotation: TypeAlias = Ints | tuple[Decimal, ...] | bool
"""Of things a sorted array of nodes, of an amount its numbers, of a truth whether it holds.

Of an amount that is a date it is the node of the date.
"""
Cache: TypeAlias = MutableMapping[Query, Denotation]
"""What is known of queries already; an evaluation adds what it finds on the way."""

MOST_ROWS = 5_000_000
MOST_NAMED = 50_000
"""The labels of so many members are looked up, 20 microseconds each."""
FEW = 2_000
"""So many things are asked one by one for their classes, before all instances are listed."""


def denote(
    query: Query, graph: Graph, cache: Cache | None = None, *, most: int = MOST_ROWS
) -> Denotation:
    """Return ⟦query⟧ over a graph; `TooLarge` is raised where a set has more than `most` rows."""
    return Evaluator(graph, {} if cache is None else cache, most).denote(query)


class Evaluator:
    """The denotations over one graph."""

    def __init__(self, graph: Graph, cache: Cache, most: int = MOST_ROWS) -> None:
        """Look up in `cache` first, and leave there what is found."""
        self.graph = graph
        self.most = most
        self._cache = cache
        self._adjacency = graph.adjacency

    def denote(self, query: Query) -> Denotation:
        """Return ⟦query⟧."""
        known = self._cache.get(query)
        found = self._denote(query) if known is None else known
        if isinstance(found, np.ndarray):
            if len(found) > self.most:
                raise TooLarge(f"a set has {len(found)} members")
            found.flags.writeable = False
        if known is None:
            self._cache[query] = found
        return found

    def _denote(self, query: Query) -> Denotation:
        match query:
            case Count(things):
                return (Decimal(len(self.things(things))),)
            case Aggregate():
                return totals.total(self, query)
            case Years() | Subtraction():
                return tuple(sorted(map(self.graph.amount, self.values(query).nodes.tolist())))
            case Comparison(Count() as left, comparator, Count() | Number() as right):
                return _holds(self._number(left), comparator, self._number(right))
            case Comparison(left, comparator, right):
                a, b = self.values(left), self.values(right)
                return bool(holds(a, comparator, b, self.graph, self.most).any())
            case Membership(Entity(id_), things):
                node = np.array([self.graph.entity(id_)], dtype=np.int32)
                return bool(among(node, self.things(things))[0])
            case Membership(value, things):
                return self._denote(Comparison(value, "=", things))
            case Existence(things):
                return len(self.things(things)) > 0
            case things:
                return self._things(things)

    def _number(self, amount: Count | Number) -> Decimal:
        if isinstance(amount, Number):
            return amount.amount
        return cast(tuple[Decimal, ...], self.denote(amount))[0]

    def things(self, things: Things) -> Ints:
        """Return ⟦things⟧, a set of nodes."""
        return cast(Ints, self.denote(things))

    def _things(self, things: Things) -> Ints:
        match things:
            case Entity() | Text() | Date() | Number() | Quantity():
                return np.array([self.graph.written(things)], dtype=np.int32)
            case Type(entity):
                return self._adjacency.instances(self.graph.entity(entity.id))
            case Apply(relation, inner):
                return self._apply(relation, inner)
            case Intersection(operands):
                return self._intersection(operands)
            case Union(operands):
                return union(*map(self.things, operands))
            case Difference(left, right) if self._are_numbers(left) and self._are_numbers(right):
                return as_set(self._subtract(left, right).nodes)
            case Difference(left, right):
                members = self.things(left)
                return members[~self.matches(right, members)]
            case Filter(inner, conditions):
                members = self.things(inner)
                for condition in conditions:
                    members = self._satisfying(members, condition)
                return members
            case Having(inner, tally, comparator, number):
                members = self.things(inner)
                counts = order.tallies(self, members, tally)
                return members[_are_held(counts, comparator, float(number.amount))]
            case Near():
                return distances.near(self, things)
            case Superlative(extreme, inner, key):
                return order.at_place(self, -1 if extreme == "max" else 1, self.things(inner), key)
            case Ordinal(place, inner, key):
                return order.at_place(self, place, self.things(inner), key)
            case Named(inner, sign, text):
                return self._named(self.things(inner), sign, text.text.lower())
            case Told(inner, key, place):
                return self._told(order.said(self, self.things(inner), key).nodes, place)
            case _:
                assert_never(things)

    def _named(self, members: Ints, sign: Sign, text: str) -> Ints:
        """Return the members with a label that contains a text, starts with it, or is it."""
        labels = self.graph.labels
        if labels is None or len(members) > MOST_NAMED:
            raise TooLarge(f"the names of {len(members)} members would have to be looked up")
        entities = self.graph.kinds(members) == ENTITY_NODE
        found = [
            is_entity
            and any(_compares(label.lower(), sign, text) for label in labels(self.graph.text(node)))
            for node, is_entity in zip(members.tolist(), entities.tolist(), strict=True)
        ]
        kept: Truths = np.array(found, dtype=bool)
        return members[kept]

    def _told(self, nodes: Ints, place: int | None) -> Ints:
        found = as_set(nodes)
        if place is None:
            return found
        dates = found[self.graph.kinds(found) == DATE_NODE]
        ranked: Ints = dates[np.argsort(self.graph.values(dates), kind="stable")]
        return (ranked[::-1] if place < 0 else ranked)[abs(place) - 1 : abs(place)]

    # --- Relations ---

    def edges_from(self, members: Ints, way: Way) -> tuple[Ints, Values]:
        """Return what a way leads to from members: whose value, and the value."""
        match way:
            case Property(id_):
                edges = self._adjacency.edges_from(id_, members)
                return edges.subjects, Values(edges.objects, edges.details)
            case Qualified():
                edges = self._stated(way, self._adjacency.statements(way.property.id).of(members))
                return edges.subjects, Values(edges.objects, edges.details)
            case Inverse(Property(id_)):
                subjects, objects = self._adjacency.edges_to(id_, members)
                return objects, plain(subjects)
            case Inverse(Qualified() as inner):
                statements = self._adjacency.statements(inner.property.id).to(members)
                edges = self._stated(inner, statements)
                return edges.objects, plain(edges.subjects)
            case Inverse(Inverse(back)):
                return self.edges_from(members, back)
            case _:
                raise TypeError(f"{way} is no way")

    def _stated(self, way: Qualified, statements: Places) -> EdgeColumns:
        statements = self.passing(statements, way.conditions)
        return self._adjacency.statements(way.property.id).columns(statements)

    def passing(self, statements: Places, conditions: tuple[Condition, ...]) -> Places:
        """Return the statements whose qualifiers pass every condition."""
        for condition in conditions:
            qualifier = cast(Property, condition.relation)  # a qualifier has no statement to read
            found = self._adjacency.qualifiers(statements, qualifier.id)
            bounds = self.values(condition.bound)
            values = Values(found.values, found.details)
            ok = holds(values, condition.comparator, bounds, self.graph, self.most)
            statements = statements[np.unique(found.owners[ok])]
        return statements

    def _apply(self, relation: Relation, inner: Things) -> Ints:
        if isinstance(relation, Typed):
            found = self.things(Apply(relation.relation, inner))
            return found[self.matches(Type(relation.type), found)]
        if isinstance(inner, Text | Date | Number | Quantity):
            return self._satisfying(None, Condition(relation, "=", inner))
        members = self.things(inner)
        match relation:
            case Property(id_):
                return self._adjacency.subjects(id_, members)
            case Inverse(Property(id_)):
                return self._adjacency.objects(id_, members)
            case _:
                return as_set(self.edges_from(members, Inverse(relation))[1].nodes)

    def _satisfying(self, members: Ints | None, condition: Condition) -> Ints:
        """Return the members, or else of all there is, what satisfies a condition."""
        way, bounds = condition.relation, self.values(condition.bound)
        if condition.comparator == "=" and are_entities(bounds, self.graph):
            found = as_set(self.edges_from(as_set(bounds.nodes), Inverse(way))[1].nodes)
            return found if members is None else intersection(members, found)
        owners, values = self._all_edges(way) if members is None else self.edges_from(members, way)
        return as_set(owners[holds(values, condition.comparator, bounds, self.graph, self.most)])

    def _all_edges(self, way: Way) -> tuple[Ints, Values]:
        match way:
            case Property(id_):
                edges = self._adjacency.edges(id_)
                return edges.subjects, Values(edges.objects, edges.details)
            case Qualified(property_):
                edges = self._stated(way, self._adjacency.statements(property_.id).numbers)
                return edges.subjects, Values(edges.objects, edges.details)
            case Inverse(inner):
                owners, values = self._all_edges(inner)
                return values.nodes, plain(owners)
            case _:
                assert_never(way)

    # --- Sets ---

    def matches(self, things: Things, nodes: Ints) -> Truths:
        """Return of each node whether it is in a set; a written value is all that equal it."""
        if isinstance(things, Text | Date | Number | Quantity):
            bound = written(things, self.graph)
            return holds(plain(nodes), "=", bound, self.graph, self.most)
        if isinstance(things, Type) and len(nodes) < FEW and things not in self._cache:
            edges = self._adjacency.edges_from(self._adjacency.classes[0], as_set(nodes))
            classes = self._adjacency.subclasses(self.graph.entity(things.entity.id))
            return among(nodes, as_set(edges.subjects[among(edges.objects, classes)]))
        return among(nodes, self.things(things))

    def _intersection(self, operands: tuple[Things, ...]) -> Ints:
        values = [one for one in operands if isinstance(one, Text | Date | Number | Quantity)]
        sets = [one for one in operands if one not in values] or list(operands[:1])
        listed = [one for one in sets if not isinstance(one, Type)] or sets[:1]
        tested = [one for one in sets if one not in listed]
        found = sorted(map(self.things, listed), key=len)
        kept = found[0]
        for one in found[1:]:
            kept = intersection(kept, one)
        for test in (*tested, *values):
            kept = kept[self.matches(test, kept)] if test not in listed else kept
        return kept

    # --- Operands of comparisons ---

    def values(self, operand: Operand) -> Values:
        """Return the values of an operand, with what their edges say of them."""
        match operand:
            case Text() | Date() | Number() | Quantity():
                return written(operand, self.graph)
            case Count() | Aggregate():
                found = self.denote(operand)
                if isinstance(found, np.ndarray):
                    return plain(found)
                return self._numbers(cast(tuple[Decimal, ...], found))
            case Years(start, end):
                return self._years(self.values(start), self.values(end))
            case Subtraction(left, right):
                return self._subtract(left, right)
            case Difference(left, right) if self._are_numbers(left) and self._are_numbers(right):
                return self._subtract(left, right)
            case Apply(Inverse(Property() | Qualified() as way), inner):
                return self.edges_from(self.things(inner), way)[1]
            case things:
                return plain(self.things(things))

    def _numbers(self, numbers: Iterable[Decimal]) -> Values:
        return plain(np.array([self.graph.number(one) for one in numbers], dtype=np.int32))

    def _are_numbers(self, things: Things) -> bool:
        match things:
            case Apply(Inverse(Property(id_) | Qualified(Property(id_))), _):
                return self.graph.is_of_numbers(id_)
            case Difference(left, right):
                return self._are_numbers(left) and self._are_numbers(right)
            case _:
                return False

    def _subtract(self, left: Operand, right: Operand) -> Values:
        a, b = (
            [self.graph.amount(node) for node in as_set(self.values(one).nodes).tolist()]
            for one in (left, right)
        )
        if len(a) * len(b) > self.most:
            raise TooLarge(f"{len(a)} numbers less {len(b)}")
        return self._numbers({one - other for one in a for other in b})

    def _years(self, starts: Values, ends: Values) -> Values:
        (from_, until), dated = spans_of(starts, self.graph)
        (also_from, also_until), also_dated = spans_of(ends, self.graph)
        if len(starts) * len(ends) > self.most:
            raise TooLarge(f"years between {len(starts)} and {len(ends)} dates")
        firsts = set(zip(from_[dated].tolist(), until[dated].tolist(), strict=True))
        lasts = set(
            zip(also_from[also_dated].tolist(), also_until[also_dated].tolist(), strict=True)
        )
        found = {order.years(first, last) for first in firsts for last in lasts}
        return self._numbers(found)


def _compares(label: str, sign: Sign, text: str) -> bool:
    match sign:
        case "~":
            return text in label
        case "^=":
            return label.startswith(text)
        case "=":
            return label == text


def _are_held(counts: Places, comparator: Comparator, number: float) -> Truths:
    """Return of each count whether it compares so with a number."""
    compared: dict[Comparator, Truths] = {
        "=": counts == number,
        "!=": counts != number,
        "<": counts < number,
        "<=": counts <= number,
        ">": counts > number,
        ">=": counts >= number,
    }
    return compared[comparator]


def _holds(left: Decimal, comparator: Comparator, right: Decimal) -> bool:
    match comparator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right

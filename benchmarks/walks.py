"""Random expressions about a graph that is there: each step leads somewhere, each bound occurs."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import DATE_NODE, ENTITY_NODE, NUMBER_NODE, TEXT_NODE

from kgqa.algebra import (
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
    Intersection,
    Inverse,
    Key,
    Membership,
    Number,
    Ordinal,
    Property,
    Qualified,
    Quantity,
    Query,
    Stated,
    Superlative,
    Tally,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Way,
    Years,
)
from kgqa.denote import Evaluator, Graph

MOST = 20_000
"""Larger sets are not walked on from: SPARQL would take minutes for some of them."""
ORDERS: tuple[Comparator, ...] = ("=", "!=", "<", "<=", ">", ">=")


class Walker:
    """Draws queries about one graph."""

    def __init__(self, graph: Graph, chance: Random) -> None:
        """Draw by `chance`."""
        self.graph, self.chance = graph, chance
        self.evaluator = Evaluator(graph, {})

    def query(self) -> Query:
        """Return a query with an answer, most of the time."""
        things = self.things(self.chance.choice((1, 1, 2, 2, 3)))
        match self.chance.choice(("things",) * 8 + ("count", "exists", "in", "compare", "years")):
            case "count":
                return Count(things)
            case "exists":
                return Existence(things)
            case "in":
                return Membership(self._some_entity(), things)
            case "compare":
                return self._comparison(things)
            case "years":
                return self._years(things)
            case _:
                return things

    def things(self, depth: int) -> Things:
        """Return a set that so many steps lead to."""
        found: Things = self._some_entity()
        for _ in range(depth):
            members = self._members(found)
            if not len(members):
                return found
            found = self._further(found, members)
        return found

    def _members(self, things: Things) -> Ints:
        return self.evaluator.things(things)

    def _some_entity(self) -> Entity:
        """Return the end of an edge: what many edges lead to comes often."""
        property_ = self.chance.choice(self.graph.adjacency.properties)
        objects = self.graph.adjacency.sorted_objects(property_)
        if not len(objects):
            return self._some_entity()
        node = int(objects[self.chance.randrange(len(objects))])
        if node >= self.graph.adjacency.entities:
            subjects = self.graph.adjacency.subjects(property_, np.array([node], dtype=np.int32))
            node = int(subjects[self.chance.randrange(len(subjects))])
        return Entity(self.graph.text(node))

    def _further(self, things: Things, members: Ints) -> Things:
        operators = ("apply",) * 5 + ("filter", "filter", "typed", "meet", "union", "minus")
        operators += ("most", "most", "place", "qualified", "told")
        match self.chance.choice(operators):
            case "filter":
                return self._filter(things, members)
            case "typed":
                return self._typed(things, members)
            case "meet":
                return Intersection((things, self._apply(members, things)))
            case "union":
                return Union((things, self._apply(members, things)))
            case "minus":
                return Difference(things, self._apply(members, things))
            case "most":
                extreme = self.chance.choice(("max", "min"))
                return Superlative(extreme, things, self._key(members))  # type: ignore[arg-type]
            case "place":
                return Ordinal(self.chance.choice((1, 2, 3, -1, -2)), things, self._key(members))
            case "qualified":
                return self._qualified(things, members)
            case "told":
                return self._told(things, members)
            case _:
                return self._apply(members, things)

    def _one(self, members: Ints) -> int:
        return int(members[self.chance.randrange(len(members))])

    def _around(self, members: Ints) -> list[Property | Inverse]:
        """Return the steps from one of the members that do not lead to too many."""
        node = self._one(members)
        if node >= len(self.graph.adjacency):
            return []
        found: list[Property | Inverse] = []
        for one in self.graph.adjacency.around(node):
            if one.degree * len(members) < MOST:
                step = Property(one.property)
                found.append(step if one.is_backwards else Inverse(step))
        return found

    def _apply(self, members: Ints, things: Things) -> Things:
        steps = self._around(members)
        if not steps:
            return things
        return Apply(self.chance.choice(steps), things)

    def _typed(self, things: Things, members: Ints) -> Things:
        found = self._apply(members, things)
        if not isinstance(found, Apply) or isinstance(found.relation, Typed):
            return found
        reached = self._members(found)
        kinds = self._classes(reached)
        if not kinds:
            return found
        kind = Entity(self.graph.text(self.chance.choice(kinds)))
        if self.chance.random() < 0.5:
            return Apply(Typed(found.relation, kind), found.things)
        return Intersection((found, Type(kind)))

    def _classes(self, members: Ints) -> list[int]:
        if not len(members) or (node := self._one(members)) >= self.graph.adjacency.entities:
            return []
        return self.graph.adjacency.types(node).tolist()

    def _values(self, members: Ints, *, kinds: tuple[int, ...]) -> list[tuple[str, int, int]]:
        """Return properties of one of the members that lead to values of some kinds."""
        node = self._one(members)
        if node >= self.graph.adjacency.entities:
            return []
        found = []
        for one in self.graph.adjacency.around(node):
            if not one.is_backwards:
                edges = self.graph.adjacency.edges_from(one.property, np.array([node], np.int32))
                value, detail = int(edges.objects[0]), int(edges.details[0])
                if self.graph.term(value).kind in kinds:
                    found.append((one.property, value, detail))
        return found

    def _filter(self, things: Things, members: Ints) -> Things:
        found = self._values(members, kinds=(ENTITY_NODE, NUMBER_NODE, DATE_NODE, TEXT_NODE))
        if not found:
            return things
        property_, value, detail = self.chance.choice(found)
        kind = self.graph.term(value).kind
        orders = ORDERS if kind in (NUMBER_NODE, DATE_NODE) else ORDERS[:1]
        bound = self._written(value, detail)
        test = Condition(Property(property_), self.chance.choice(orders), bound)
        return Filter(things, (test,))

    def _written(self, value: int, detail: int = 0) -> Things:
        """Return a value as somebody would write it."""
        term, text = self.graph.term(value), self.graph.text(value)
        match term.kind:
            case kind if kind == ENTITY_NODE:
                return Entity(text)
            case kind if kind == NUMBER_NODE:
                unit = self.graph.adjacency.details[detail][0]
                if unit and self.chance.random() < 0.5:
                    return Quantity(Decimal(text), Entity(unit))
                return Number(Decimal(text))
            case kind if kind == DATE_NODE:
                number = int(term.value)
                year, month, day = number // 10_000, number // 100 % 100, number % 100
                if self.chance.random() < 0.5:
                    return Number(Decimal(year))
                return Date(year, month, self.chance.choice((day, None)))
            case _:
                return Text(text)

    def _key(self, members: Ints) -> Key:
        found = self._values(members, kinds=(NUMBER_NODE, DATE_NODE))
        if found and self.chance.random() < 0.7:
            return Property(self.chance.choice(found)[0])
        steps = self._around(members)
        way: Way = self.chance.choice(steps) if steps else Property("P31")
        return Tally(Inverse(way) if not isinstance(way, Inverse) else way.relation)

    def _statement(self, members: Ints) -> tuple[str, int, int, list[tuple[str, int, int]]] | None:
        """Return a statement about one of the members: property, ends, qualifiers."""
        node = np.array([self._one(members)], dtype=np.int32)
        adjacency = self.graph.adjacency
        if int(node[0]) >= adjacency.entities:
            return None
        found = []
        for one in adjacency.around(int(node[0])):
            statements = adjacency.statements(one.property)
            numbers = statements.to(node) if one.is_backwards else statements.of(node)
            if len(numbers):
                edge = statements.columns(numbers[:1])
                qualifiers = adjacency.qualifiers_of(int(numbers[0]))
                ends = int(edge.subjects[0]), int(edge.objects[0])
                found.append((one.property, *ends, qualifiers))
        return self.chance.choice(found) if found else None

    def _qualified(self, things: Things, members: Ints) -> Things:
        said = self._statement(members)
        if said is None or not said[3]:
            return self._apply(members, things)
        property_, subject, _, qualifiers = said
        qualifier, value, detail = self.chance.choice(qualifiers)
        kind = self.graph.term(value).kind
        if kind not in (ENTITY_NODE, NUMBER_NODE, DATE_NODE, TEXT_NODE):
            return self._apply(members, things)
        orders = ORDERS if kind in (NUMBER_NODE, DATE_NODE) else ORDERS[:1]
        bound = self._written(value, detail)
        test = Condition(Property(qualifier), self.chance.choice(orders), bound)
        way = Qualified(Property(property_), (test,))
        is_forwards = bool(np.isin(subject, members))
        return Apply(Inverse(way) if is_forwards else way, things)

    def _told(self, things: Things, members: Ints) -> Things:
        said = self._statement(members)
        if said is None or not said[3]:
            return things
        property_, subject, object_, qualifiers = said
        is_forwards = bool(np.isin(subject, members))
        end = object_ if is_forwards else subject
        if self.graph.term(end).kind != ENTITY_NODE:
            return things
        way: Way = Property(property_) if is_forwards else Inverse(Property(property_))
        qualifier = Property(self.chance.choice(qualifiers)[0])
        key = Stated(way, Entity(self.graph.text(end)), qualifier)
        if self.chance.random() < 0.5:
            return Ordinal(self.chance.choice((1, 2, -1)), Apply(way, key.things), key)
        return Told(things, key, self.chance.choice((None, None, 1, -1)))

    def _comparison(self, things: Things) -> Query:
        members = self._members(things)
        found = self._values(members, kinds=(NUMBER_NODE, DATE_NODE)) if len(members) else []
        if not found:
            return Comparison(Count(things), ">", Number(Decimal(self.chance.randrange(10))))
        property_, value, detail = self.chance.choice(found)
        comparator = self.chance.choice(ORDERS)
        values = Apply(Inverse(Property(property_)), things)
        return Comparison(values, comparator, self._written(value, detail))

    def _years(self, things: Things) -> Query:
        members = self._members(things)
        found = self._values(members, kinds=(DATE_NODE,)) if len(members) else []
        if not found:
            return Existence(things)
        one = Entity(self.graph.text(self._one(members)))
        ways = [Apply(Inverse(Property(self.chance.choice(found)[0])), one) for _ in range(2)]
        return Years(*ways)

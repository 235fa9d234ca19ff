"""The algebra a second time, as plainly as Python allows: the definition we test against.

No SPARQL and no store. Each clause below is the equation in the docstring of its operator, over a
graph of `graphs.py`. A set of values holds literals, as the graph does; what a literal measures
(its unit, its precision) is known of values that an edge leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import assert_never

import reference_order as order
from graphs import Day, Edge, Graph, Item, Node, Qualifier, Unknown, edges_of, label_of
from reference_places import near
from reference_values import Measured, compares, in_si, is_named, span, written

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
    Intersection,
    Inverse,
    Key,
    Lapse,
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
    Stated,
    Subtraction,
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
from kgqa.algebra.units import dimension, factor

# --- The graph -------------------------------------------------------------------------------


class Reference:
    """The denotations over one graph."""

    def __init__(self, graph: Graph) -> None:
        self.edges = [e for e in edges_of(graph) if not isinstance(e.value, Unknown)]

    def denote(self, query: Query) -> frozenset[Node] | bool:
        """What a query denotes: a set, the set of one number, or a truth."""
        match query:
            case Count() | Aggregate() | Years() | Subtraction():
                return frozenset(value.node for value in self.values(query))
            case Comparison(left, comparator, right):
                sides = self.values(left), self.values(right)
                return any(compares(a, comparator, b) for a in sides[0] for b in sides[1])
            case Membership(Entity(id_), things):
                return Item(id_) in self.things(things)
            case Membership(value, things):
                return any(compares(written(value), "=", v) for v in self.values(things))
            case Existence(things):
                return self.things(things) != frozenset()
            case Difference(left, right) if self._are_numbers(left) and self._are_numbers(right):
                return frozenset(self._subtract(self.values(left), self.values(right)))
            case things:
                return self.things(things)

    # --- Relations ---

    def pairs(self, relation: Relation) -> set[tuple[Node, Node]]:
        match relation:
            case Property() | Qualified():
                return {(edge.subject, edge.value) for edge in self.edges_along(relation)}
            case Inverse(inner):
                return {(y, x) for x, y in self.pairs(inner)}
            case Typed(inner, type_):
                typed = self.things(Type(type_))
                return {(x, y) for x, y in self.pairs(inner) if x in typed}
            case _:
                assert_never(relation)

    def edges_along(self, relation: Property | Qualified) -> list[Edge]:
        match relation:
            case Property(id_):
                return [e for e in self.edges if e.property == id_ and e.rank == "truthy"]
            case Qualified(property_, conditions):
                return [
                    edge
                    for edge in self.edges
                    if edge.property == property_.id and edge.rank != "deprecated"
                    # In RDF, only a statement that says more than its edge is written out.
                    if all(self._qualifies(edge.qualifiers, c) for c in conditions)
                ]

    def _qualifies(self, qualifiers: tuple[Qualifier, ...], condition: Condition) -> bool:
        assert isinstance(condition.relation, Property)
        return any(
            compares(Measured(q.value, q.unit, q.precision), condition.comparator, bound)
            for q in qualifiers
            if q.property == condition.relation.id and not isinstance(q.value, Unknown)
            for bound in self.values(condition.bound)
        )

    def values_of(self, x: Node, way: Way) -> list[Measured]:
        """The values that x has, with what their edges say of them."""
        if isinstance(way, Inverse):
            return [Measured(y) for x_, y in self.pairs(way) if x_ == x]
        edges = [edge for edge in self.edges_along(way) if edge.subject == x]
        return [Measured(edge.value, edge.unit, edge.precision) for edge in edges]

    # --- Sets ---

    def things(self, things: Things) -> frozenset[Node]:
        match things:
            case Entity(id_):
                return frozenset({Item(id_)})
            case Text() | Date() | Number() | Quantity():
                return frozenset({written(things).node})
            case Type(entity):
                return self._instances(Item(entity.id))
            case Apply(relation, inner):
                return self._apply(relation, inner)
            case Intersection(operands):
                return self._intersection(operands)
            case Union(operands):
                return frozenset().union(*map(self.things, operands))
            case Difference(left, right) if self._are_numbers(left) and self._are_numbers(right):
                return frozenset(self._subtract(self.values(left), self.values(right)))
            case Difference(left, right):
                gone = self._matches(right)
                return frozenset(x for x in self.things(left) if not gone(x))
            case Filter(inner, conditions):
                members = self.things(inner)
                return frozenset(
                    x for x in members if all(self.satisfies(x, c) for c in conditions)
                )
            case Named(inner, sign, text):
                members = self.things(inner)
                return frozenset(x for x in members if is_named(label_of(x), sign, text.text))
            case Having(inner, tally, comparator, number):
                return frozenset(
                    x
                    for x in self.things(inner)
                    if compares(Measured(self._number_of(x, tally)), comparator, written(number))
                )
            case Near():
                return near(self, things)
            case Superlative(extreme, inner, key):
                return self.place(-1 if extreme == "max" else 1, self.things(inner), key)
            case Ordinal(place, inner, key):
                return self.place(place, self.things(inner), key)
            case Told(inner, key, place):
                return self._told(self.things(inner), key, place)
            case _:
                assert_never(things)

    def _instances(self, class_: Item) -> frozenset[Node]:
        classes, new = {class_}, [class_]
        while new:
            found = {e.subject for e in self._truthy("P279") if e.value in new} - classes
            classes |= found
            new = list(found)
        return frozenset(e.subject for e in self._truthy("P31") if e.value in classes)

    def _truthy(self, property_: str) -> list[Edge]:
        return self.edges_along(Property(property_))

    def _apply(self, relation: Relation, things: Things) -> frozenset[Node]:
        if isinstance(things, Text | Date | Number | Quantity):
            way = relation.relation if isinstance(relation, Typed) else relation
            same = Condition(way, "=", things)
            typed = self.things(Type(relation.type)) if isinstance(relation, Typed) else None
            starts = {x for x, _ in self.pairs(way)}
            return frozenset(
                x for x in starts if self.satisfies(x, same) and (typed is None or x in typed)
            )
        members = self.things(things)
        return frozenset(x for x, y in self.pairs(relation) if y in members)

    def _intersection(self, operands: tuple[Things, ...]) -> frozenset[Node]:
        values = (Text, Date, Number, Quantity)
        sets = [operand for operand in operands if not isinstance(operand, values)]
        first = sets[0] if sets else operands[0]
        kept = self.things(first)
        for operand in operands:
            if operand is not first:
                matches = self._matches(operand)
                kept = frozenset(x for x in kept if matches(x))
        return kept

    def _matches(self, things: Things) -> Callable[[Node], bool]:
        """Whether a term is in the set; a written value stands for all that equal it."""
        if isinstance(things, Text | Date | Number | Quantity):
            bound = written(things)
            return lambda x: compares(Measured(x), "=", bound)
        members = self.things(things)
        return lambda x: x in members

    def satisfies(self, x: Node, condition: Condition) -> bool:
        bounds = self.values(condition.bound)
        return any(
            compares(value, condition.comparator, bound)
            for value in self.values_of(x, condition.relation)
            for bound in bounds
        )

    def _told(self, members: frozenset[Node], key: Stated, place: int | None) -> frozenset[Node]:
        """The qualifiers of the edges of members; at a place, their dates in order."""
        found = {v.node for x in members for edge in self._edges_by(x, key) for v in edge}
        if place is None:
            return frozenset(found)
        days = {node for node in found if isinstance(node, Day)}
        dates = sorted(days, key=lambda one: (one.year, one.month, one.day), reverse=place < 0)
        return frozenset(dates[abs(place) - 1 : abs(place)])

    # --- Order ---

    def place(self, place: int, members: frozenset[Node], key: Key) -> frozenset[Node]:
        """nth(1) = argmin, nth(n + 1, X) = nth(n, X - argmin(X)); from behind with argmax."""
        if isinstance(key, Stated):
            return self._place_of_edges(place, members, key)
        keys = self._keys(members, key, largest=place < 0)
        for _ in range(abs(place) - 1):
            keys = {x: k for x, k in keys.items() if x not in order.extreme(keys, place < 0)}
        return frozenset(order.extreme(keys, place < 0))

    def _keys(
        self, members: frozenset[Node], key: Key, *, largest: bool
    ) -> dict[Node, tuple[float, float]]:
        """Each member's key as a span; an exact key is a span that holds nothing else."""
        best = max if largest else min
        found = {}
        for x in members:
            spans = self._spans(x, key)
            if spans:
                found[x] = best(s for s, _ in spans), best(e for _, e in spans)
        return found

    def _number_of(self, x: Node, tally: Tally) -> Decimal:
        values = {value.node for value in self.values_of(x, tally.relation)}
        if tally.within is not None:
            values = set(filter(self._matches(tally.within), values))
        return Decimal(len(values))

    def _spans(self, x: Node, key: Key) -> list[tuple[float, float]]:
        if isinstance(key, Tally):
            return [(number := float(self._number_of(x, key)), number + 0.5)]
        if isinstance(key, Lapse):
            return [s for v in self._lapses(x, key) if (s := order.key_span(v, None))]
        if isinstance(key, Stated):
            edges = self._edges_by(x, key)
            return [s for values in edges for v in values if (s := order.key_span(v, None))]
        main = self._dimension(key)
        return [s for value in self.values_of(x, key) if (s := order.key_span(value, main))]

    def _place_of_edges(self, place: int, members: frozenset[Node], key: Stated) -> frozenset[Node]:
        """Those with the value of the qualifier at which the turn at a place begins."""
        sign = -1 if place < 0 else 1
        numbers = {
            x: {sign * s for edge in self._edges_by(x, key) for s in order.starts(edge)}
            for x in members
        }

        def begins(x: Node, value: float) -> bool:
            before = max((v for v in numbers[x] if v < value), default=None)
            others = (v for y in members if y != x for v in numbers[y])
            return before is None or any(before < v < value for v in others)

        turns = sorted((v, str(x), x) for x in members for v in numbers[x] if begins(x, v))
        if abs(place) > len(turns):
            return frozenset()
        wanted = turns[abs(place) - 1][0]
        return frozenset(x for value, _, x in turns if value == wanted)

    def _edges_by(self, x: Node, key: Stated) -> list[list[Measured]]:
        """The qualifiers of each edge from x to the things of the key, dates to the day."""
        relation, backwards = key.relation, False
        while isinstance(relation, Inverse):
            relation, backwards = relation.relation, not backwards
        every = relation.property.id if isinstance(relation, Qualified) else relation.id
        edges = [e for e in self.edges if e.property == every and e.rank != "deprecated"]
        if isinstance(relation, Qualified):
            edges = self.edges_along(relation)
        within = self.things(key.things)
        ends = [(e.value, e.subject, e) if backwards else (e.subject, e.value, e) for e in edges]
        found = [edge for start, end, edge in ends if start == x and end in within]
        if key.since is None:
            return [order.qualifiers(edge, key.qualifier) for edge in found]
        return [
            [
                Measured(Decimal(order.days(b) - order.days(a)))
                for a in order.qualifiers(edge, key.since)
                for b in order.qualifiers(edge, key.qualifier)
                if isinstance(a.node, Day)
                and isinstance(b.node, Day)
                and order.days(a) <= order.days(b)
            ]
            for edge in found
        ]

    def _lapses(self, x: Node, key: Lapse) -> list[Measured]:
        """The days from each date of x by the first to each later one by the second."""
        end = key.until
        ends = self._edges_by(x, end) if isinstance(end, Stated) else [self.values_of(x, end)]
        return [
            Measured(Decimal(order.days(b) - order.days(a)))
            for a in self.values_of(x, key.since)
            for dates in ends
            for b in dates
            if isinstance(a.node, Day)
            and isinstance(b.node, Day)
            and order.days(a) <= order.days(b)
        ]

    def _dimension(self, way: Way) -> str | None:
        """What most amounts of the property measure; of equals the first by name."""
        if isinstance(way, Inverse):
            return None
        id_ = way.id if isinstance(way, Property) else way.property.id
        units = [e.unit for e in self.edges if e.property == id_ and e.unit]
        counts = Counter(dimension(unit) for unit in units if unit != "Q199")
        return max(sorted(counts), key=lambda name: counts[name]) if counts else None

    # --- Operands of comparisons ---

    def values(self, operand: Operand) -> list[Measured]:
        match operand:
            case Text() | Date() | Number() | Quantity():
                return [written(operand)]
            case Count(things):
                return [Measured(Decimal(len(self.things(things))))]
            case Aggregate(function, things, way):
                return self._aggregate(function, self.things(things), way)
            case Years(start, end):
                pairs = ((a, b) for a in self.values(start) for b in self.values(end))
                years = {y for a, b in pairs if (y := order.years(span(a), span(b))) is not None}
                return [Measured(year) for year in years]
            case Subtraction(left, right):
                return [Measured(n) for n in self._subtract(self.values(left), self.values(right))]
            case Difference(left, right) if self._are_numbers(left) and self._are_numbers(right):
                return [Measured(n) for n in self._subtract(self.values(left), self.values(right))]
            case Apply(Inverse(Property() | Qualified() as way), inner):
                return [value for x in self.things(inner) for value in self.values_of(x, way)]
            case things:
                return [Measured(node) for node in self.things(things)]

    def _aggregate(
        self, function: str, members: frozenset[Node], way: Property | Qualified
    ) -> list[Measured]:
        """The sum, average or extreme of what members have; of amounts in one unit, or in SI."""
        had = [v for x in members for v in self.values_of(x, way)]
        if any(isinstance(v.node, Day) for v in had):
            return order.aggregate(function, [v.node for v in had])
        id_ = way.id if isinstance(way, Property) else way.property.id
        units = {e.unit for e in self.edges if e.property == id_ and isinstance(e.value, Decimal)}
        known, main = units - {None, "Q199"}, self._dimension(way)
        mixed = len(known) > 1 or any(factor(u) != 1 and units != {u} for u in known)
        usual = [v for v in had if v.unit in (None, "Q199") or dimension(v.unit) == main]
        return order.aggregate(function, [in_si(v) if mixed else v.node for v in usual])

    def _are_numbers(self, things: Things) -> bool:
        match things:
            case Apply(Inverse(Property(id_) | Qualified(Property(id_))), _):
                kinds = {type(e.value) for e in self.edges if e.property == id_}
                return kinds == {Decimal}
            case Difference(left, right):
                return self._are_numbers(left) and self._are_numbers(right)
            case _:
                return False

    def _subtract(self, left: Iterable[Measured], right: Iterable[Measured]) -> set[Decimal]:
        found = set()
        right = list(right)
        for a in left:
            for b in right:
                assert isinstance(a.node, Decimal) and isinstance(b.node, Decimal)
                found.add(a.node - b.node)
        return found

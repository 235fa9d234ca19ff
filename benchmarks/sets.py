"""The algebra by plain Python sets over dictionaries: what the engine is compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar, assert_never, cast

import ordering
from adjacency import Adjacency, Day, Measure, Value

from kgqa.algebra import operators as op
from kgqa.algebra.terms import Date, Entity, Number, Property, Quantity, Text

V = TypeVar("V")


class Evaluator:
    """Finds what expressions denote in one graph."""

    def __init__(self, graph: Adjacency) -> None:
        self.graph = graph

    def answer(self, query: op.Query) -> frozenset[object] | bool:
        """Return the set an expression denotes, of one number for a count, or a truth."""
        match query:
            case op.Comparison(left, comparator, right):
                return self._compares(self.values(left), comparator, self.values(right))
            case op.Membership(term, things):
                return bool(self.things(term) & self.things(things))
            case op.Existence(things):
                return bool(self.things(things))
            case _:
                return frozenset(self.values(query))

    def values(self, operand: op.Operand) -> set[Value]:
        """Return the values of a set or an amount."""
        match operand:
            case op.Count(things):
                return {Measure(len(self.things(things)), "")}
            case op.Aggregate(function, things, way):
                values = [v for x in self.things(things) for v in self._of(way, x)]
                return _aggregated(function, [v for v in values if isinstance(v, Measure)])
            case op.Years(start, end):
                return {
                    Measure(_completed_years(a, b), "")
                    for a in self.things(start)
                    for b in self.things(end)
                    if isinstance(a, Day) and isinstance(b, Day)
                }
            case op.Subtraction(left, right):
                return {
                    Measure(a.number - b.number, a.unit)
                    for a in self.values(left)
                    for b in self.values(right)
                    if isinstance(a, Measure) and isinstance(b, Measure)
                }
            case _:
                return self.things(operand)

    def things(self, things: op.Things) -> set[Value]:
        """Return the members of a set."""
        match things:
            case Entity() | Text() | Date() | Number() | Quantity():
                return {_term(things)}
            case op.Type(entity):
                return self._instances(entity.id)
            case op.Apply(relation, inner):
                return self._apply(relation, self.things(inner))
            case op.Intersection(operands):
                sets = sorted((self.things(each) for each in operands), key=len)
                return set.intersection(*sets)
            case op.Union(operands):
                return set().union(*(self.things(each) for each in operands))
            case op.Difference(left, right):
                return self.things(left) - self.things(right)
            case op.Filter(inner, conditions):
                tests = [(c.relation, c.comparator, self.values(c.bound)) for c in conditions]
                return {x for x in self.things(inner) if self._passes(x, tests)}
            case op.Having(inner, tally, comparator, number):
                counts = self._keys(tally, self.things(inner))
                wanted = self.values(number)
                return {x for x, many in counts.items() if self._compares(many, comparator, wanted)}
            case op.Near():
                raise TypeError(things)  # no graph of a benchmark has coordinates
            case op.Superlative(extreme, inner, key):
                keys = self._keys(key, self.things(inner))
                return ordering.extremes(keys, greatest=extreme == "max")
            case op.Told(inner, op.Stated(Property(id_), within, Property(qualifier), None), None):
                members, ends = self.things(inner), self.things(within)
                return {
                    value
                    for edge in self.graph.edges[id_]
                    if edge.subject in members and edge.value in ends
                    for value in edge.qualifiers.get(qualifier, ())
                }
            case op.Told():
                raise TypeError(things)
            case op.Named(inner, sign, Text(text)):
                return {x for x in self.things(inner) if self._is_named(x, sign, text.lower())}
            case op.Ordinal(place, inner, key):
                return ordering.at_place(place, self._keys(key, self.things(inner)))
            case _:
                assert_never(things)

    # --- relations

    def _apply(self, relation: op.Relation, objects: set[Value]) -> set[Value]:
        match relation:
            case Property(id_):
                return _union_of(self.graph.into[id_].get(y, ()) for y in objects)
            case op.Inverse(Property(id_)):
                return _union_of(self.graph.out[id_].get(y, ()) for y in objects)
            case op.Inverse(op.Inverse(inner)):
                return self._apply(inner, objects)
            case op.Qualified(property_, conditions):
                pairs = self._qualified(property_.id, conditions)
                return {x for x, y in pairs if y in objects}
            case op.Inverse(op.Qualified(property_, conditions)):
                pairs = self._qualified(property_.id, conditions)
                return {y for x, y in pairs if x in objects}
            case op.Typed(inner, type_):
                return self._apply(inner, objects) & self._instances(type_.id)
        raise TypeError(relation)

    def _qualified(
        self, id_: str, conditions: tuple[op.Condition, ...]
    ) -> Iterable[tuple[Value, Value]]:
        tests = [
            (cast("Property", each.relation).id, each.comparator, self.values(each.bound))
            for each in conditions
        ]
        for edge in self.graph.edges[id_]:
            if all(
                self._compares(edge.qualifiers.get(name, ()), comparator, bound)
                for name, comparator, bound in tests
            ):
                yield edge.subject, edge.value

    def _instances(self, class_: str) -> set[Value]:
        subclasses, new = {cast("Value", class_)}, {cast("Value", class_)}
        while new:
            new = _union_of(self.graph.into["P279"].get(each, ()) for each in new) - subclasses
            subclasses |= new
        return _union_of(self.graph.into["P31"].get(each, ()) for each in subclasses)

    # --- tests and keys

    def _is_named(self, member: Value, sign: op.Sign, text: str) -> bool:
        """Tell whether a label contains a text, starts with it, or is it."""
        labels = [label.lower() for label in self.graph.labels.get(member, ())]
        match sign:
            case "~":
                return any(text in label for label in labels)
            case "^=":
                return any(label.startswith(text) for label in labels)
            case "=":
                return text in labels
            case _:
                assert_never(sign)

    def _passes(self, member: Value, tests: Sequence[tuple[op.Way, str, set[Value]]]) -> bool:
        return all(
            self._compares(self._of(way, member), comparator, bound)
            for way, comparator, bound in tests
        )

    def _of(self, way: op.Way, member: Value) -> set[Value]:
        """Return the member's own values."""
        if isinstance(way, Property):
            return self.graph.out[way.id].get(member, set())
        if isinstance(way, op.Inverse) and isinstance(way.relation, Property):
            return self.graph.into[way.relation.id].get(member, set())
        return self._apply(op.Inverse(way), {member})

    def _compares(self, left: Iterable[Value], comparator: str, right: Iterable[Value]) -> bool:
        right = list(right)
        return any(ordering.compares(a, comparator, b) for a in left for b in right)

    def _keys(self, key: op.Key, members: set[Value]) -> dict[Value, list[Value]]:
        match key:
            case op.Tally(way, within):
                among: Callable[[set[Value]], set[Value]] = lambda found: found  # noqa: E731
                if within is not None:
                    among = self.things(within).intersection
                return {x: [Measure(len(among(self._of(way, x))), "")] for x in members}
            case op.Stated(Property(id_), within, Property(qualifier), None):
                ends, told = self.things(within), dict[Value, list[Value]]()
                for edge in self.graph.edges[id_]:
                    if edge.subject in members and edge.value in ends:
                        days = [one for one in edge.qualifiers.get(qualifier, ()) if
                                isinstance(one, Day)]  # fmt: skip
                        told.setdefault(edge.subject, []).extend(_as_written(days))
                return {x: keys for x, keys in told.items() if keys}
            case op.Stated():
                raise TypeError(key)
            case op.Lapse(since, until):
                starts, ends = self._keys(since, members), self._keys(until, members)
                return {
                    x: found
                    for x in starts.keys() & ends.keys()
                    if (found := _lapses(starts[x], ends[x]))
                }
            case _:
                found = {x: list(self._of(key, x)) for x in members}
                return {x: keys for x, keys in found.items() if keys}


def _union_of(sets: Iterable[Iterable[V]]) -> set[V]:
    return set().union(*sets)


def _aggregated(function: str, values: Sequence[Measure]) -> set[Value]:
    """Return what amounts in one unit add up to, their mean, or the extreme of them."""
    numbers = [value.number for value in values]
    if not numbers:
        return set()
    total = sum(numbers, Fraction(0))
    found = {"sum": total, "average": total / len(numbers), "min": min(numbers)}
    return {Measure(found.get(function, max(numbers)), values[0].unit)}


def _lapses(starts: Iterable[Value], ends: Iterable[Value]) -> list[Value]:
    """Return the days from each date to each later one, in months of 31 days."""
    first, last = ([_days(day) for day in some if isinstance(day, Day)] for some in (starts, ends))
    return [Measure(b - a, "") for a in first for b in last if a <= b]


def _days(day: Day) -> int:
    return day.year * 372 + day.month * 31 + day.day


def _as_written(days: Iterable[Day]) -> list[Value]:
    """Return days that compare by their figures, whatever their precision."""
    return [Day(day.year, day.month, day.day, 11) for day in days]


def _term(term: Entity | Text | Date | Number | Quantity) -> Value:
    match term:
        case Entity(id_):
            return id_
        case Text(text):
            return text
        case Date(year, month, day):
            return Day(year, month, day or 1, 11 if day else 10)
        case Number(amount):
            return Measure(Fraction(amount), "")
        case Quantity(amount, unit):
            return Measure(Fraction(amount), unit.id)


def _completed_years(start: Day, end: Day) -> int:
    return end.year - start.year - (end[1:3] < start[1:3])

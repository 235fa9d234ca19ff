"""Which edges would have to be read for an expression, operator by operator.

A step that leads nowhere is read for; members of an intersection, a filter or an order are read for
where they lack the property that it tests, or where it has several values and a passage names the
one that is tested; a truth is read for where no edge makes it one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

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
    Membership,
    Named,
    Near,
    Number,
    Ordinal,
    Property,
    Quantity,
    Query,
    Relation,
    Subtraction,
    Superlative,
    Text,
    Things,
    Told,
    Type,
    Typed,
    Union,
    Years,
)
from kgqa.answers import Value
from kgqa.execute.estimates import is_qualified, property_of
from kgqa.judge.completeness import can_have, is_whole
from kgqa.merge.edges import Wanted, is_functional
from kgqa.merge.graph_view import GraphView
from kgqa.merge.set_size import size_of
from kgqa.parse.parser import Parser

STEPS = 3
"""A set with more members is not left by reading."""
LISTED = 60
"""A set with more members is not read for others."""
TESTED = 8
"""Members that are read for to see whether they pass a test, or where they stand in an order."""
NAMED = 40
"""Members whose passages are looked at for a name."""

Tells = Callable[[str, str], bool]
"""Whether a passage about one thing names another."""


class Needs:
    """Finds the edges that the graph lacks for an expression."""

    def __init__(
        self,
        graph: GraphView,
        parser: Parser,
        fame: Callable[[str], float],
        augmented: Callable[[Query], Query],
        *,
        tells: Tells,
        deep: bool = False,
    ) -> None:
        """Ask `graph`; `augmented` puts what was read so far into an expression.

        With `deep`, sets of what has a property to something are read for even if they have
        members: there may be more.
        """
        self.graph, self.parser, self.fame, self.augmented = graph, parser, fame, augmented
        self.tells, self.deep = tells, deep

    def of(self, query: Query) -> Iterator[Wanted]:
        """Yield the edges to read for, those of inner steps first."""
        match query:
            case Entity() | Text() | Date() | Number() | Quantity() | Type():
                return
            case Apply(Typed(relation, type_), things):
                yield from self.of(Intersection((Apply(relation, things), Type(type_))))
            case Apply(relation, things):
                yield from self._step(relation, things)
            case Intersection(operands):
                yield from self._intersection(operands)
            case Union(operands):
                for operand in operands:
                    yield from self.of(operand)
            case Difference(left, _):
                yield from self.of(left)
            case Filter(things, conditions):
                yield from self.of(things)
                yield from self._filter(things, conditions)
            case Superlative(_, things, key) | Ordinal(_, things, key):
                yield from self.of(things)
                yield from self._keys(things, key)
            case (
                Count(things)
                | Existence(things)
                | Told(things, _, _)
                | Named(things, _, _)
                | Having(things, _, _, _)
                | Near(things, _, _, _, _)
                | Aggregate(_, things, _)
            ):
                yield from self.of(things)
            case Years(left, right) | Subtraction(left, right) | Comparison(left, _, right):
                yield from self.of(left)
                yield from self.of(right)
            case Membership(term, things):
                yield from self._member(term, things)
            case _:
                assert_never(query)

    def _step(self, relation: Relation, things: Things) -> Iterator[Wanted]:
        """Yield what a step leads to, where it leads nowhere."""
        inner = list(self.of(things))
        yield from inner
        if is_qualified(relation) or isinstance(relation, Typed):
            return
        reached = self.augmented(things)
        property_, backwards = property_of(relation)
        known = self.graph.values(self.augmented(Apply(relation, things)))
        if known and not (
            self._is_short(relation, things, known)
            if backwards
            else self._may_grow(known, property_.id)
        ):
            return
        for id_ in (self.graph.members(reached) or ())[:STEPS]:  # type: ignore[arg-type]
            if not backwards or can_have(self.parser, id_, property_.id):
                yield Wanted(id_, property_.id, backwards)

    def _is_short(self, relation: Relation, things: Things, known: Sequence[Value]) -> bool:
        """Whether the graph states that something has more of a property than the graph has."""
        ids = [value.id for value in known if isinstance(value, Entity)]
        size = size_of(Apply(relation, things), ids, self.parser) if self.deep else None
        return size is not None and size.basis == "stated" and size.is_short(insists=False)

    def _may_grow(self, known: Sequence[Value], property_: str) -> bool:
        """Whether a set of what has a property to something may lack members."""
        ids = [value.id for value in known if isinstance(value, Entity)]
        is_small = self.deep and len(known) <= LISTED
        return is_small and not is_whole(self.parser, ids, property_)

    def _intersection(self, operands: Sequence[Things]) -> Iterator[Wanted]:
        for operand in operands:
            yield from self.of(operand)
        sets = [(operand, self.graph.members(operand)) for operand in operands]
        known = [(operand, ids) for operand, ids in sets if ids]
        if not known:
            return
        base, ids = min(known, key=lambda one: len(one[1]))
        for operand in operands:
            if operand is not base:
                yield from self._tests(operand, ids)

    def _tests(self, operand: Things, ids: Sequence[str]) -> Iterator[Wanted]:
        """Yield the edges by which things could be in a set of one step from an entity."""
        match operand:
            case Apply(Property(property_), Entity(other)):
                outside = self._outside(operand, ids)
                yield from self._lacking(outside, property_)
                if self._has_several(property_):
                    named = [id_ for id_ in outside if self.tells(id_, other)]
                    yield from (Wanted(id_, property_, target=other) for id_ in named[:TESTED])
            case Apply(Inverse(Property(property_)), Entity(other)) if self._has_several(property_):
                named = [id_ for id_ in self._outside(operand, ids) if self.tells(other, id_)]
                yield from (Wanted(other, property_, target=id_) for id_ in named[:TESTED])
            case _:
                return

    def _outside(self, operand: Things, ids: Sequence[str]) -> list[str]:
        """Return the best-known things that are not in a set."""
        inside = frozenset(self.graph.members(operand) or ())
        outside = [id_ for id_ in ids if id_ not in inside]
        return sorted(outside, key=lambda one: -self.fame(one))[:NAMED]

    def _has_several(self, property_: str) -> bool:
        entry = self.parser.schema.property(property_)
        return entry is not None and not is_functional(entry)

    def _filter(self, things: Things, conditions: Sequence[Condition]) -> Iterator[Wanted]:
        ids = self.graph.members(things) or []
        for condition in conditions:
            match condition.relation:
                case Property(property_):
                    yield from self._lacking(ids, property_)
                case _:
                    pass

    def _keys(self, things: Things, key: Key) -> Iterator[Wanted]:
        match key:
            case Property(property_):
                yield from self._lacking(self.graph.members(things) or [], property_)
            case _:
                return

    def _lacking(self, ids: Sequence[str], property_: str) -> Iterator[Wanted]:
        """Yield the best-known things that could have a property and do not."""
        lookups = self.parser.lookups
        without = [id_ for id_ in ids if not lookups.objects(id_, property_)]
        known = [id_ for id_ in without if can_have(self.parser, id_, property_)]
        for id_ in sorted(known, key=lambda one: -self.fame(one))[:TESTED]:
            yield Wanted(id_, property_)

    def _member(self, term: Query, things: Things) -> Iterator[Wanted]:
        match term, things:
            case Entity(id_), Apply(relation, Entity(other)) if not is_qualified(relation):
                property_, backwards = property_of(relation)
                yield Wanted(other if backwards else id_, property_.id)
            case _:
                yield from self.of(things)

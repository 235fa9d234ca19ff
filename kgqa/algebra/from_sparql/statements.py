"""Statements with their qualifiers: what p:, ps: and pq: say of one edge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.lexer import PREFIXES
from kgqa.algebra.from_sparql.pattern import Layout, Pattern
from kgqa.algebra.from_sparql.sets import Found, meet
from kgqa.algebra.from_sparql.terms import property_of
from kgqa.algebra.terms import Property

if TYPE_CHECKING:
    from kgqa.algebra.from_sparql.tree import Tree

LABELS = tuple(
    PREFIXES[prefix] + name
    for prefix, name in (("rdfs", "label"), ("schema", "name"), ("skos", "prefLabel"))
)


@dataclass(slots=True)
class Statement:
    """An edge with what it says: its subject, its value, and its qualifiers."""

    node: sx.Variable
    way: Property | None = None
    subject: sx.Node | None = None
    value: sx.Node | None = None
    qualifiers: list[tuple[Property, sx.Node]] = field(default_factory=list)
    span: sx.Span = (0, 1)

    @property
    def variables(self) -> set[sx.Variable]:
        """The variables at its ends."""
        ends = (self.subject, self.value, *(node for _, node in self.qualifiers))
        return {end for end in ends if isinstance(end, sx.Variable)}

    def add(self, tree: Tree, x: sx.Variable, found: Found) -> None:
        """Add to what is known of `x` that it stands at one end."""
        if sum(end == x for end in (self.subject, self.value)) != 1:
            self._add_told(tree, x, found)
        elif self.subject == x:
            self._add_end(tree, self._relation(tree, None), self.value, found)
        else:
            self._add_end(tree, op.Inverse(self._relation(tree, None)), self.subject, found)

    def _add_end(self, tree: Tree, way: op.Way, other: sx.Node | None, found: Found) -> None:
        if other is None:
            raise tree.refuse("set of everything to start from", self.span)
        if not isinstance(other, sx.Variable):
            found.sets.append(op.Apply(way, tree.term(other, self.span)))
            return
        if tree.is_leaf(other, self.span):
            tests = tree.comparisons(other)
            if not tests:
                raise tree.refuse("set of everything to start from", self.span)
            conditions = tuple(op.Condition(way, t.comparator, tree.bound(t)) for t in tests)
            found.cuts.append(lambda members: op.Filter(members, conditions))
            return
        inner = tree.read(other)
        if inner.is_grounded:
            found.sets.append(op.Apply(way, inner.things()))
            return
        back = way.relation if isinstance(way, op.Inverse) else op.Inverse(way)

        def through(members: op.Things) -> op.Things:
            reached = inner.things(op.Apply(back, members))
            return meet((members, op.Apply(way, reached)))

        found.cuts.append(through)

    def _add_told(self, tree: Tree, x: sx.Variable, found: Found) -> None:
        """Add that `x` is a qualifier: what the edges between two sets tell."""
        told = [property_ for property_, node in self.qualifiers if node == x]
        if len(told) != 1 or x in (self.subject, self.value):
            raise tree.refuse("variable that is met on two ways", self.span)
        relation = self._relation(tree, x)
        starts, ends = self._end(tree, self.subject), self._end(tree, self.value)
        found.sets.append(op.Told(starts, op.Stated(relation, ends, told[0])))

    def _end(self, tree: Tree, node: sx.Node | None) -> op.Things:
        if node is None:
            raise tree.refuse("set of everything to start from", self.span)
        if not isinstance(node, sx.Variable):
            return tree.term(node, self.span)
        inner = tree.read(node)
        if not inner.is_grounded:
            raise tree.refuse("set of everything to start from", self.span)
        return inner.things()

    def _relation(self, tree: Tree, told: sx.Variable | None) -> Property | op.Qualified:
        """Return the relation of edges whose other qualifiers pass."""
        if self.way is None:
            raise tree.refuse("statement of no property", self.span)
        conditions = [
            condition
            for property_, node in self.qualifiers
            if told is None or node != told
            for condition in self._conditions(tree, property_, node)
        ]
        if conditions:
            return op.Qualified(self.way, tuple(conditions))
        if told is not None:
            return self.way
        raise tree.refuse("statement of any rank without a qualifier", self.span)

    def _conditions(self, tree: Tree, property_: Property, node: sx.Node) -> list[op.Condition]:
        if not isinstance(node, sx.Variable):
            return [op.Condition(property_, "=", tree.term(node, self.span))]
        if tree.is_leaf(node, self.span):
            tests = tree.comparisons(node)
            if not tests:
                raise tree.refuse("test whether there is a qualifier", self.span)
            return [op.Condition(property_, t.comparator, tree.bound(t)) for t in tests]
        inner = tree.read(node)
        if not inner.is_grounded:
            raise tree.refuse("set of everything to start from", self.span)
        return [op.Condition(property_, "=", inner.things())]


def statements_of(
    layout: Layout, pattern: Pattern
) -> tuple[list[Statement], list[sx.Triple], list[sx.Triple]]:
    """Return the statements of a pattern, its plain edges, and the edges to labels."""
    found: dict[sx.Variable, Statement] = {}
    edges, labels = [], []
    for edge in pattern.edges:
        if isinstance(edge.path, sx.Step) and edge.path.predicate in LABELS:
            labels.append(edge)
        elif not (isinstance(edge.path, sx.Step) and _is_part(layout, edge, edge.path, found)):
            edges.append(edge)
    return list(found.values()), edges, labels


def _is_part(
    layout: Layout, edge: sx.Triple, path: sx.Step, found: dict[sx.Variable, Statement]
) -> bool:
    """Return whether an edge is part of a statement, to which it is added."""
    claim, stated, qualifier = (property_of(path.predicate, p) for p in ("p", "ps", "pq"))
    node = edge.object if claim else edge.subject
    if not (claim or stated or qualifier):
        return False
    if not isinstance(node, sx.Variable):
        raise layout.refuse("statement by its name", edge.span)
    statement = found.setdefault(node, Statement(node, span=edge.span))
    if claim or stated:
        if statement.way not in (None, claim or stated):
            raise layout.refuse("statement of two properties", edge.span)
        statement.way = claim or stated
    if (claim and statement.subject) or (stated and statement.value):
        raise layout.refuse("statement with two ends of one kind", edge.span)
    if claim:
        statement.subject = edge.subject
    elif stated:
        statement.value = edge.object
    elif qualifier:
        statement.qualifiers.append((qualifier, edge.object))
    return True

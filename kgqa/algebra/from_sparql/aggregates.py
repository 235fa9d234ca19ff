"""Sums, averages and extremes of values: SUM, AVG, MIN and MAX, and the first value of an order."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.orders import may_repeat
from kgqa.algebra.from_sparql.pattern import Layout, Pattern, variables_of
from kgqa.algebra.from_sparql.terms import property_of, term_of
from kgqa.algebra.from_sparql.tree import Tree
from kgqa.algebra.terms import Property

Function: TypeAlias = Literal["sum", "average", "min", "max"]
FUNCTIONS: dict[str, Function] = {"SUM": "sum", "AVG": "average", "MIN": "min", "MAX": "max"}


def is_aggregate(select: sx.Select) -> bool:
    """Return whether all rows of a SELECT are put together to one value."""
    match select.columns:
        case (sx.Column(_, sx.Call(name, (sx.Variable(),))),) if name in FUNCTIONS:
            return not select.by and not select.having
        case _:
            return False


def aggregated(layout: Layout, select: sx.Select) -> op.Aggregate:
    """Return the sum, average or extreme that the one column of a SELECT is."""
    column = select.columns[0]
    match column.expression:
        case sx.Call(name, (sx.Variable() as value,), distinct, span):
            function = FUNCTIONS[name]
            if distinct and function in ("sum", "average"):
                raise layout.refuse("sum of different values only", span)
            return _of_values(layout, select.group, value, function, span)
        case _:
            raise layout.refuse("such aggregate", column.span)


def is_extreme(select: sx.Select, target: sx.Variable) -> bool:
    """Return whether the first of all values is asked for, in their own order."""
    orders = [order.expression for order in select.orders]
    return orders == [target] and select.limit == 1 and not select.offset and not select.by


def extreme(layout: Layout, select: sx.Select, target: sx.Variable) -> op.Aggregate:
    """Return the largest or the smallest value that an ORDER BY with LIMIT 1 leaves."""
    order = select.orders[0]
    function: Function = "max" if order.descending else "min"
    return _of_values(layout, select.group, target, function, order.span)


def _of_values(
    layout: Layout, group: sx.Group, value: sx.Variable, function: Function, span: sx.Span
) -> op.Aggregate:
    patterns = layout.patterns(group)
    if len(patterns) != 1:
        raise layout.refuse("aggregate of several patterns", span)
    edge, property_ = _edge_to(layout, patterns[0], value, span)
    owners = {edge.subject} if isinstance(edge.subject, sx.Variable) else set()
    if function in ("sum", "average") and may_repeat(patterns[0], {value, *owners}):
        raise layout.refuse("sum of rows that may repeat", span)
    rest = replace(patterns[0], edges=[e for e in patterns[0].edges if e is not edge])
    if isinstance(edge.subject, sx.Variable):
        return op.Aggregate(function, Tree(layout, rest).things(edge.subject), property_)
    owner = term_of(edge.subject)
    if owner is None:
        raise layout.refuse("such term", edge.span)
    Tree(layout, rest).check_all_read()
    return op.Aggregate(function, owner, property_)


def _edge_to(
    layout: Layout, pattern: Pattern, value: sx.Variable, span: sx.Span
) -> tuple[sx.Triple, Property]:
    """Return the one edge that leads to the values, if nothing else is said of them."""
    edges = [edge for edge in pattern.edges if value in variables_of(edge)]
    others = (*pattern.tests, *pattern.eithers, *pattern.without, *pattern.selects)
    said = any(value in variables_of(other) for other in others) or value in pattern.values
    if len(edges) == 1 and not said and edges[0].object == value:
        path = edges[0].path
        property_ = property_of(path.predicate, "wdt") if isinstance(path, sx.Step) else None
        if property_ is not None:
            return edges[0], property_
    raise layout.refuse("largest or smallest of such values", span)

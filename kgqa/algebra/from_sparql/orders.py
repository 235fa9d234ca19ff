"""The first of an order: ORDER BY with LIMIT as superlatives and ordinals."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Literal

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.pattern import Layout, Pattern, outer_variables, variables_of
from kgqa.algebra.from_sparql.sets import NoRelation, backwards, meet, way_of
from kgqa.algebra.from_sparql.tree import Tree
from kgqa.algebra.terms import Number


def ordered(layout: Layout, select: sx.Select, target: sx.Variable) -> op.Things:
    """Return those that come first when rows are ordered by the value of a variable."""
    order = _only_order(layout, select)
    key = _variable(layout, order)
    patterns = layout.patterns(select.group)
    if len(patterns) != 1:
        raise layout.refuse("order of several patterns", order.span)
    if key == target:
        raise layout.refuse("largest or smallest value of all", order.span)
    pattern = patterns[0]
    edge = _edge_to(layout, pattern, key, order.span)
    rest = _without(pattern, edge)
    member, way = _way_to(layout, edge, key)
    members = Tree(layout, rest).things(member)
    first = _place(layout, select, members, way, order)
    if member == target:
        return first
    tree = Tree(layout, rest)
    tree.fixed[member] = first
    return tree.read(target).things()


def grouped(layout: Layout, select: sx.Select, target: sx.Variable) -> op.Things:
    """Return those with the most or fewest of something, as GROUP BY and COUNT find them."""
    if select.by != (target,):
        raise layout.refuse("aggregate of other groups than of what is asked for", select.span)
    if select.having:
        return _having(layout, select, target)
    if select.limit is None:
        from kgqa.algebra.from_sparql.queries import plain

        return plain(layout, select.group, target)
    order = _only_order(layout, select)
    named = {c.variable: c.expression for c in select.columns if c.expression is not None}
    expression = order.expression
    if isinstance(expression, sx.Variable):
        expression = named.get(expression, expression)
    match expression:
        case sx.Call("COUNT", (sx.Variable() as counted,), distinct):
            return _most(layout, select, target, counted, distinct)
        case _:
            raise layout.refuse("order by such a value", order.span)


def _having(layout: Layout, select: sx.Select, target: sx.Variable) -> op.Things:
    """Return those with so many of something, as HAVING tests a count."""
    if len(select.having) != 1 or select.limit is not None or select.offset:
        raise layout.refuse("test of a count", select.span)
    match select.having[0]:
        case sx.Call(
            "=" | "!=" | "<" | "<=" | ">" | ">=" as sign,
            (sx.Call("COUNT", (sx.Variable() as counted,), distinct), sx.Literal(text)),
        ) if text.isdecimal():
            members, tally = _counted(layout, select, target, counted, distinct, select.span)
            if sign not in (">", ">=") or text == "0":
                members = _with_any(members, tally)
            return op.Having(members, tally, sign, Number(Decimal(text)))
        case _:
            raise layout.refuse("test of a count", select.span)


def _with_any(members: op.Things, tally: op.Tally) -> op.Things:
    """Return those that have any of what is counted: a row has one at least."""
    way = tally.relation
    back = way.relation if isinstance(way, op.Inverse) else op.Inverse(way)
    return meet((members, op.Apply(way, tally.within or op.Apply(back, members))))


def _most(
    layout: Layout, select: sx.Select, target: sx.Variable, counted: sx.Variable, distinct: bool
) -> op.Things:
    order = select.orders[0]
    members, tally = _counted(layout, select, target, counted, distinct, order.span)
    if not order.descending:  # an expression counts those with none, too
        members = _with_any(members, tally)
    return _place(layout, select, members, tally, order)


def _counted(
    layout: Layout,
    select: sx.Select,
    target: sx.Variable,
    counted: sx.Variable,
    distinct: bool,
    span: sx.Span,
) -> tuple[op.Things, op.Tally]:
    """Return what is grouped, and what is counted of each."""
    patterns = layout.patterns(select.group)
    if len(patterns) != 1:
        raise layout.refuse("order of several patterns", span)
    pattern = patterns[0]
    if not distinct and may_repeat(pattern, {target, counted}):
        raise layout.refuse("count of rows that may repeat", span, "count DISTINCT ones")
    edges = [e for e in pattern.edges if variables_of(e) == {target, counted}]
    if len(edges) != 1:
        raise layout.refuse("count of what is further away", span)
    member, way = _way_to(layout, edges[0], counted)
    tree = Tree(layout, _without(pattern, edges[0]))
    tree.met.add(member)
    inner = tree.read(counted)
    if inner.cuts or (inner.sets and not inner.is_grounded):
        raise layout.refuse("count of tested things", span)
    within = inner.things() if inner.is_grounded else None
    tree.met.discard(member)
    return tree.things(member), op.Tally(way, within)


def may_repeat(pattern: Pattern, variables: set[sx.Variable]) -> bool:
    """Return whether rows can have the same values of the variables."""
    plain = all(isinstance(edge.path, sx.Step) for edge in pattern.edges)
    return not plain or bool(pattern.eithers) or bool(outer_variables(pattern) - variables)


# --- Keys ------------------------------------------------------------------------------------


def _only_order(layout: Layout, select: sx.Select) -> sx.Order:
    if len(select.orders) != 1:
        span = select.orders[1].span if select.orders else select.span
        raise layout.refuse("order by several keys", span)
    return select.orders[0]


def _variable(layout: Layout, order: sx.Order) -> sx.Variable:
    match order.expression:
        case sx.Variable() as variable:
            return variable
        case sx.Call(cast, (sx.Variable() as variable,)) if cast in ("DECIMAL", "INTEGER", "DATE"):
            return variable
        case _:
            raise layout.refuse("order by such a value", order.span)


def _edge_to(layout: Layout, pattern: Pattern, key: sx.Variable, span: sx.Span) -> sx.Triple:
    edges = [edge for edge in pattern.edges if key in variables_of(edge)]
    others = (*pattern.tests, *pattern.eithers, *pattern.without, *pattern.selects)
    if len(edges) != 1 or any(key in variables_of(o) for o in others) or key in pattern.values:
        raise layout.refuse("order by a value that is tested, too", span)
    return edges[0]


def _way_to(layout: Layout, edge: sx.Triple, key: sx.Variable) -> tuple[sx.Variable, op.Way]:
    """Return the variable at the other end of an edge, and the relation from it to the key."""
    other, path = (edge.subject, edge.path) if edge.object == key else (edge.object, edge.path)
    if isinstance(path, sx.Variable) or not isinstance(other, sx.Variable):
        raise layout.refuse("order by such a value", edge.span)
    try:
        way = way_of(path if edge.object == key else backwards(path))
    except NoRelation:
        way = None
    if way is None:
        raise layout.refuse("order by what such a path leads to", edge.span)
    return other, way


def _without(pattern: Pattern, edge: sx.Triple) -> Pattern:
    return replace(pattern, edges=[e for e in pattern.edges if e is not edge])


def _place(
    layout: Layout, select: sx.Select, members: op.Things, key: op.Key, order: sx.Order
) -> op.Things:
    """Return the one at the place where OFFSET and LIMIT cut."""
    if select.limit != 1:
        raise layout.refuse("first few of an order", select.span)
    layout.remarks.append("LIMIT 1 keeps one of those that share the place")
    if not select.offset:
        extreme: Literal["max", "min"] = "max" if order.descending else "min"
        return op.Superlative(extreme, members, key)
    place = select.offset + 1
    return op.Ordinal(-place if order.descending else place, members, key)

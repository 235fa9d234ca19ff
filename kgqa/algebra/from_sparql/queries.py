"""Whole queries: which column is asked for, and what orders, limits and counts make of it."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.algebra import operators as op
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.aggregates import aggregated, extreme, is_aggregate, is_extreme
from kgqa.algebra.from_sparql.orders import grouped, may_repeat, ordered
from kgqa.algebra.from_sparql.pattern import Layout, outer_variables, variables_of
from kgqa.algebra.from_sparql.sets import join
from kgqa.algebra.from_sparql.statements import LABELS
from kgqa.algebra.from_sparql.tree import Tree

_LABEL_ENDINGS = ("Label", "Description", "AltLabel")


def select_query(layout: Layout, select: sx.Select, column: str | None = None) -> op.Query:
    """Return what a SELECT asks for; `column` says which of several columns is meant."""
    counted = [c for c in select.columns if _is_call(c.expression, "COUNT")]
    if counted and not select.by:
        if len(select.columns) > 1:
            raise layout.refuse("second column", select.columns[1].span)
        return op.Count(_counted(layout, select, counted[0]))
    if is_aggregate(select):
        return aggregated(layout, select)
    target = target_of(layout, select, column)
    if is_extreme(select, target):
        return extreme(layout, select, target)
    return things_of(layout, select, target)


def column_set(layout: Layout, select: sx.Select, x: sx.Variable) -> op.Things:
    """Return the set that a column of a SELECT within a query is."""
    if select.limit is not None and not select.orders:
        raise layout.refuse("choice of some, whichever they are", select.span)
    return things_of(layout, select, x)


def things_of(layout: Layout, select: sx.Select, target: sx.Variable) -> op.Things:
    """Return the values of a variable in the rows of a SELECT."""
    if any(_is_aggregate(c.expression) for c in select.columns) or select.having or select.by:
        return grouped(layout, select, target)
    if select.orders and select.limit is not None:
        return ordered(layout, select, target)
    if select.offset:
        raise layout.refuse("OFFSET without an order", select.span)
    if select.limit is not None:
        layout.remarks.append(f"LIMIT {select.limit} keeps some of them, whichever they are")
    return plain(layout, select.group, target)


def plain(layout: Layout, group: sx.Group, target: sx.Variable) -> op.Things:
    """Return the values of a variable in the solutions of a group."""
    return join(Tree(layout, pattern).things(target) for pattern in layout.patterns(group))


# --- Columns ---------------------------------------------------------------------------------


def target_of(layout: Layout, select: sx.Select, column: str | None = None) -> sx.Variable:
    """Return the variable that is asked for: the one column that is no label of another."""
    labels = _labels(select.group)
    columns = list(select.columns)
    if not columns:
        shown = sorted((v for v in _visible(select.group)), key=lambda v: v.name)
        columns = [sx.Column(v, None, select.span) for v in shown]
    if column is not None:
        named = [c for c in columns if c.variable.name == column.lstrip("?$")]
        if not named:
            raise layout.refuse(f"column ?{column.lstrip('?$')}", select.span)
        return _labelled(named[0].variable, labels)
    main = _main(columns, labels, select)
    if len(main) != 1:
        span = main[1].span if len(main) > 1 else select.span
        raise layout.refuse("second column", span, "say which one is meant by its name")
    return _labelled(main[0].variable, labels)


def _main(
    columns: Sequence[sx.Column], labels: dict[sx.Variable, sx.Variable], select: sx.Select
) -> list[sx.Column]:
    """Return the columns that tell of nothing else: no labels, and no keys of the order."""
    names = {c.variable.name for c in columns}
    told = [c for c in columns if not _is_label_of(c.variable, names, labels)]
    told = [c for c in told if not _is_aggregate(c.expression)] or told
    return told or list(columns)[:1]


def _is_label_of(
    variable: sx.Variable, names: set[str], labels: dict[sx.Variable, sx.Variable]
) -> bool:
    if variable in labels:
        return labels[variable].name in names
    stems = [variable.name.removesuffix(e) for e in _LABEL_ENDINGS if variable.name.endswith(e)]
    return any(stem in names for stem in stems)


def _labels(group: sx.Group) -> dict[sx.Variable, sx.Variable]:
    """Return the variables that are labels, and what they are labels of."""
    found: dict[sx.Variable, sx.Variable] = {}
    for element in group.elements:
        match element:
            case sx.Triple(sx.Variable() as x, sx.Step(predicate), sx.Variable() as label):
                if predicate in LABELS:
                    found[label] = x
            case sx.Optional(inner) | sx.Service(_, inner):
                found.update(_labels(inner))
            case sx.Either(groups):
                for inner in groups:
                    found.update(_labels(inner))
    return found


def _labelled(variable: sx.Variable, labels: dict[sx.Variable, sx.Variable]) -> sx.Variable:
    """Return what a label stands for, else the variable itself."""
    if variable in labels:
        return labels[variable]
    name = variable.name
    return sx.Variable(name.removesuffix("Label")) if name.endswith("Label") else variable


def _visible(group: sx.Group) -> set[sx.Variable]:
    return {v for v in variables_of(group) if not v.name.startswith("_:")}


# --- Counts ----------------------------------------------------------------------------------


def _counted(layout: Layout, select: sx.Select, column: sx.Column) -> op.Things:
    """Return the set whose members a COUNT counts."""
    call = column.expression
    if not isinstance(call, sx.Call) or select.having:
        raise layout.refuse("such count", column.span)
    inner = call.arguments[0] if call.arguments else None
    patterns = layout.patterns(select.group)
    every = {v for pattern in patterns for v in outer_variables(pattern)}
    if inner is None and len(every) == 1:
        inner = next(iter(every))
    if not isinstance(inner, sx.Variable):
        raise layout.refuse("count of rows", column.span)
    if not call.distinct and (len(patterns) > 1 or may_repeat(patterns[0], {inner})):
        raise layout.refuse("count of rows that may repeat", column.span, "count DISTINCT ones")
    return plain(layout, select.group, inner)


def _is_call(expression: object, name: str) -> bool:
    return isinstance(expression, sx.Call) and expression.name == name


def _is_aggregate(expression: object) -> bool:
    names = ("COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT")
    return isinstance(expression, sx.Call) and expression.name in names

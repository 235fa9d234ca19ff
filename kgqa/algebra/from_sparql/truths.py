"""ASK: whether a pattern holds, as memberships, comparisons and existence."""

from __future__ import annotations

from dataclasses import replace

from kgqa.algebra import operators as op
from kgqa.algebra.errors import Unsupported
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.pattern import Layout, Pattern, outer_variables, variables_of
from kgqa.algebra.from_sparql.sets import join
from kgqa.algebra.from_sparql.terms import Test, term_of
from kgqa.algebra.from_sparql.times import merged
from kgqa.algebra.from_sparql.tree import WHOLE, Tree
from kgqa.algebra.terms import Entity

ASKED = sx.Variable("_:asked")


def ask_query(layout: Layout, ask: sx.Ask) -> op.Truth:
    """Return what an ASK asks."""
    patterns = layout.patterns(ask.group)
    if len(patterns) == 1:
        return _truth(layout, patterns[0])
    shared = set.intersection(*(set(_in_order(pattern)) for pattern in patterns))
    if not shared:
        raise layout.refuse("choice between truths", WHOLE)
    target = next(v for v in _in_order(patterns[0]) if v in shared)
    return op.Existence(join(Tree(layout, pattern).things(target) for pattern in patterns))


def _truth(layout: Layout, pattern: Pattern) -> op.Truth:
    if not outer_variables(pattern):
        return _membership(layout, pattern)
    tree = Tree(layout, pattern)
    for variable, tests in tree.tests.items():
        if len(tests) == 1 or len(merged(tests)) == 1:
            compared = _comparison(layout, pattern, variable)
            if compared is not None:
                return compared
    target = _in_order(pattern)[0]
    return op.Existence(tree.things(target))


def _in_order(pattern: Pattern) -> list[sx.Variable]:
    """Return the variables of the edges, those at their ends first."""
    ends = [edge.object for edge in pattern.edges] + [edge.subject for edge in pattern.edges]
    found = [end for end in ends if isinstance(end, sx.Variable)]
    visible = [v for v in found if not v.name.startswith("_:")]
    return list(dict.fromkeys([*visible, *found, *outer_variables(pattern)]))


def _comparison(layout: Layout, pattern: Pattern, variable: sx.Variable) -> op.Truth | None:
    """Return the comparison of a variable's values, if all else is about finding both sides."""
    tree = Tree(layout, pattern)
    tests = merged(tree.tests.pop(variable))
    if len(tests) != 1:
        return None
    test = tests[0]
    try:
        left = tree.read(variable)
        if not left.is_grounded:
            return None
        if isinstance(test.bound, sx.Variable):
            right = tree.read(test.bound)
            if not right.is_grounded:
                return None
            bound: op.Operand = right.things()
        else:
            bound = test.bound
        tree.check_all_read()
    except Unsupported:
        return None
    return _compared(left.things(), test, bound)


def _compared(left: op.Things, test: Test, bound: op.Operand) -> op.Truth:
    if isinstance(bound, Entity) and test.comparator == "=":
        return op.Membership(bound, left)
    return op.Comparison(left, test.comparator, bound)


def _membership(layout: Layout, pattern: Pattern) -> op.Truth:
    """Return a truth about constants: that one of them is in the set the others make."""
    ends = [end for edge in pattern.edges for end in (edge.subject, edge.object)]
    error = layout.refuse("truth about nothing", WHOLE)
    for end in dict.fromkeys(ends):
        term = term_of(end)
        if term is None:
            continue
        edges = [_asking(edge, end) for edge in pattern.edges]
        if not all(variables_of(edge) == {ASKED} for edge in edges):
            error = layout.refuse("truth about several things", pattern.edges[-1].span)
            continue
        return op.Membership(term, Tree(layout, replace(pattern, edges=edges)).things(ASKED))
    raise error


def _asking(edge: sx.Triple, end: sx.Node) -> sx.Triple:
    """Return an edge with a variable in the place of one constant; its subject first."""
    if edge.subject == end:
        return sx.Triple(ASKED, edge.path, edge.object, edge.span)
    value = ASKED if edge.object == end else edge.object
    return sx.Triple(edge.subject, edge.path, value, edge.span)

"""From a pattern to a set: a tree of variables is walked from the one that is asked for.

The algebra has no variables, so what is around the one asked for must be a tree: each edge, each
statement and each test is read once, and a variable that is met twice closes a cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from kgqa.algebra import operators as op
from kgqa.algebra.errors import AlgebraError, Unsupported
from kgqa.algebra.from_sparql import syntax as sx
from kgqa.algebra.from_sparql.labels import add_labels
from kgqa.algebra.from_sparql.pattern import Layout, Pattern, outer_variables, variables_of
from kgqa.algebra.from_sparql.sets import (
    Found,
    NoRelation,
    Ungrounded,
    backwards,
    join,
    meet,
    walked,
    way_of,
)
from kgqa.algebra.from_sparql.statements import Statement, statements_of
from kgqa.algebra.from_sparql.terms import Test, term_of, tested
from kgqa.algebra.from_sparql.times import merged
from kgqa.algebra.sorts import subtracts
from kgqa.algebra.terms import Entity, Term

WHOLE: sx.Span = (0, 1)
A = TypeVar("A", sx.Triple, Statement, sx.Either, sx.Minus, sx.Select)


class Tree:
    """One pattern, read from one of its variables."""

    def __init__(self, layout: Layout, pattern: Pattern) -> None:
        self.layout, self.pattern = layout, pattern
        self.statements, self.edges, self.labels = statements_of(layout, pattern)
        self.all_statements = list(self.statements)
        self.tests: dict[sx.Variable, list[Test]] = {}
        self.others = list(self._sort_tests())
        self.eithers, self.without = list(pattern.eithers), list(pattern.without)
        self.selects = list(pattern.selects)
        self.met: set[sx.Variable] = set()
        self.fixed: dict[sx.Variable, op.Things] = {}

    def refuse(self, reason: str, span: sx.Span = WHOLE, hint: str = "") -> Unsupported:
        """Return the error that says what the algebra lacks."""
        return self.layout.refuse(reason, span, hint)

    def _sort_tests(self) -> Iterator[sx.Filter]:
        """Keep the comparisons by their variable, and yield all other tests."""
        for test in self.pattern.tests:
            found = tested(test)
            if found is None:
                yield test
            else:
                self.tests.setdefault(found[0], []).append(found[1])

    # --- The whole ---

    def things(self, target: sx.Variable) -> op.Things:
        """Return the set of values of a variable; everything in the pattern is read for it."""
        found = self.read(target)
        self.check_all_read()
        try:
            return found.things()
        except Ungrounded:
            raise self.refuse("set of everything to start from") from None

    def check_all_read(self) -> None:
        """Refuse a pattern of which something has not been read."""
        left: list[sx.Triple | Statement | sx.Either | sx.Minus | sx.Select]
        left = [*self.edges, *self.statements, *self.eithers, *self.without, *self.selects]
        spans = [*(test.span for test in self.others)]
        left += [edge for edge in self.labels if self._is_tested(edge)]
        if left:
            raise self.refuse("way to join parts that share no thing", left[0].span)
        spans += [test.span for tests in self.tests.values() for test in tests]
        if spans:
            raise self.refuse("such test", spans[0])

    # --- A variable ---

    def read(self, x: sx.Variable) -> Found:
        """Return what is known of a variable, from all that has not been read before."""
        if x in self.fixed:
            return Found([self.fixed[x]])
        if x in self.met:
            raise self.refuse("variable that is met on two ways", self._span_of(x))
        self.met.add(x)
        found = Found()
        self._add_values(x, found)
        for edge in self._take(self.edges, x):
            self._add_edge(x, edge, found)
        for statement in self._take(self.statements, x):
            self._add_statement(x, statement, found)
        self._add_selects(x, found)
        self._add_eithers(x, found)
        self._add_tests(x, found)
        add_labels(self, x, found)
        self._add_without(x, found)
        return found

    def _take(self, atoms: list[A], x: sx.Variable) -> Iterator[A]:
        """Yield what is left about a variable; what is yielded is read, and left no more."""
        while True:
            about = [atom for atom in atoms if x in variables_of(atom) or x in _ends(atom)]
            if not about:
                return
            atoms.remove(about[0])
            yield about[0]

    def _span_of(self, x: sx.Variable) -> sx.Span:
        spans = [edge.span for edge in self.pattern.edges if x in variables_of(edge)]
        return spans[-1] if spans else WHOLE

    def is_leaf(self, x: sx.Variable, span: sx.Span) -> bool:
        """Return whether nothing is left to read of a variable but comparisons.

        One that has been met before closes a cycle, and is refused.
        """
        if x in self.met and x not in self.fixed:
            raise self.refuse("variable that is met on two ways", span)
        atoms = (*self.edges, *self.statements, *self.eithers, *self.without, *self.selects)
        return (
            x not in self.pattern.values
            and x not in self.fixed
            and not any(x in variables_of(atom) or x in _ends(atom) for atom in atoms)
            and not any(x in variables_of(test) for test in self.others)
            and not any(edge.subject == x and self._is_tested(edge) for edge in self.labels)
        )

    def _is_tested(self, label: sx.Triple) -> bool:
        """Return whether anything is said of a label."""
        name = label.object
        tested = any(name in variables_of(test) for test in self.others)
        return not isinstance(name, sx.Variable) or name in self.tests or tested

    # --- Edges ---

    def _add_edge(self, x: sx.Variable, edge: sx.Triple, found: Found) -> None:
        path, other = self.path(edge), edge.object
        if edge.object == x:
            path, other = backwards(path), edge.subject
            if edge.subject == x:
                raise self.refuse("variable that is met on two ways", edge.span)
        try:
            self._add_step(x, path, other, edge, found)
        except NoRelation as lack:
            raise self.refuse(str(lack), edge.span) from None

    def path(self, edge: sx.Triple) -> sx.Path:
        """Return the path of an edge; a variable must be one of the predicates that VALUES has."""
        if not isinstance(edge.path, sx.Variable):
            return edge.path
        values = self.pattern.values.get(edge.path)
        rows = values.rows if values else ()
        names = [row[0].value for row in rows if isinstance(row[0], sx.Iri)]
        if not names or len(names) != len(rows):
            raise self.refuse("variable for a property", edge.span)
        steps = tuple(sx.Step(name) for name in names)
        return steps[0] if len(steps) == 1 else sx.Choice(steps)

    def _add_step(
        self, x: sx.Variable, path: sx.Path, other: sx.Node, edge: sx.Triple, found: Found
    ) -> None:
        if not isinstance(other, sx.Variable):
            found.sets.append(walked(path, self.term(other, edge.span)))
            return
        if self.is_leaf(other, edge.span):
            self._add_leaf(path, other, edge.span, found)
            return
        inner = self.read(other)
        if inner.is_grounded:
            found.sets.append(walked(path, inner.things()))
        else:
            found.cuts.append(partial(self._through, path, inner))

    def _through(self, path: sx.Path, inner: Found, members: op.Things) -> op.Things:
        reached = inner.things(walked(backwards(path), members))
        return meet((members, walked(path, reached)))

    def _add_leaf(self, path: sx.Path, y: sx.Variable, span: sx.Span, found: Found) -> None:
        tests = self.comparisons(y)
        way = way_of(path)
        if not tests:
            walked(path, Entity("Q1"))  # a path that cannot be walked is refused at once
            found.cuts.append(partial(_having, path))
        elif way is None:
            raise self.refuse("test of what a longer path leads to", span)
        else:
            conditions = tuple(op.Condition(way, t.comparator, self.bound(t)) for t in tests)
            found.cuts.append(lambda members: filtered(members, conditions))

    def comparisons(self, y: sx.Variable) -> list[Test]:
        """Return the comparisons of a variable, which are read by that."""
        self.met.add(y)
        tests = merged(self.tests.pop(y, []))
        if len(tests) > 1:
            raise self.refuse("pair of tests of one value", tests[1].span)
        return tests

    def bound(self, test: Test) -> op.Operand:
        """Return what a value is compared with."""
        if not isinstance(test.bound, sx.Variable):
            return test.bound
        inner = self.read(test.bound)
        if not inner.is_grounded:
            raise self.refuse("set of everything to start from", test.span)
        return inner.things()

    def term(self, node: sx.Expression, span: sx.Span) -> Term:
        """Return a constant as a term."""
        found = term_of(node)
        if found is None:
            raise self.refuse("such term", span)
        return found

    # --- Statements ---

    def _add_statement(self, x: sx.Variable, statement: Statement, found: Found) -> None:
        try:
            statement.add(self, x, found)
        except AlgebraError as error:
            if isinstance(error, Unsupported):
                raise
            raise self.refuse("such statement", statement.span) from error

    # --- Sets that are given ---

    def _add_values(self, x: sx.Variable, found: Found) -> None:
        values = self.pattern.values.get(x)
        if values is not None:
            nodes = [row[0] for row in values.rows if row[0] is not None]
            found.sets.append(join(self.term(node, values.span) for node in nodes))

    def _add_selects(self, x: sx.Variable, found: Found) -> None:
        from kgqa.algebra.from_sparql.queries import column_set

        for select in self._take(self.selects, x):
            found.sets.append(column_set(self.layout, select, x))

    def _add_eithers(self, x: sx.Variable, found: Found) -> None:
        for either in self._take(self.eithers, x):
            self._check_shared(either, x)
            sets = [self.set_of(group, x) for group in either.groups]
            found.sets.append(join(sets))

    def set_of(self, group: sx.Group, x: sx.Variable) -> op.Things:
        """Return the set of values of a variable in a group by itself."""
        patterns = self.layout.patterns(group)
        return join(Tree(self.layout, pattern).things(x) for pattern in patterns)

    # --- Tests ---

    def _add_tests(self, x: sx.Variable, found: Found) -> None:
        for test in self.tests.pop(x, []):
            bound = test.bound
            if isinstance(bound, Entity) and test.comparator == "!=":
                found.cuts.append(partial(_but, gone=bound))
            elif isinstance(bound, Entity) and test.comparator == "=":
                found.sets.append(bound)
            else:
                raise self.refuse("such test of what is asked for", test.span)
        for other in [test for test in self.others if x in variables_of(test)]:
            self._add_other(x, other, found)

    def _add_other(self, x: sx.Variable, test: sx.Filter, found: Found) -> None:
        match test.test:
            case sx.Call("IN" | "NOT IN" as name, (sx.Variable() as one, *constants)) if one == x:
                named = join(self.term(constant, test.span) for constant in constants)
                if name == "IN":
                    found.sets.append(named)
                else:
                    found.cuts.append(partial(_but, gone=named))
            case sx.Exists(group, negated=False) as exists:
                self._check_shared(exists, x)
                found.sets.append(self.set_of(group, x))
            case _:
                raise self.refuse("such test", test.span)
        self.others.remove(test)

    def _add_without(self, x: sx.Variable, found: Found) -> None:
        for minus in self._take(self.without, x):
            self._check_shared(minus, x)
            for pattern in self.layout.patterns(minus.group):
                found.cuts.append(partial(self._except, pattern, x))

    def _check_shared(self, element: sx.Either | sx.Minus | sx.Exists, x: sx.Variable) -> None:
        """Refuse a group that hangs on more of the rest than on one variable."""
        others = outer_variables(self.pattern, element) | {s.node for s in self.all_statements}
        if variables_of(element) & others != {x}:
            raise self.refuse("group that hangs on several variables", element.span)

    def _except(self, pattern: Pattern, x: sx.Variable, members: op.Things) -> op.Things:
        tree = Tree(self.layout, pattern)
        inner = tree.read(x)
        tree.check_all_read()
        return self.difference(members, inner.things(members), WHOLE)

    def difference(self, members: op.Things, gone: op.Things, span: sx.Span) -> op.Things:
        """Return a difference of sets; one that would be taken for a subtraction is refused."""
        found = op.Difference(members, gone)
        if subtracts(found):
            raise self.refuse("difference of sets of values", span)
        return found


def _ends(atom: object) -> set[sx.Variable]:
    return atom.variables if isinstance(atom, Statement) else set()


def _but(members: op.Things, gone: op.Things) -> op.Things:
    return op.Difference(members, gone)


def _having(path: sx.Path, members: op.Things) -> op.Things:
    return meet((members, walked(path, walked(backwards(path), members))))


def filtered(members: op.Things, conditions: tuple[op.Condition, ...]) -> op.Things:
    """Return those that pass; tests of one set stand together."""
    if isinstance(members, op.Filter):
        return op.Filter(members.things, (*members.conditions, *conditions))
    return op.Filter(members, conditions)

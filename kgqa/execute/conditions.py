"""From tests of values to graph patterns: `P577 >= 2010`, `P2044 > 8 kilometre`, `P27 = Q30`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import (
    Condition,
    Date,
    Entity,
    Number,
    Property,
    Quantity,
    Text,
    Value,
    Way,
)
from kgqa.execute import rdf
from kgqa.execute.estimates import is_better_apart, property_of
from kgqa.execute.measures import UNKNOWN, Measure, measure
from kgqa.execute.stated import (
    Context,
    Source,
    comparable,
    edge_source,
    precision_pattern,
    qualifier_source,
)
from kgqa.execute.values import (
    Comparable,
    holds,
    holds_coarsely,
    plain_date,
    precision_of,
    written,
)

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns

Member = templates.Operand
"""Given the variable of a member, the pattern that finds it."""


class Conditions:
    """The graph patterns of tests."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns

    # --- What values are ---

    def measure(self, way: Way) -> Measure:
        """Return how the values compare that a way leads to."""
        property_, backwards = property_of(way)
        if backwards:
            return Measure("entity", unknowns=False)
        statistics = self.patterns.statistics
        if statistics is None:
            return UNKNOWN
        return measure(statistics.edges.get(property_.id))

    def qualifier_measure(self, property_: Property) -> Measure:
        """Return how the qualifiers of a property compare."""
        statistics = self.patterns.statistics
        return UNKNOWN if statistics is None else measure(statistics.qualifiers.get(property_.id))

    # --- Tests ---

    def pattern(
        self, condition: Condition, x: str, rows: float, member: Member | None = None
    ) -> str:
        """Return the pattern that keeps those of `rows` values of `x` that satisfy it.

        `member` finds the values of `x` again, where that can be worth it.
        """
        way, bound = condition.relation, condition.bound
        if isinstance(bound, Entity) and condition.comparator == "=":
            return self.patterns.pairs(way, x, rdf.entity(bound))
        step = partial(self.patterns.pairs, way)
        apart = is_better_apart(self.patterns.estimates.edges(way), rows)
        if apart and isinstance(bound, Entity | Text | Date | Number | Quantity):
            source = edge_source(way, self.measure(way))
            test = partial(self._tested, condition, source, step)
            return self.patterns.fill("algebra/apart", {"things": test}, x=x)
        again = again_by(member, step) if member else None
        source = edge_source(way, self.measure(way), rows, again)
        return self._tested(condition, source, step, x)

    def met_by(self, condition: Condition, x: str, value: str, member: Member) -> str:
        """Return the pattern whose solutions for `value` are the values that make `x` pass."""
        way = condition.relation
        step = partial(self.patterns.pairs, way)
        source = edge_source(way, self.measure(way), 1.0, again_by(member, step))
        return self._tested(condition, source, step, x, value)

    def qualifiers(self, conditions: Sequence[Condition], statement: str) -> str:
        """Return the pattern that keeps the statements whose qualifiers satisfy all conditions.

        All qualifiers are found before any is tested: behind the OPTIONAL of a test a triple
        would be found for every statement of the store.
        """
        found = [self._qualifier(condition, statement) for condition in conditions]
        return "\n".join([*(step for step, _ in found), *(test for _, test in found)])

    def _qualifier(self, condition: Condition, statement: str) -> tuple[str, str]:
        property_, _ = property_of(condition.relation)
        predicate = self._beside(property_)
        if isinstance(condition.bound, Entity) and condition.comparator == "=":
            return self._step(predicate, False, statement, rdf.entity(condition.bound)), ""
        known = self.qualifier_measure(property_)
        value, source = self.patterns.fresh("value"), qualifier_source(property_, known)
        step = self._step(predicate, known.unknowns, statement, value)
        return step, self._test(condition, source, statement, value)

    def qualifier_step(self, property_: Property, statement: str, value: str) -> str:
        """Return the pattern whose solutions for `value` are the qualifiers of a statement."""
        unknowns = self.qualifier_measure(property_).unknowns
        return self._step(self._beside(property_), unknowns, statement, value)

    def _beside(self, property_: Property) -> str:
        """Return the predicate from a statement to what it says by a qualifier."""
        is_wikidata = self.patterns.vocabulary.is_wikidata
        return f"pq:{property_.id}" if is_wikidata else rdf.direct(property_)

    def equality(self, value: Value, x: str) -> str:
        """Return the pattern that keeps the values of `x` that compare equal to a written one."""
        test = holds(Comparable("any", x), "=", written(value))
        return self.patterns.fill("algebra/equal", {"holds": lambda _: test}, x=x)

    def _step(self, predicate: str, unknowns: bool, x: str, y: str) -> str:
        step = self.patterns.fill("relation/property", {"direct": predicate}, x=x, y=y)
        known = self.patterns.fill("relation/known", {}, x=y) if unknowns else ""
        return f"{step}\n{known}"

    def _tested(
        self, condition: Condition, source: Source, step: templates.Operand, x: str, value: str = ""
    ) -> str:
        value = value or self.patterns.fresh("value")
        return "\n".join([step(x, value), self._test(condition, source, x, value)])

    def _test(self, condition: Condition, source: Source, x: str, value: str) -> str:
        """Return the pattern that keeps the values of `x` that satisfy the condition."""
        bound = condition.bound
        if isinstance(bound, Entity | Text | Date | Number | Quantity):
            more, test = self._against(condition, bound, source, x, value)
            return "\n".join([more, f"FILTER({test})"])
        from kgqa.execute.amounts import comparable_operand

        measured, left = comparable(self.patterns, source, x, value)
        operand, right = comparable_operand(self.patterns, bound)
        test = holds(left, condition.comparator, right)
        return "\n".join([measured, operand, f"FILTER({test})"])

    def _against(
        self, condition: Condition, bound: Entity | Value, source: Source, x: str, value: str
    ) -> tuple[str, str]:
        """Return what a test against a written bound needs besides the value, and the test."""
        known, comparator = source.measure, condition.comparator
        if known.kind == "date" and isinstance(bound, Date | Number) and written(bound).moments:
            coarse = [p for p in known.precisions if p < precision_of(bound)]
            if not coarse:
                return "", holds(plain_date(value, known.form), comparator, written(bound))
            precision = self.patterns.fresh("precision")
            more = precision_pattern(self.patterns, source, coarse, x, value, precision)
            return more, holds_coarsely(value, comparator, bound, precision, coarse)
        if known.kind == "number" and isinstance(bound, Number):
            return "", holds(Comparable("number", value), comparator, written(bound))
        more, left = comparable(self.patterns, source, x, value)
        return more, holds(left, comparator, written(bound))


def again_by(member: Member, step: templates.Operand) -> Context:
    """Return how to find a member and its value again."""

    def again(x: str, value: str) -> str:
        return f"{member(x)}\n{step(x, value)}"

    return again

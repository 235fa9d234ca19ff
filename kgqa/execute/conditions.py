"""From tests of values to graph patterns: `P577 >= 2010`, `P2044 > 8 kilometre`, `P27 = Q30`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import (
    Comparator,
    Condition,
    Date,
    Entity,
    Inverse,
    Number,
    Operand,
    Property,
    Qualified,
    Quantity,
    Text,
    Value,
    Way,
)
from kgqa.algebra.units import factor
from kgqa.execute import rdf
from kgqa.execute.calendar import DAY, MONTH, YEAR, from_number, length_number, span
from kgqa.execute.estimates import is_better_apart, property_of
from kgqa.execute.measures import UNKNOWN, Measure, measure
from kgqa.execute.values import NO_UNIT, Comparable, holds, within_coarse, written

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns


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

    def pattern(self, condition: Condition, x: str, rows: float) -> str:
        """Return the pattern that keeps those of `rows` values of `x` that satisfy it."""
        way, bound = condition.relation, condition.bound
        if isinstance(bound, Entity) and condition.comparator == "=":
            return self.patterns.pairs(way, x, rdf.entity(bound))
        known = self.measure(way)
        nodes = nodes_of(way)
        test = partial(self._tested, condition, known, nodes, partial(self.patterns.pairs, way))
        if is_better_apart(self.patterns.estimates.edges(way), rows) and isinstance(
            bound, Entity | Text | Date | Number | Quantity
        ):
            return self.patterns.fill("algebra/apart", {"things": test}, x=x)
        return test(x)

    def met_by(self, condition: Condition, x: str, value: str) -> str:
        """Return the pattern whose solutions for `value` are the values that make `x` pass."""
        way = condition.relation
        step = partial(self.patterns.pairs, way)
        return self._tested(condition, self.measure(way), nodes_of(way), step, x, value)

    def qualifier(self, condition: Condition, statement: str) -> str:
        """Return the pattern that keeps the statements whose qualifiers satisfy the condition."""
        property_, _ = property_of(condition.relation)
        predicate = f"pq:{property_.id}"
        if isinstance(condition.bound, Entity) and condition.comparator == "=":
            return self._step(predicate, False, statement, rdf.entity(condition.bound))
        known = self.qualifier_measure(property_)
        step = partial(self._step, predicate, known.unknowns)
        return self._tested(condition, known, f"pqv:{property_.id}", step, statement)

    def equality(self, value: Value, x: str) -> str:
        """Return the pattern that keeps the values of `x` that compare equal to a written one."""
        test = holds(Comparable("any", x), "=", written(value))
        return self.patterns.fill("algebra/equal", {"holds": lambda _: test}, x=x)

    def _step(self, predicate: str, unknowns: bool, x: str, y: str) -> str:
        step = self.patterns.fill("relation/property", {"direct": predicate}, x=x, y=y)
        known = self.patterns.fill("relation/known", {}, x=y) if unknowns else ""
        return f"{step}\n{known}"

    def _tested(
        self,
        condition: Condition,
        known: Measure,
        nodes: str,
        step: templates.Operand,
        x: str,
        value: str = "",
    ) -> str:
        value = value or self.patterns.fresh("value")
        pattern = step(x, value)
        bound, comparator = condition.bound, condition.comparator
        if isinstance(bound, Entity | Text | Date | Number | Quantity):
            more, test = self._against(written(bound), comparator, known, nodes, x, value)
            return "\n".join([pattern, more, f"FILTER({test})"])
        measured, left = self.comparable(known, nodes, x, value)
        operand, right = self.operand(bound)
        return "\n".join([pattern, measured, operand, f"FILTER({holds(left, comparator, right)})"])

    def _against(
        self,
        bound: Comparable,
        comparator: Comparator,
        known: Measure,
        nodes: str,
        x: str,
        value: str,
    ) -> tuple[str, str]:
        """Return what a test against a written bound needs besides the value, and the test."""
        if known.kind == "date" and bound.moments:
            finest = _precision(bound)
            coarse = [p for p in known.precisions if p < finest]
            if not coarse:
                return "", holds(_plain_date(value), comparator, bound)
            return self._coarse(bound, comparator, coarse, nodes, x, value)
        if known.kind == "number" and bound.is_written:
            return "", holds(Comparable("number", value), comparator, bound)
        more, left = self.comparable(known, nodes, x, value)
        return more, holds(left, comparator, bound)

    def _coarse(
        self,
        bound: Comparable,
        comparator: Comparator,
        coarse: list[int],
        nodes: str,
        x: str,
        value: str,
    ) -> tuple[str, str]:
        year, month, day = _start(bound)
        rows = []
        for precision in coarse:
            days = span(year, month, day, precision)
            row = {"from": rdf.moment(*days.start), "until": rdf.moment(*days.end)}
            rows.append({"precision": str(precision), **row})
        from_, until = self.patterns.fresh("from"), self.patterns.fresh("until")
        parts: dict[str, templates.Part] = {"precisions": rows, "nodes": nodes}
        names = {"x": x, "value": value, "from": from_, "until": until}
        more = self.patterns.fill("value/coarse_date", parts, **names)
        return more, within_coarse(value, comparator, bound, from_, until)

    # --- Values that compare ---

    def comparable(self, known: Measure, nodes: str, x: str, value: str) -> tuple[str, Comparable]:
        """Return what comparing ``value``, a value of ``x``, needs, and how it compares then."""
        match known.kind:
            case "number" if known.is_mixed:
                return self._quantity(known, nodes, x, value)
            case "number":
                unit = known.unit
                scale = factor(unit) if unit else 1
                amount = value if scale == 1 else f"({value} * {rdf.number(factor(unit or ''))})"
                return "", Comparable("number", value, known.dimension, unit, amount)
            case "date" if known.is_mixed:
                return self._date(nodes, x, value)
            case "date":
                return "", _plain_date(value)
            case kind:
                return "", Comparable(kind, value)

    def _quantity(
        self, known: Measure, nodes: str, x: str, value: str, amount: str = ""
    ) -> tuple[str, Comparable]:
        units = [*known.units, *((NO_UNIT,) if known.has_bare else ())]
        rows = [{"unit": f"wd:{u}", "factor": rdf.number(factor(u))} for u in units]
        amount = amount or self.patterns.fresh("amount")
        parts: dict[str, templates.Part] = {
            "units_known": rows,
            "units": partial(self._node, "value/unit", "unit", nodes),
        }
        more = self.patterns.fill("value/quantity", parts, x=x, value=value, amount=amount)
        return more, Comparable("number", value, known.dimension, None, amount)

    def _date(
        self, nodes: str, x: str, value: str, from_: str = "", until: str = ""
    ) -> tuple[str, Comparable]:
        from_ = from_ or self.patterns.fresh("from")
        until = until or self.patterns.fresh("until")
        parts: dict[str, templates.Part] = {
            "precisions": partial(self._node, "value/precision", "precision", nodes),
            "from": from_number,
            "length": length_number,
        }
        names = {"x": x, "value": value, "from": from_, "until": until}
        more = self.patterns.fill("value/date", parts, **names)
        return more, Comparable("date", value, start=from_, end=until)

    def measured(
        self, known: Measure, nodes: str, x: str, value: str, names: tuple[str, ...]
    ) -> str:
        """Return what binds the comparable form of ``value``: an amount, or start and end."""
        if known.kind == "number":
            return self._quantity(known, nodes, x, value, names[0])[0]
        return self._date(nodes, x, value, *names)[0]

    def _node(self, template: str, name: str, nodes: str, x: str, value: str, found: str) -> str:
        variables = {"x": x, "value": value, name: found}
        return self.patterns.fill(template, {"nodes": nodes}, **variables)

    def operand(self, operand: Operand) -> tuple[str, Comparable]:
        """Return the pattern that finds the values of an operand, and how they compare."""
        from kgqa.execute.amounts import comparable_operand

        return comparable_operand(self.patterns, operand)


def _plain_date(value: str) -> Comparable:
    return Comparable(
        "date",
        value,
        start=f"({from_number(value, '11')})",
        end=f"({from_number(value, '11')} + 1)",
        is_day=True,
    )


def _precision(bound: Comparable) -> int:
    reach = int(bound.end) - int(bound.start)
    return {1: DAY, 100: MONTH}.get(reach, YEAR)


def _start(bound: Comparable) -> tuple[int, int, int]:
    year, rest = divmod(int(bound.start), 10_000)
    return year, max(1, rest // 100), max(1, rest % 100)


def nodes_of(way: Way) -> str:
    """Return the path from a subject to the full values of a property."""
    match way:
        case Property(id_) | Qualified(Property(id_)):
            return f"p:{id_}/psv:{id_}"
        case Inverse(inner):
            return nodes_of(inner)

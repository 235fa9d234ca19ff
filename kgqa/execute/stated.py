"""What statements say of values: the unit of an amount, the precision of a date.

The truthy edge holds a bare literal, so a comparison that depends on the unit or the precision
looks at the statement. There are three ways to find it, and the cheapest is taken: from the things
found so far, from the statements that are out of the ordinary, or from all of them by hashing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import Inverse, Property, Qualified, Way
from kgqa.algebra.units import NO_UNIT, dimension, factor
from kgqa.execute import rdf
from kgqa.execute.calendar import from_number, length_number
from kgqa.execute.estimates import LOOK_UP, SCAN
from kgqa.execute.measures import Measure
from kgqa.execute.values import Comparable, plain_date

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns

Context = Callable[[str, str], str]
"""Given the variables of a thing and its value, the pattern that finds them again."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the values to compare come from."""

    measure: Measure
    claim: str
    """The predicate from a thing to its statements, or nothing if the thing is a statement."""
    full: str
    """The predicate from a statement to the full value."""
    rows: float = 1e9
    """About how many things there are."""
    context: Context | None = None
    """How to find the things again, if that is worth it."""

    @property
    def nodes(self) -> str:
        """The path from a thing to its full values."""
        return f"{self.claim}/{self.full}" if self.claim else self.full


def edge_source(
    way: Way, measure: Measure, rows: float = 1e9, context: Context | None = None
) -> Source:
    """Return where the values that a way leads to come from."""
    match way:
        case Property(id_) | Qualified(Property(id_)):
            return Source(measure, f"p:{id_}", f"psv:{id_}", rows, context)
        case Inverse(inner):
            return edge_source(inner, measure, rows, context)


def qualifier_source(property_: Property, measure: Measure) -> Source:
    """Return where the qualifiers of statements come from."""
    return Source(measure, "", f"pqv:{property_.id}")


def comparable(patterns: Patterns, source: Source, x: str, value: str) -> tuple[str, Comparable]:
    """Return what comparing `value`, a value of `x`, needs, and how it compares then."""
    known = source.measure
    match known.kind:
        case "number" if known.is_mixed:
            amount, unit = patterns.fresh("amount"), patterns.fresh("unit")
            others = tuple(
                (name, f"({value} * {_factor(units, True, unit)})")
                for name, units in _by_dimension(known.other_units).items()
            )
            pattern = amount_pattern(patterns, source, x, value, amount, unit)
            return pattern, Comparable("number", value, known.dimension, None, amount, others)
        case "number":
            scale = factor(known.unit) if known.unit else 1
            amount = value if scale == 1 else f"({value} * {rdf.number(factor(known.unit or ''))})"
            return "", Comparable("number", value, known.dimension, known.unit, amount)
        case "date" if known.is_mixed:
            start, end = patterns.fresh("from"), patterns.fresh("until")
            pattern = span_pattern(patterns, source, x, value, start, end)
            return pattern, Comparable("date", value, start=start, end=end)
        case "date":
            return "", plain_date(value, known.form)
        case "any" if known.precisions:
            start, end = patterns.fresh("from"), patterns.fresh("until")
            pattern = span_pattern(patterns, source, x, value, start, end)
            return pattern, Comparable("any", value, start=start, end=end)
        case kind:
            return "", Comparable(kind, value)


def amount_pattern(
    patterns: Patterns, source: Source, x: str, value: str, amount: str, unit: str = ""
) -> str:
    """Return the pattern that gives a quantity in SI units as `amount`, and its unit as `unit`."""
    known = source.measure
    unusual = [unit for unit in known.units if factor(unit) != 1]
    marks = [f"wd:{unit}" for unit in [*unusual, *known.other_units]]
    find = partial(_stated, patterns, source, "wikibase:quantityAmount", "wikibase:quantityUnit")
    parts: dict[str, templates.Part] = {
        "stated": partial(find, marks),
        "factor": partial(_factor, known.units, bool(known.other_units)),
    }
    names = {"x": x, "value": value, "amount": amount, "unit": unit or patterns.fresh("unit")}
    return patterns.fill("value/quantity", parts, **names)


def _by_dimension(units: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(dimension(unit), []).append(unit)
    return found


def _factor(units: Sequence[str], has_others: bool, unit: str) -> str:
    """Return the expression for the factor of one of `units`; an error for any other one."""
    scales = {one: factor(one) for one in units if factor(one) != 1}
    expression = "1"
    if has_others:
        plain = [u for u in (*units, NO_UNIT) if u not in scales]
        expression = f"IF({unit} IN ({', '.join(f'wd:{u}' for u in plain)}), 1, 1 / 0)"
    for id_, scale in scales.items():
        expression = f"IF({unit} = wd:{id_}, {rdf.number(scale)}, {expression})"
    return f"IF(BOUND({unit}), {expression}, 1)"


def span_pattern(
    patterns: Patterns, source: Source, x: str, value: str, start: str, end: str
) -> str:
    """Return the pattern that gives a date as the numbers where it starts and ends."""
    occurring = source.measure.precisions
    parts: dict[str, templates.Part] = {
        "stated": partial(_stated_precision, patterns, source, occurring),
        "from": partial(from_number, occurring=occurring),
        "length": partial(length_number, occurring=occurring),
    }
    names = {"x": x, "value": value, "from": start, "until": end}
    return patterns.fill("value/date", parts, **names)


def place_pattern(
    patterns: Patterns, source: Source, x: str, value: str, start: str, end: str
) -> str:
    """Return the pattern of the span of a date, or of a number, whose place is itself."""
    parts: dict[str, templates.Part] = {"dated": partial(span_pattern, patterns, source)}
    names = {"x": x, "value": value, "from": start, "until": end}
    return patterns.fill("value/date_or_number", parts, **names)


def precision_pattern(
    patterns: Patterns, source: Source, coarse: list[int], x: str, value: str, precision: str
) -> str:
    """Return the pattern that gives the precision of a date, where it is one of the coarse ones."""
    parts: dict[str, templates.Part] = {
        "stated": partial(_stated_precision, patterns, source, coarse)
    }
    return patterns.fill("value/coarse_date", parts, x=x, value=value, precision=precision)


def _stated_precision(
    patterns: Patterns, source: Source, marks: Sequence[int], x: str, value: str, mark: str
) -> str:
    predicates = "wikibase:timeValue", "wikibase:timePrecision"
    return _stated(patterns, source, *predicates, list(map(str, marks)), x, value, mark)


def _stated(
    patterns: Patterns,
    source: Source,
    amount: str,
    predicate: str,
    marks: list[str],
    x: str,
    value: str,
    mark: str,
) -> str:
    """Return the pattern that finds the marks of values, in the cheapest of the three ways."""
    parts: dict[str, templates.Part] = {
        "amount": amount,
        "mark": predicate,
        "nodes": source.nodes,
        "claim": source.claim,
        "full": source.full,
        "marks": [{"one": one} for one in marks],
        "context": source.context or (lambda x, value: ""),
    }
    names = {"x": x, "value": value, "mark": mark}
    return patterns.fill(_cheapest(patterns, source, x), parts, **names)


def _cheapest(patterns: Patterns, source: Source, x: str) -> str:
    known = source.measure
    scanned = 2 * known.stated + 2 * patterns.estimates.marks(known.kind)
    costs = {
        "value/stated_first": 4 * LOOK_UP * known.exceptions,
        "value/stated_apart": SCAN * scanned if source.claim else float("inf"),
        "value/stated_here": 5 * LOOK_UP * source.rows if source.context else float("inf"),
    }
    if not x.startswith("?"):
        return "value/stated_here"
    return min(costs, key=lambda name: costs[name])

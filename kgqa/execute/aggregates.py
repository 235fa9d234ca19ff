"""From sums, averages and extremes of what things have to graph patterns."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import sparql_templates as templates
from kgqa.algebra import Aggregate
from kgqa.algebra.units import si_unit
from kgqa.errors import Incomparable
from kgqa.execute.conditions import again_by
from kgqa.execute.stated import comparable, edge_source
from kgqa.execute.values import Comparable, plain_date

if TYPE_CHECKING:
    from kgqa.execute.patterns import Patterns

EXTREMES = ("min", "max")


def aggregate_pattern(
    patterns: Patterns, aggregate: Aggregate, number: str
) -> tuple[str, Comparable]:
    """Return the pattern that computes an aggregate into `number`, and how it compares."""
    x, value = patterns.fresh("x"), patterns.fresh("value")
    found, compared = _values(patterns, aggregate, x, value)
    amount, unit = value, compared.unit
    if compared.kind == "number" and compared.dimension and unit is None:
        amount, unit = compared.amount, si_unit(compared.dimension)
    elif compared.kind == "any" and aggregate.function not in EXTREMES:
        amount = f"IF(isNumeric({value}), {value}, 1 / 0)"
    parts: dict[str, templates.Part] = {
        "operands": lambda x, value: found,
        "amount": lambda _: amount,
    }
    inner = partial(_amounts, patterns, parts, {"x": x, "value": value})
    pattern = patterns.fill(f"algebra/{aggregate.function}", {"amounts": inner}, number=number)
    if compared.kind == "date":
        return pattern, plain_date(number)
    kind = "any" if compared.kind == "any" else "number"
    return pattern, Comparable(kind, number, compared.dimension, unit, amount=number)


def _amounts(
    patterns: Patterns, parts: dict[str, templates.Part], names: dict[str, str], amount: str
) -> str:
    return patterns.fill("algebra/amounts", parts, amount=amount, **names)


def _values(patterns: Patterns, aggregate: Aggregate, x: str, value: str) -> tuple[str, Comparable]:
    """Return the pattern of members and their values, and how these compare."""
    way, inner = aggregate.relation, aggregate.things
    measure = patterns.conditions.measure(way)
    if measure.kind not in ("number", "any") and not (
        measure.kind == "date" and aggregate.function in EXTREMES
    ):
        raise Incomparable(
            f"there is no {aggregate.function} of {_several(measure.kind)}",
            hint="numbers have a sum and an average, numbers and dates a min and a max",
        )
    step = partial(patterns.pairs, way)
    again = again_by(partial(patterns.start, inner), step)
    found = f"{patterns.start(inner, x)}\n{step(x, value)}"
    if measure.kind == "date":
        return found, plain_date(value)
    source = edge_source(way, measure, patterns.estimates.rows(inner), again)
    more, compared = comparable(patterns, source, x, value)
    return f"{found}\n{more}", compared


def _several(kind: str) -> str:
    return {"entity": "items", "text": "texts", "date": "dates"}.get(kind, "such values")

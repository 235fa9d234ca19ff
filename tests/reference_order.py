"""The order of keys and the times between dates, as the definition has them."""

from __future__ import annotations

import math
from decimal import Decimal

from graphs import Day, Edge, Node, Unknown
from reference_values import Measured, in_si, number_in, span

from kgqa.algebra import Property
from kgqa.algebra.units import dimension


def qualifiers(edge: Edge, property_: Property) -> list[Measured]:
    return [
        Measured(q.value, q.unit)
        for q in edge.qualifiers
        if q.property == property_.id and not isinstance(q.value, Unknown)
    ]


def days(date: Measured) -> int:
    """The days of a date, in months of 31 days."""
    assert isinstance(date.node, Day)
    return date.node.year * 372 + date.node.month * 31 + date.node.day


def height(node: Node) -> Decimal:
    """What dates and numbers are ordered by, each as it is written."""
    if isinstance(node, Day):
        return Decimal(node.year * 10_000 + node.month * 100 + node.day)
    assert isinstance(node, Decimal)
    return node


def aggregate(function: str, nodes: list[Node]) -> list[Measured]:
    """The sum, average, least or greatest of some values; none of none."""
    if not nodes:
        return []
    ordered = sorted(nodes, key=height)
    if function in ("min", "max"):
        return [Measured(ordered[0 if function == "min" else -1])]
    total = sum(map(height, nodes), Decimal(0))
    return [Measured(total if function == "sum" else total / len(nodes))]


def starts(values: list[Measured]) -> list[float]:
    return [found[0] for value in values if (found := key_span(value, None))]


def key_span(value: Measured, main: str | None) -> tuple[float, float] | None:
    match value.node:
        case Day():
            return span(value)
        case Decimal() if value.unit and value.unit != "Q199" and dimension(value.unit) != main:
            return None
        case Decimal():
            amount = in_si(value)
            return float(amount), math.nextafter(float(amount), math.inf)
        case str() as text if (number := number_in(text)) is not None:
            return float(number), math.nextafter(float(number), math.inf)
        case _:
            return None


def extreme(keys: dict[Node, tuple[float, float]], largest: bool) -> set[Node]:
    """Those that nothing is beyond."""
    if largest:
        return {x for x, (_, e) in keys.items() if not any(e <= s for s, _ in keys.values())}
    return {x for x, (s, _) in keys.items() if not any(e <= s for _, e in keys.values())}


def years(a: tuple[float, float] | None, b: tuple[float, float] | None) -> Decimal | None:
    """Completed years at the coarser precision, towards zero."""
    if a is None or b is None:
        return None
    coarser = int(max(a[1] - a[0], b[1] - b[0]))
    first, last = (int(s) // coarser * coarser for s, _ in (a, b))
    years = abs(last - first) // 10_000
    return Decimal(years if last >= first else -years)

"""Sums, averages and extremes of what the members of a set have."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
from kgqa_store.adjacency_content import Ints
from kgqa_store.adjacency_terms import DATE_NODE, NUMBER_NODE

from kgqa.algebra import Aggregate, Property
from kgqa.algebra.units import NO_UNIT, factor
from kgqa.denote.graph import Graph, TooLarge

if TYPE_CHECKING:
    from kgqa.denote.evaluate import Evaluator

MOST = 100_000
"""So many values are added up exactly, three microseconds each."""


def total(evaluator: Evaluator, query: Aggregate) -> Ints | tuple[Decimal, ...]:
    """Return the number of an aggregate, or the node of a date; nothing where there are no values.

    Amounts count in the one unit of the property, in SI units if it has several.
    """
    graph = evaluator.graph
    _, values = evaluator.edges_from(evaluator.things(query.things), query.relation)
    if len(values) > MOST:
        raise TooLarge(f"{len(values)} values would have to be added up")
    kinds = graph.kinds(values.nodes)
    if (kinds == DATE_NODE).any():
        return _extreme_date(graph, values.nodes[kinds == DATE_NODE], query.function)
    way = query.relation
    id_ = way.id if isinstance(way, Property) else way.property.id
    units = graph.dimensions[values.details]
    usual = (kinds == NUMBER_NODE) & ((units == 0) | (units == graph.main_dimension(id_)))
    rows = zip(values.nodes[usual].tolist(), values.details[usual].tolist(), strict=True)
    in_si = _has_several_units(graph, id_)
    amounts = [
        graph.amount(node) * (_factor(graph, detail) if in_si else 1) for node, detail in rows
    ]
    return _number(amounts, query.function)


def _extreme_date(graph: Graph, dates: Ints, function: str) -> Ints:
    """Return the least or greatest date by its day as written; dates are not added up."""
    if function not in ("min", "max"):
        return dates[:0]
    values = graph.values(dates)
    place = int(np.argmin(values) if function == "min" else np.argmax(values))
    return dates[place : place + 1]


def _number(amounts: list[Decimal], function: str) -> tuple[Decimal, ...]:
    if not amounts:
        return ()
    match function:
        case "min":
            return (min(amounts),)
        case "max":
            return (max(amounts),)
        case "sum":
            return (sum(amounts, Decimal(0)),)
        case _:
            return (sum(amounts, Decimal(0)) / len(amounts),)


def _factor(graph: Graph, detail: int) -> Decimal:
    unit = graph.unit(detail)
    return Decimal(1) if unit in ("", NO_UNIT) else factor(unit)


def _has_several_units(graph: Graph, property_: str) -> bool:
    """Whether amounts of a property cannot be added up as they stand."""
    units = {unit for unit, times in graph.units_of(property_).items() if times}
    known = units - {"", NO_UNIT}
    return len(known) > 1 or any(factor(unit) != 1 and units != {unit} for unit in known)

"""Hypothesis strategies: graphs where numbers stand among dates, and orders and tests of these."""

from __future__ import annotations

from decimal import Decimal

from graphs import Day, Edge, Graph, edges_of, graph_of
from hypothesis import strategies as st
from strategies import DATED, days, graphs, items, precisions, written

from kgqa.algebra import (
    Condition,
    Entity,
    Filter,
    Ordinal,
    Property,
    Query,
    Superlative,
    Union,
)


@st.composite
def strays(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days) -> tuple[Graph, Query]:
    """Draw a graph where numbers stand among dates, and an order or a test of these."""
    dated = [
        Edge(draw(items), DATED, draw(dates), None, draw(precisions))
        for _ in range(draw(st.integers(2, 6)))
    ]
    number = Edge(draw(items), DATED, draw(st.sampled_from([Decimal(n) for n in (2, 1000, 2500)])))
    plain = {(e.subject, e.property, e.value): e for e in [*dated, number]}
    others = {(e.subject, e.property, e.value): e for e in edges_of(draw(graphs(dates)))}
    graph = graph_of({**others, **plain}.values())
    members = Union(tuple(Entity(f"Q{n}") for n in range(1, 7)))
    match draw(st.sampled_from(["filter", "argmax", "argmin", "nth", "nth"])):
        case "filter":
            edge = draw(st.sampled_from(list(plain.values())))
            comparator = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]))
            bound = written(edge.value, None, draw)
            return graph, Filter(members, (Condition(Property(DATED), comparator, bound),))
        case "nth":
            place = draw(st.sampled_from([1, 2, 3, -1, -2]))
            return graph, Ordinal(place, members, Property(DATED))
        case extreme:
            return graph, Superlative(extreme[3:], members, Property(DATED))  # type: ignore[arg-type]

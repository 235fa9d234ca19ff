"""Hypothesis strategies: graphs of edges with qualifiers, and questions that order by them."""

from __future__ import annotations

from graphs import Day, Edge, Graph, Item, Qualifier, edges_of, graph_of
from hypothesis import strategies as st
from strategies import DATED, LATER, LINKS, days, items, precisions, texts

from kgqa.algebra import (
    Apply,
    Count,
    Difference,
    Entity,
    Inverse,
    Key,
    Lapse,
    Ordinal,
    Property,
    Query,
    Stated,
    Superlative,
    Told,
    Union,
    Way,
    Years,
)


@st.composite
def held(draw: st.DrawFn, dates: st.SearchStrategy[Day]) -> Edge:
    """Draw an edge that says since when it holds, and mostly until when."""
    found = [Qualifier("P580", draw(dates), None, draw(precisions))]
    for name in draw(st.sampled_from([("P582",), ("P582",), ("P582", "P580"), ("P580",), ()])):
        found.append(Qualifier(name, draw(dates), None, draw(precisions)))
    if draw(st.booleans()):
        found.append(Qualifier("P1545", draw(texts)))
    rank = draw(st.sampled_from(["truthy"] * 8 + ["normal", "deprecated"]))
    return Edge(draw(items), draw(st.sampled_from(LINKS)), draw(items), None, 11, (*found,), rank)


@st.composite
def dated(draw: st.DrawFn, dates: st.SearchStrategy[Day]) -> Edge:
    """Draw an edge to a date, which may be the earlier or the later one of a time between two."""
    property_ = draw(st.sampled_from([DATED, DATED, LATER]))
    rank = draw(st.sampled_from(["truthy"] * 8 + ["normal", "deprecated"]))
    return Edge(draw(items), property_, draw(dates), None, draw(precisions), (), rank)


@st.composite
def turns(draw: st.DrawFn, dates: st.SearchStrategy[Day] = days) -> tuple[Graph, Query]:
    """Draw a graph of edges with qualifiers, and a question that orders by them."""
    drawn = draw(st.lists(held(dates), min_size=4, max_size=14))
    times = draw(st.lists(dated(dates), min_size=4, max_size=14))
    graph = graph_of({(e.subject, e.property, e.value): e for e in (*drawn, *times)}.values())
    known = [e for e in edges_of(graph) if e.rank == "truthy" and isinstance(e.value, Item)]
    edge = draw(st.sampled_from(known or drawn))
    way: Way = Property(edge.property)
    assert isinstance(edge.value, Item)
    end = edge.value
    if draw(st.booleans()):
        way, end = Inverse(way), edge.subject
    ends = {end.id, *(f"Q{n}" for n in draw(st.sets(st.integers(1, 6), max_size=3)))}
    among = tuple(Entity(id_) for id_ in sorted(ends))
    within = Union(among) if len(among) > 1 else among[0]
    qualifier = draw(st.sampled_from(["P580", "P580", "P1545"]))
    key: Key = Stated(way, within, Property(qualifier))
    if draw(st.booleans()):
        key = Stated(way, within, Property("P582"), Property("P580"))
    elif draw(st.booleans()):
        until = draw(st.sampled_from([Property(LATER), Stated(way, within, Property("P580"))]))
        key = Lapse(Property(DATED), until)
    everything = Union(tuple(Entity(f"Q{number}") for number in range(1, 7)))
    things = draw(st.sampled_from([Apply(way, within), everything]))
    if isinstance(key, Stated) and key.since is None and draw(st.booleans()):
        told = Told(things, key, draw(st.sampled_from([None, 1, 2, 3, -1, -2])))
        others = [Count(told), Union((told, things)), Difference(Told(things, key), told)]
        years = [Years(told, Told(things, key))] if qualifier == "P580" else []
        return graph, draw(st.sampled_from([told, told, told, *others, *years]))
    if draw(st.booleans()):
        return graph, Superlative(draw(st.sampled_from(["max", "min"])), things, key)
    return graph, Ordinal(draw(st.sampled_from([1, 2, 3, -1, -2])), things, key)

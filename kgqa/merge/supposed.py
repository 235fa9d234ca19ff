"""A graph with some more edges, as the parser sees it: questions over graph and text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from kgqa_store.adjacency_terms import NodeTerm, date_term, entity_term, number_term, text_term

from kgqa.algebra import Entity
from kgqa.answers import Measurement, Time, Value
from kgqa.merge.edges import Edge
from kgqa.parse.parser import Parser


def with_edges(parser: Parser, edges: Sequence[Edge]) -> Parser:
    """Return a parser for which the edges are part of the graph."""
    other = copy(parser)
    other.graph = parser.graph.with_edges(_told(edges))
    return other


def _told(edges: Sequence[Edge]) -> Iterator[tuple[NodeTerm, str, NodeTerm]]:
    for edge in edges:
        subject, object_ = term_of(edge.subject), term_of(edge.object)
        if subject is not None and object_ is not None:
            yield subject, edge.property, object_


def term_of(value: Value) -> NodeTerm | None:
    """Return a value as a node of the graph."""
    match value:
        case Entity(id_):
            return entity_term(id_)
        case Time(year, month, day):
            return date_term(f"{year:04d}-{month:02d}-{day:02d}T00:00:00Z")
        case Measurement(amount, _):
            return number_term(f"{amount:f}")
        case bool():
            return text_term(str(value).lower())
        case _:
            return text_term(value.text)

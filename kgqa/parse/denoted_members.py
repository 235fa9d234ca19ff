"""What an item denotes, as members that are told and compared: ids of entities, and literals."""

from __future__ import annotations

from kgqa_store.adjacency_terms import DATE_NODE, ENTITY_NODE, LANGUAGE, NUMBER_NODE

from kgqa.denote import Denotation, Graph
from kgqa.parse.members import Literal, Member

MOST = 400
"""Members of a set that are told."""


def members_of(value: Denotation, graph: Graph) -> tuple[Member, ...]:
    """Return the members of a set, the number that an amount is, or a truth."""
    if isinstance(value, bool):
        return (Literal("text", str(value)),)
    if isinstance(value, tuple):
        return tuple(Literal("number", str(one), float(one)) for one in value)
    return tuple(_member(node, graph) for node in value[:MOST].tolist())


def _member(node: int, graph: Graph) -> Member:
    term = graph.term(node)
    text = term.text.partition(LANGUAGE)[0]
    if term.kind == ENTITY_NODE:
        return text
    if term.kind == NUMBER_NODE:
        return Literal("number", text, term.value)
    if term.kind == DATE_NODE:
        return Literal("date", text, term.value / 10_000)
    return Literal("text", text)

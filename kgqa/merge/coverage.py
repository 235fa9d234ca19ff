"""What a reply says of how complete it is: how many the graph has, and how many passages add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.algebra import Count, Entity, Query
from kgqa.answers import Answer, Measurement, Reply
from kgqa.judge.choose import Tried
from kgqa.merge.set_asked import asks_for_all, asks_for_set
from kgqa.merge.set_size import Size, size_of
from kgqa.parse.candidate import Candidate
from kgqa.parse.parser import Parsed, Parser


def graph_size(parsed: Parsed, tried: Sequence[Tried], reply: Reply, parser: Parser) -> Size | None:
    """Return how large the set is that a question asks for or counts; None where nothing tells."""
    if not tried or not reply.answers or tried[0].is_named:
        return None
    candidate = tried[0].candidate
    if isinstance(candidate.query, Count):
        known = _counted(reply.answers)
        return None if known is None else _of_count(candidate, known, parser)
    if not asks_for_set(parsed, parser):
        return None
    own = [one.id for one in reply.answers if one.graph_proofs and one.id is not None]
    return size_of(candidate.query, own, parser)


def _of_count(candidate: Candidate, known: int, parser: Parser) -> Size | None:
    """Return what the graph states of how many there are, beside how many it has."""
    size = size_of(candidate.query, (), parser)
    return replace(size, known=known) if size is not None and size.basis == "stated" else None


def _counted(answers: Sequence[Answer]) -> int | None:
    match answers[0].value:
        case Measurement(amount, None) if amount == amount.to_integral_value():
            return int(amount)
        case _:
            return None


def with_coverage(
    parsed: Parsed, tried: Sequence[Tried], graph: Reply, reply: Reply, parser: Parser
) -> Reply:
    """Return a reply that says how complete the graph is; `graph` is what it replied alone."""
    size = graph_size(parsed, tried, graph, parser)
    query = tried[0].candidate.query if tried else None
    added = _added(query, graph, reply)
    is_told = size is not None and (
        size.basis == "stated" or added or asks_for_all(parsed.analysis)
    )
    parts = [size.said if size is not None and is_told else "", _said(added, size)]
    return replace(reply, coverage=", ".join(part for part in parts if part))


def _added(query: Query | None, graph: Reply, reply: Reply) -> int:
    """Return how many members passages add to those of the graph."""
    if isinstance(query, Count) and graph.answers and reply.answers:
        before, after = _counted(graph.answers), _counted(reply.answers)
        return max(0, after - before) if before is not None and after is not None else 0
    if not graph.answers:
        return 0
    own = {one.value for one in graph.answers}
    return sum(
        one.source == "text" and isinstance(one.value, Entity) and one.value not in own
        for one in reply.answers
    )


def _said(added: int, size: Size | None) -> str:
    if not added:
        return ""
    told = size is not None and bool(size.said)
    return f"passages add {added}" if told else f"the graph has the others, passages add {added}"

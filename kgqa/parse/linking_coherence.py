"""Whether what a name may mean is near what the other names of the question may mean."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.parse.linking_features import Option, Span
from kgqa.parse.lookups import Lookups

LOOKED_AT = 6
"""Candidates of a span, the likeliest before this is known, whose edges are looked at."""
SHARED_BY = 3000
"""Entities with more edges than that are near everything."""


def connect(found: Sequence[Option], lookups: Lookups) -> None:
    """Add to options whether the graph connects them to options of other spans.

    `near.1` is an edge between the two, `near.2` something that both have an edge to.
    """
    chosen = _likely(found)
    edges = {one.candidate.id: _neighbours(one.candidate.id, lookups) for one in chosen}
    spans: dict[frozenset[int], list[Option]] = {}
    for one in chosen:
        spans.setdefault(one.span.places, []).append(one)
    for one in chosen:
        others = [other for places, group in spans.items() if not places & one.span.places
                  for other in group if other.candidate.id != one.candidate.id]  # fmt: skip
        _compare(one, others, edges)


def _likely(found: Sequence[Option]) -> list[Option]:
    by_span: dict[int, list[Option]] = {}
    for one in found:
        if _is_worth(one.span):
            by_span.setdefault(id(one.span), []).append(one)
    return [
        one
        for group in by_span.values()
        for one in sorted(group, key=lambda one: -one.candidate.score)[:LOOKED_AT]
    ]


def _is_worth(span: Span) -> bool:
    return span.is_name or len(span.places) > 1


def _neighbours(id_: str, lookups: Lookups) -> frozenset[str]:
    edges = lookups.out([id_])[id_]
    return frozenset(m for values in edges.values() for m in values if isinstance(m, str))


def _compare(one: Option, others: Sequence[Option], edges: dict[str, frozenset[str]]) -> None:
    id_ = one.candidate.id
    mine = edges[id_]
    for rank, other in enumerate(others):
        theirs = edges[other.candidate.id]
        if other.candidate.id in mine or id_ in theirs:
            one.features["near.1"] = 1.0
            if rank == 0:
                break
        elif "near.1" not in one.features:
            shared = len(mine & theirs)
            if shared:
                one.features["near.2"] = max(one.features.get("near.2", 0.0), min(shared, 5) / 5)

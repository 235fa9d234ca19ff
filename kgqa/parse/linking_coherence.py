"""Whether what a name may mean is near what the other names of the question may mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from kgqa.parse.linking_features import Option, Span
from kgqa.parse.lookups import Lookups

MOST_SPANS = 24
LOOKED_AT = 6
"""Candidates of a span, the likeliest before this is known, whose edges are looked at."""


def connect(found: Sequence[Option], lookups: Lookups, *, is_ordered: bool) -> None:
    """Add to options whether the graph connects them to options of other spans, and to rivals.

    `near.1` is an edge between the two, which `near:P57` names (with ^ where it leads here), and
    `near.2` something that both have an edge to; `rival:P179` is an edge to another option of the
    same span, which matters more where the question puts things in order.
    """
    chosen = _likely(found)
    ids = dict.fromkeys(one.candidate.id for one in chosen)
    edges = {id_: _neighbours(id_, lookups) for id_ in ids}
    spans: dict[frozenset[int], list[Option]] = {}
    for one in chosen:
        spans.setdefault(one.span.places, []).append(one)
    for one in chosen:
        others = [other for places, group in spans.items() if not places & one.span.places
                  for other in group if other.candidate.id != one.candidate.id]  # fmt: skip
        _compare(one, others, edges)
        _against(one, spans[one.span.places], edges, is_ordered)


def _likely(found: Sequence[Option]) -> list[Option]:
    by_span: dict[int, list[Option]] = {}
    for one in found:
        if _is_worth(one.span):
            by_span.setdefault(id(one.span), []).append(one)
    return [
        one
        for group in islice(by_span.values(), MOST_SPANS)
        for one in sorted(group, key=lambda one: -one.candidate.score)[:LOOKED_AT]
    ]


def _is_worth(span: Span) -> bool:
    return span.is_name or len(span.places) > 1


Edges = dict[str, str]
"""From what an entity has an edge to, to the property of the edge."""


def _neighbours(id_: str, lookups: Lookups) -> Edges:
    edges = lookups.out([id_])[id_]
    return {m: p for p, values in edges.items() for m in values if isinstance(m, str)}


def _compare(one: Option, others: Sequence[Option], edges: dict[str, Edges]) -> None:
    id_, features = one.candidate.id, one.features
    mine = edges[id_]
    near: set[frozenset[int]] = set()
    for other in others:
        theirs = edges[other.candidate.id]
        if other.candidate.id in mine:
            features[f"near:{mine[other.candidate.id]}"] = 1.0
            near.add(other.span.places)
        if id_ in theirs:
            features[f"near:^{theirs[id_]}"] = 1.0
            near.add(other.span.places)
        if not near and (shared := len(mine.keys() & theirs.keys())):
            features["near.2"] = max(features.get("near.2", 0.0), min(shared, 5) / 5)
    if near:
        features["near.1"] = 1.0
        features["near.more"] = float(len(near) > 1)


def _against(
    one: Option, rivals: Sequence[Option], edges: dict[str, Edges], is_ordered: bool
) -> None:
    id_, mine = one.candidate.id, edges[one.candidate.id]
    for rival in rivals:
        other = rival.candidate.id
        found = [f"rival:{mine[other]}"] if other in mine else []
        found += [f"rival:^{edges[other][id_]}"] if id_ in edges[other] else []
        for clue in found:
            one.features[clue] = 1.0
            if is_ordered:
                one.features[f"{clue}|ordered"] = 1.0

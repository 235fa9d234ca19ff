"""Whether a graph can deny something: where it tells what the words ask about at all."""

from __future__ import annotations

import tomllib
from functools import cache

from kgqa.parse.linking import Link
from kgqa.parse.sketches import CLASSES, Walker
from kgqa.parse.words import DATA

USUAL = 24
"""So many of the properties that things of a class most often have are usual for them."""
NEAR = 0.15
"""A property that is said so much less well is said nearly as well."""


@cache
def _alike() -> tuple[frozenset[str], ...]:
    groups = tomllib.loads((DATA / "alike.toml").read_text(encoding="utf-8"))["alike"]
    return tuple(map(frozenset, groups))


def alike(property_: str) -> frozenset[str]:
    """Return the properties that the words for a property say, too; itself among them."""
    return next((group for group in _alike() if property_ in group), frozenset({property_}))


def score_of(walker: Walker, link: Link, property_: str, inverse: bool) -> float:
    """Return how well the words around a name say a property, or one that is alike."""
    return max(walker.score(link, one, inverse) for one in alike(property_))


def says(walker: Walker, property_: str, inverse: bool) -> frozenset[int]:
    """Return the places of the words that say a property, or one that is alike."""
    return frozenset[int]().union(*(walker.says(one, inverse) for one in alike(property_)))


def least_to_deny(walker: Walker, one: Link, other: Link) -> float:
    """Return how well words must say a property of two entities such that it denies that they join.

    Who is not the director of a film whose cast is not known may well be in it.
    """
    best = max(
        (
            score_of(walker, other, property_, inverse)
            for start, end, inverse in ((one, other, False), (other, one, True))
            for property_ in _usual(walker, start, end)
        ),
        default=0.0,
    )
    return best - NEAR


def _usual(walker: Walker, start: Link, end: Link) -> frozenset[str]:
    """Return the properties that lead from things like the first to things like the second."""
    names, schema = walker.kinds.names, walker.kinds.schema
    types = {*names.types(end.id)}
    return frozenset(
        use.property
        for class_ in names.types(start.id)
        for use in schema.properties_of(class_)[:USUAL]
        if use.property not in CLASSES
        and walker.called.called(use.property).is_relation
        and (entry := schema.property(use.property)) is not None
        and types & {share.id for share in entry.object_classes}
    )

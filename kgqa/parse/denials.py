"""Whether a graph can deny something: where it tells what the words ask about at all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache

from kgqa.parse.linking import Link
from kgqa.parse.property_words import stems_of
from kgqa.parse.sketches import CLASSES, Walker
from kgqa.parse.words import DATA

USUAL = 24
"""So many of the properties that things of a class most often have are usual for them."""
NEAR = 0.15
"""A property that is said so much less well is said nearly as well."""


MEANT = 0.1
"""What a name means less likely than that is not what is denied."""


@cache
def relation_groups(name: str) -> tuple[frozenset[str], ...]:
    """Return the groups of relations that alike.toml has under a name."""
    return tuple(map(frozenset, _groups()[name]))


@cache
def elided() -> tuple[tuple[str, str], ...]:
    """Return pairs of relations of which the second is denied of the same as the first is said."""
    return tuple((first, second) for first, second in _groups()["elided"])


@cache
def _groups() -> dict[str, list[list[str]]]:
    return tomllib.loads((DATA / "alike.toml").read_text(encoding="utf-8"))


def alike(property_: str) -> frozenset[str]:
    """Return the properties that the words for a property say, too; itself among them."""
    return next(
        (one for one in relation_groups("alike") if property_ in one), frozenset({property_})
    )


def apart(property_: str) -> frozenset[str]:
    """Return the properties that words which say one of them better than this never mean."""
    groups = (one for one in relation_groups("apart") if property_ in one)
    return frozenset[str]().union(*groups) - {property_}


def are_meant(links: Iterable[Link]) -> bool:
    """Whether names may well mean these things, such that something is denied of them.

    What is one letter off may be another name: Dan is not Ian.
    """
    return all(link.chance >= MEANT and "typo" not in link.how for link in links if link.is_name)


def is_of_others(walker: Walker, one: Link, class_: str) -> bool:
    """Whether what a name means is of other kinds than one that is named, and so none of it.

    A terrestrial planet is a planet, though nothing says so; and what is no name is a kind itself,
    as the whale is, of which other things are told.
    """
    kinds, names = walker.kinds, walker.kinds.names
    own = kinds.of(one.id)
    if not one.is_name or not own or kinds.is_class(one.id):
        return False
    said = _head(names.labels([class_]).get(class_, ""))
    return bool(said) and all(_head(label) != said for label in names.labels([*own]).values())


def _head(label: str) -> frozenset[str]:
    """Return the stem of the word of a name that says what it is: planet in `planet of the Sun`."""
    before = re.split(r" (?:of|in) ", label.lower())[0]
    return stems_of(before.split()[-1:])


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

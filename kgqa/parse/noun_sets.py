"""Sets that only the noun of a question says: all rivers, all who are painters."""

from __future__ import annotations

from kgqa.algebra import Apply, Entity, Property, Type
from kgqa.parse.combining import instances
from kgqa.parse.linking import Link
from kgqa.parse.lookups import MOST
from kgqa.parse.sketches import ROLE_PROPERTIES, Sketch, Walker
from kgqa.parse.words import cue_set

CLASSES, ROLES = 3, 2
"""Meanings of a noun that are tried."""


def of_noun(walker: Walker) -> list[Sketch]:
    """Return the instances of what the noun means, and the people who have it as a role."""
    noun = walker.noun
    if noun is None:
        return []
    # "in the world", "of all time" leave nothing out.
    words = walker.analysis.words
    everywhere = frozenset(i for i, w in enumerate(words) if w.normal in cue_set("universal"))
    classes = [
        Sketch(
            Type(Entity(class_)),
            instances(walker, class_),
            (),
            explained=noun.places | everywhere,
            kind=0.9 - 0.1 * i,
        )
        for i, class_ in enumerate(noun.classes[:CLASSES])
        if not walker.kinds.is_role(class_)
    ]
    return [*classes, *_in_role(walker)]


def _in_role(walker: Walker) -> list[Sketch]:
    """Return the people who have a role that the noun names, and its kinds."""
    noun = walker.noun
    found = []
    for role in walker.roles[:ROLES]:
        for property_ in ROLE_PROPERTIES:
            count = walker.lookups.into([role])[role].get(property_, 0)
            if noun is not None and 0 < count <= MOST:
                members = walker.lookups.subjects([(property_, role)])[property_, role]
                query = Apply(Property(property_), Entity(role))
                found.append(Sketch(query, members, (), explained=noun.places, kind=0.9))
    return found


def of_whole_kinds(walker: Walker, name: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return what a noun may mean without kinds of it: all countries, no island countries."""
    wide = tuple(link for link in name if link.how != "kind" and walker.kinds.is_class(link.id))
    if wide and walker.analysis.cues:
        return wide  # what is put in an order is of a kind
    return tuple(link for link in name if not wide or link.how != "kind")

"""How complete the graph looks: the share of a class that has a property at all."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa_store.schema import Property

from kgqa.algebra import Query
from kgqa.parse.candidate import properties_in
from kgqa.parse.parser import Parser

WHOLE = 0.99
"""A property that this share of a class has is known of that class."""
RARE = 0.005
"""A property that a smaller share of a large class has is none of that class."""
LARGE = 2000
"""Members of a large class."""
LOOKED_AT = 5
"""Members of a set whose classes are looked at."""
SMALL = 8
"""Of a class with fewer members nothing can be estimated."""


def completeness(parser: Parser, class_: str, property_: str) -> float | None:
    """Return the share of the instances of a class that have a property; None where none is known.

    Edges are counted, not instances: where things have several, the share is divided by how many
    they have on average.
    """
    record = parser.schema.class_(class_)
    entry = parser.schema.property(property_)
    if record is None or entry is None or record.size < SMALL:
        return None
    uses = {use.property: use.edges for use in parser.schema.properties_of(class_)}
    return min(1.0, uses.get(property_, 0) / each(entry) / record.size)


def least_complete(parser: Parser, query: Query) -> float:
    """Return the least share of things that have one of a query's properties, of those like them.

    Things like them are those of the class that most that have the property are of.
    """
    shares = []
    for property_ in sorted(properties_in(query)):
        entry = parser.schema.property(property_)
        classes = entry.subject_classes[:1] if entry is not None else ()
        shares += [completeness(parser, one.id, property_) or 0.0 for one in classes]
    return min(shares, default=1.0)


def each(entry: Property) -> float:
    """Return how many values of a property things have that have any, on average."""
    return max(1.0, entry.edges / entry.subjects) if entry.subjects else 1.0


def can_have(parser: Parser, entity: str, property_: str) -> bool:
    """Whether things like an entity have a property: some of one of its classes do.

    Where the graph says nothing of its classes, nothing speaks against it.
    """
    types = parser.names.types(entity)
    shares = [completeness(parser, class_, property_) for class_ in types]
    known = [
        share - (RARE if is_large(parser, class_) else 0.0)
        for class_, share in zip(types, shares, strict=True)
        if share is not None
    ]
    return not known or max(known) > 0


def can_be(parser: Parser, entity: str, property_: str) -> bool:
    """Whether an entity is of a class that a property leads to, as far as the graph says."""
    entry = parser.schema.property(property_)
    shares = (*entry.object_classes, *entry.wider_object_classes) if entry else ()
    classes = {one.id for one in shares if one.share >= RARE}
    kinds = parser.kinds.of(entity)
    return not classes or not kinds or bool(kinds & classes)


def is_large(parser: Parser, class_: str) -> bool:
    """Whether a class is so large that single edges of it may be mistakes."""
    record = parser.schema.class_(class_)
    return record is not None and record.size >= LARGE


def is_whole(parser: Parser, members: Sequence[str], property_: str) -> bool:
    """Whether all things like the members of a set have a property, as far as can be estimated."""
    classes = dict.fromkeys(c for id_ in members[:LOOKED_AT] for c in parser.names.types(id_))
    shares = [completeness(parser, class_, property_) for class_ in classes]
    known = [share for share in shares if share]
    return bool(known) and min(known) >= WHOLE

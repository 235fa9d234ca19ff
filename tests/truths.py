"""Whether a claim that was judged is the one that was asked about.

Every second answer of yes or no is right by chance, so of these the answer alone tells little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from kgqa.algebra import Apply, Comparison, Entity, Inverse, Property, Query, Type
from kgqa.parse.inverse_properties import same_relations

Denote = Callable[[object], object]
"""What a side of a comparison gives."""


def is_same_claim(reading: Query, meaning: Query, denote: Denote) -> bool:
    """Whether a reading is about what is meant, however it puts it.

    Comparisons compare the same values; other claims go by the same properties, from either side,
    and speak of all that is named.
    """
    match reading, meaning:
        case Comparison(), Comparison():
            return _sides(reading, denote) == _sides(meaning, denote)
        case _:
            goes_by_the_same = are_alike(properties(reading), properties(meaning))
            return goes_by_the_same and named(meaning) <= named(reading)


def _sides(claim: Comparison, denote: Denote) -> tuple[str, object, object]:
    left, right = denote(claim.left), denote(claim.right)
    if claim.comparator in (">", ">="):
        return claim.comparator.replace(">", "<"), right, left
    return claim.comparator, left, right


def properties(query: object) -> frozenset[str]:
    """Return the properties that a query goes by, but not that of being something."""
    return frozenset(part.id for part in _parts(query) if isinstance(part, Property))


def are_alike(some: frozenset[str], others: frozenset[str]) -> bool:
    """Whether properties say the same, each from this side or the other."""
    return all(_same(one) & others for one in some) and all(_same(one) & some for one in others)


def named(query: object) -> frozenset[str]:
    """Return the entities of a query that are no classes."""
    return frozenset(part.id for part in _parts(query) if isinstance(part, Entity))


def _same(id_: str) -> frozenset[str]:
    relations = same_relations(Property(id_)) | same_relations(Inverse(Property(id_)))
    return frozenset({id_, *(relation.removeprefix("^") for relation in relations)})


def _parts(value: object) -> Iterator[object]:
    match value:
        case Type() | Apply(Property("P31"), Entity()):  # what it is may be said, or left out
            return
    yield value
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _parts(getattr(value, field.name))

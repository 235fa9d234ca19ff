"""Whether a claim that was judged is the one that was asked about.

Every second answer of yes or no is right by chance, so of these the answer alone tells little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass

from kgqa.algebra import Comparison, Entity, Inverse, Property, Query, Type
from kgqa.parse.inverse_properties import same_relations

KINDS = frozenset({"P31", "P279"})
"""What something is may be said of it, or left out."""

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
            return properties(reading) == properties(meaning) and named(meaning) <= named(reading)


def _sides(claim: Comparison, denote: Denote) -> tuple[str, object, object]:
    left, right = denote(claim.left), denote(claim.right)
    if claim.comparator in (">", ">="):
        return claim.comparator.replace(">", "<"), right, left
    return claim.comparator, left, right


def properties(query: object) -> frozenset[str]:
    """Return the properties that a query goes by; of those that say the same, one."""
    found = {part.id for part in _parts(query) if isinstance(part, Property)} - KINDS
    return frozenset(map(_one_of_the_same, found))


def named(query: object) -> frozenset[str]:
    """Return the entities of a query that are no classes."""
    return frozenset(part.id for part in _parts(query) if isinstance(part, Entity))


def _one_of_the_same(id_: str) -> str:
    same = same_relations(Property(id_)) | same_relations(Inverse(Property(id_)))
    return min((name.removeprefix("^") for name in same), default=id_)


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, Type):
        return
    yield value
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _parts(getattr(value, field.name))

"""A property as the network reads it: what it is called, what it is for, and what it joins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kgqa_store.schema import Property, Schema, Share

from kgqa.text.readers.wordpieces import STOP, Pieces

ROLES = (101, 3, 4)
"""The pieces whose states tell a property forwards, backwards, and as a qualifier."""
FORWARDS, BACKWARDS, QUALIFIER = range(3)
ALIASES = 4
CLASSES = 2
PARTS = (14, 8, 3, 3)
"""Pieces of the names, of the description, and of the classes at both ends that are read."""
_VALUES = re.compile(r"(?<=[a-z])(?=[A-Z])")


def parts_of(property_: Property, schema: Schema) -> tuple[list[str], str, str, str]:
    """Return the names of a property, its description, and the classes of its two ends."""
    names = [property_.label, *property_.aliases]
    said = [name for name in names if "://" not in name]
    objects = _classes(property_.object_classes, schema)
    if property_.datatype not in ("WikibaseItem", ""):
        objects = _VALUES.sub(" ", property_.datatype).lower()
    return said, property_.description, _classes(property_.subject_classes, schema), objects


def _classes(shares: Sequence[Share], schema: Schema) -> str:
    labels = (schema.class_label(share.id) for share in shares[:CLASSES])
    return ", ".join(label for label in labels if label is not None)


def piece_row(names: Iterable[Pieces], rest: Sequence[Pieces], comma: int) -> list[int]:
    """Return the pieces of a property: its roles, names with commas, and the rest, each ended."""
    said: list[int] = []
    for name in names:
        if said and len(said) + 1 + len(name) > PARTS[0]:
            break
        said += [comma, *name.ids] if said else name.ids[: PARTS[0]]
    row = [*ROLES, *said, STOP]
    for most, part in zip(PARTS[1:], rest, strict=True):
        row += [*part.ids[:most], STOP]
    return row

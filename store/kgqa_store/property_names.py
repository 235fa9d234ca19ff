"""From words to the properties that they may name: `find_properties` is what all who ask share."""

from __future__ import annotations

import re
from typing import NamedTuple

from kgqa_store.names_text import normalise
from kgqa_store.schema import Found, Schema

_ID = re.compile(r"P[1-9][0-9]*", re.IGNORECASE)


class PropertyCandidate(NamedTuple):
    """A property that words may name, and why."""

    id: str
    label: str
    description: str
    datatype: str
    """As declared: `WikibaseItem`, `Quantity`, `Time`, …; empty if the graph does not say."""
    edges: int
    """How many edges the graph has of it."""
    score: float
    """How well the name fits, times how frequent the property is; 1 for an id."""
    why: str
    """What fits: `id`, `label`, `alias`, or only `words of the label` or `words of an alias`."""
    matched: str
    """The name that fits best, as it is written."""

    @property
    def is_exact(self) -> bool:
        """Whether it was named in full."""
        return not self.why.startswith("words")


def find_properties(
    schema: Schema, text: str, *, limit: int = 10, language: str = "en"
) -> list[PropertyCandidate]:
    """Return the properties that have the id `text`, or whose names say what it says, best first.

    Properties without edges are found, too, as long as the graph names them.
    """
    found = [_candidate(schema, one, text, language) for one in _found(schema, text, language)]
    return found[:limit]


def _found(schema: Schema, text: str, language: str) -> list[Found]:
    id_ = text.strip()
    id_ = id_.upper() if _ID.fullmatch(id_) else id_
    known = schema.property(id_, language) if _ID.fullmatch(id_) or ":" in id_ else None
    by_id = [Found(id_, known.label, id_, 1.0)] if known else []
    named = schema.find_property(text, limit=200, language=language)
    return by_id + [one for one in named if one.id != id_]


def _candidate(schema: Schema, found: Found, text: str, language: str) -> PropertyCandidate:
    known = schema.property(found.id, language)
    return PropertyCandidate(
        id=found.id,
        label=found.label or found.id,
        description=known.description if known else "",
        datatype=known.datatype if known else "",
        edges=known.edges if known else 0,
        score=found.score,
        why=_why(found, normalise(text)),
        matched=found.name,
    )


def _why(found: Found, normal: str) -> str:
    if found.name == found.id:
        return "id"
    is_label = normalise(found.name) == normalise(found.label)
    if normalise(found.name) == normal:
        return "label" if is_label else "alias"
    return "words of the label" if is_label else "words of an alias"

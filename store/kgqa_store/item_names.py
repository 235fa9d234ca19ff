"""From a name to the items that it may mean, with what is known of each: `find_items`."""

from __future__ import annotations

import re
from typing import NamedTuple

from kgqa_store.names import Entry, NameIndex

_ID = re.compile(r"Q[1-9][0-9]*", re.IGNORECASE)


class ItemCandidate(NamedTuple):
    """An item that a name may mean, and why."""

    id: str
    label: str
    description: str
    score: float
    """What the match is worth, times how well known the item is; 1 for an id."""
    why: str
    """What matched, and how: `id`, `label`, `alias, 1 typo`."""
    matched: str
    """The name that matched, in its normal form."""
    language: str
    """The language of that name."""
    popularity: float
    """How well known the item is: 0 to 1, logarithmic."""
    types: tuple[str, ...]
    """The classes that it is an instance of."""


def find_items(
    index: NameIndex, text: str, *, limit: int = 10, language: str = "en"
) -> list[ItemCandidate]:
    """Return the items that have the id `text`, or a name like it, best first."""
    id_ = text.strip()
    id_ = id_.upper() if _ID.fullmatch(id_) else id_
    entry = index.describe(id_, language) if _ID.fullmatch(id_) or ":" in id_ else None
    by_id = [_by_id(entry, language)] if entry else []
    named = [
        ItemCandidate(
            id=found.id,
            label=known.label if known else found.label,
            description=known.description if known else "",
            score=found.score,
            why=found.how,
            matched=found.name,
            language=found.language,
            popularity=found.popularity,
            types=known.types if known else (),
        )
        for found in index.search(text, limit=limit)
        if not (entry and found.id == id_)
        for known in [index.describe(found.id, language)]
    ]
    return (by_id + named)[:limit]


def _by_id(entry: Entry, language: str) -> ItemCandidate:
    return ItemCandidate(
        id=entry.id,
        label=entry.label,
        description=entry.description,
        score=1.0,
        why="id",
        matched=entry.id,
        language=language,
        popularity=entry.popularity,
        types=entry.types,
    )

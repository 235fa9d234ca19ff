"""What a conversation has spoken of, so that a pronoun can refer to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex

    from kgqa.answers import Reply
    from kgqa.parse.follow_ups import Mentioned

KEPT = 6
"""So many things that were spoken of are remembered."""
PERSON = "Q5"
"""The class of people."""


def remembered(reply: Reply, index: NameIndex, before: Sequence[Mentioned]) -> list[Mentioned]:
    """Return what a question and its best answer speak of, and what was spoken of before."""
    from kgqa.parse.follow_ups import Mentioned

    links = reply.readings[0].links if reply.readings else ()
    best = [(one.id, one.label) for one in reply.answers[:1] if one.id]
    new = []
    for id_, label in [*best, *((link.id, link.label) for link in links)]:
        entry = index.describe(id_, reply.language)
        new.append(Mentioned(id_, label, entry is not None and PERSON in entry.types))
    known = {one.id for one in new}
    return [*new, *(one for one in before if one.id not in known)][:KEPT]

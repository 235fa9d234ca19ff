"""Readings that give back what a name of the question means."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.algebra import Entity
from kgqa.parse.linking import Link
from kgqa.parse.sketches import Sketch, Walker
from kgqa.parse.words import cue_set


def itself(walker: Walker, names: Sequence[Sequence[Link]]) -> list[Sketch]:
    """Return the entities of a name that says all that the question says."""
    content = walker.analysis.content
    whole = [link for name in names for link in name[:2] if content <= link.places]
    called = [link for name in names for link in name[:4] if _is_by_name(walker, link)]
    return [
        walker.judged(
            Sketch(Entity(link.id), (link.id,), (link,), (("", 0.9),), link.places, note=note)
        )
        for links, note in ((whole, ""), (called, "called"))
        for link in links
    ]


def _is_by_name(walker: Walker, link: Link) -> bool:
    """Whether a question gives another name of a thing and asks which thing of a kind it is."""
    noun, analysis = walker.noun, walker.analysis
    if noun is None or link.mention.casefold() == link.label.casefold():
        return False
    rest = analysis.content - link.places - noun.places
    called = frozenset(p for p in rest if analysis.words[p].normal in cue_set("calling"))
    return rest == called and walker.kinds.is_any(link.id, frozenset(noun.classes))

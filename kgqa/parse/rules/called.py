"""Those of a kind that have a word in their name: `X[name ~ "t"]`."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.algebra import Named, Text, Type
from kgqa.parse.item import Item
from kgqa.parse.scene import Scene

LONGEST = 3
"""Words of the name that is looked for."""


def called(scene: Scene, item: Item) -> Iterator[Item]:
    """Yield the members of a kind whose names have the words behind one for a name."""
    if scene.own is None or not isinstance(item.query, Type):
        return
    words = scene.analysis.words
    for cue in scene.cue("named", item):
        first = max(cue) + 1
        end = first
        while end < min(len(words), first + LONGEST) and words[end].is_capital:
            end += 1
        if end == first:
            continue
        text = scene.analysis.question[words[first].start : words[end - 1].end]
        places = frozenset(range(first, end)) | cue
        query = Named(item.things, "~", Text(text))
        made = scene.item(query, item.evidence.spending(places), "filter", item)
        if made is not None:
            yield made
